import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatNumber } from '#contract/format.ts'
import { paths } from '../../../app/paths.ts'
import { useReader } from '../../../app/reader.tsx'
import { useClient } from '../../../app/useClient.ts'
import { CardTabs, TabCount } from '../../../ui/layout/CardTabs.tsx'
import type { PeopleKind } from '../../memberships/selection.ts'

/** Parts of the page, each with an address of its own; search and filters start afresh. */
export function PeopleTabs({ clientId, kind }: { clientId: string; kind: PeopleKind | 'registrations' }) {
  const { t, i18n } = useTranslation()
  const people = useClient(clientId).data?.people
  const reads = useReader() !== undefined
  const tab = (one: PeopleKind, search: string) => (
    <Link to={{ pathname: paths.participants, search }} aria-current={kind === one ? 'page' : undefined}>
      {t(`participants:tab.${one}`)}
      {people ? <TabCount>{formatNumber(people[one], i18n.language)}</TabCount> : null}
    </Link>
  )
  return (
    <CardTabs label={t('participants:tabs')} current={kind}>
      {tab('candidates', '')}
      {tab('employees', '?type=employees')}
      {reads ? null : (
        <Link to={paths.registrations} aria-current={kind === 'registrations' ? 'page' : undefined}>
          {t('participants:tab.registrations')}
        </Link>
      )}
    </CardTabs>
  )
}
