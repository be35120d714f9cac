import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import type { AuditEntry } from '#contract/audit.ts'
import { auditSentence } from '#contract/audit-words.ts'
import { formatNumber } from '#contract/format.ts'
import { useAuth } from '../../app/auth.ts'
import { entryInAddress } from '../../app/useOpenPanel.ts'
import type { Column } from '../../ui/table/tableTypes.ts'
import { Moment } from '../../ui/text/Moment.tsx'
import classes from './audit.module.css'

export function useAuditColumns(): Column<AuditEntry>[] {
  const { t, i18n } = useTranslation()
  const timeZone = useAuth((state) => state.user.timeZone)
  return [
    {
      key: 'time',
      header: t('audit:column.time'),
      ordering: 'at',
      skeleton: 112,
      cell: ({ at }) => (
        <span className="nowrap">
          <Moment iso={at} locale={i18n.language} timeZone={timeZone} />
        </span>
      ),
    },
    {
      key: 'what',
      header: t('audit:column.what'),
      skeleton: 320,
      wide: true,
      cell: (entry) => (
        <span className={`stack breakable ${classes.what}`}>
          <span dir="auto">
            {auditSentence(entry, (keys, variables) => t(keys, variables ?? {}), i18n.language)}
          </span>
          <span className="meta">
            <bdi dir="ltr">{addressesOf(entry)}</bdi>
          </span>
          <AllTests entry={entry} />
        </span>
      ),
    },
    {
      key: 'client',
      header: t('audit:column.client'),
      skeleton: 96,
      cell: ({ client }) => <span dir="auto">{client?.name ?? '–'}</span>,
    },
    {
      key: 'address',
      header: t('audit:column.address'),
      skeleton: 80,
      cell: ({ address }) => <bdi className="muted">{address || '–'}</bdi>,
    },
  ]
}

/** Leads to the list when more than one test was affected; for a single one, the sentence names the person. */
function AllTests({ entry: { id, client, assignments } }: { entry: AuditEntry }) {
  const { t, i18n } = useTranslation()
  const [params] = useSearchParams()
  if (client === null || assignments < 2) return null
  const search = new URLSearchParams({ ...Object.fromEntries(params), ...entryInAddress(client.id, id) })
  return (
    <Link className={`link ${classes.open}`} to={{ search: String(search) }} preventScrollReset>
      {t('audit:steps.open', { count: assignments, number: formatNumber(assignments, i18n.language) })}
    </Link>
  )
}

/** Two people may have one name; an address is one person's. */
function addressesOf({ actor, subject }: AuditEntry): string {
  const emails = [actor?.email, subject?.email].filter((email) => email !== undefined && email !== '')
  return [...new Set(emails)].join(' · ')
}
