import { useTranslation } from 'react-i18next'
import { Alert } from '../../ui/feedback/Alert.tsx'
import type { Offer } from '../quota/useOffer.ts'
import { useSensitiveInventories } from './useEnablements.ts'

interface SensitiveNotesProps {
  clientId: string
  offers: readonly Offer[] | undefined
  picked: readonly string[]
  /** There are or may be candidates among those who get the tests. */
  candidates: boolean
}

/**
 * Notes on each picked test that is sensitive, or has sensitive scales that are asked: its only use, its purpose and its
 * readers.
 */
export function SensitiveNotes({ offers = [], picked, ...props }: SensitiveNotesProps) {
  return offers
    .filter(({ id }) => picked.includes(id))
    .map((offer) => <SensitiveNote key={offer.id} offer={offer} {...props} />)
}

function SensitiveNote({
  clientId,
  offer,
  candidates,
}: Pick<SensitiveNotesProps, 'clientId' | 'candidates'> & { offer: Offer }) {
  const { t } = useTranslation()
  const { data } = useSensitiveInventories(clientId)
  const terms = data?.find(({ inventory, enabled }) => inventory.id === offer.id && enabled)
  if (!offer.sensitive && !terms) return null
  const risky = candidates && (terms?.forCandidates === true || !offer.sensitive)
  const readers = terms?.recipients.map(({ name, email }) => name || email).join(', ')
  return (
    <Alert
      key={risky ? 'risky' : 'plain'}
      type={risky ? 'warning' : 'info'}
      duration={0}
      title={t(`invite:sensitive.${offer.sensitive ? 'title' : 'part'}`, { name: offer.name })}
    >
      {terms && (
        <>
          {offer.sensitive ? (
            <p dir="auto">{t('invite:sensitive.purpose', { purpose: terms.purpose || '–' })}</p>
          ) : (
            <p>{t('invite:sensitive.scales', { names: terms.sensitiveScales.join(', ') })}</p>
          )}
          <p dir="auto">{t('invite:sensitive.readers', { names: readers || '–' })}</p>
          {risky && <p>{t('invite:sensitive.risk')}</p>}
        </>
      )}
    </Alert>
  )
}
