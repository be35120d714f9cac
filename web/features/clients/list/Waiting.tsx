import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatNumber } from '#contract/format.ts'
import { paths } from '../../../app/paths.ts'
import { useClientCount } from './useClients.ts'

/** The first sentence of an operator's pages: whether somebody waits for an answer. */
export function Waiting() {
  const { t, i18n } = useTranslation()
  const waiting = useClientCount('pending').data?.count ?? 0
  if (waiting === 0) return <>{t('clients:lead')}</>
  return (
    <>
      {t('clients:lead')}{' '}
      <Link className="link" to={`${paths.clients}?status=pending`}>
        {t('clients:waiting', { count: waiting, number: formatNumber(waiting, i18n.language) })}
      </Link>
    </>
  )
}
