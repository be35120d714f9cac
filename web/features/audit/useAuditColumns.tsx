import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '#contract/audit.ts'
import { auditSentence } from '#contract/audit-words.ts'
import { useAuth } from '../../app/auth.ts'
import type { Column } from '../../ui/DataTable.tsx'
import { Moment } from '../../ui/Moment.tsx'
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
        <span className={classes.time}>
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
        <span className={classes.what}>
          <span dir="auto">{auditSentence(entry, (keys, variables) => t(keys, variables ?? {}))}</span>
          <span className="meta">
            <bdi dir="ltr">{addressesOf(entry)}</bdi>
          </span>
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

/** Two people may have one name; an address is one person's. */
function addressesOf({ actor, subject }: AuditEntry): string {
  const emails = [actor?.email, subject?.email].filter((email) => email !== undefined && email !== '')
  return [...new Set(emails)].join(' · ')
}
