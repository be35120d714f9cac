import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Client } from '#contract/clients.ts'
import { formatNumber } from '#contract/format.ts'
import type { LedgerEntry } from '#contract/ledger.ts'
import { selectClient } from '../../app/clientSelection.ts'
import { paths } from '../../app/paths.ts'
import type { Column } from '../../ui/DataTable.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Tag } from '../../ui/Tag.tsx'
import classes from './quota.module.css'

export function useLedgerColumns(client: Client): Column<LedgerEntry>[] {
  const { t, i18n } = useTranslation()
  const column = (key: string) => ({ key, header: t(`clients:ledger.${key}`) })
  return [
    {
      ...column('date'),
      ordering: 'dateAdded',
      skeleton: 112,
      cell: ({ dateAdded }) => (
        <span className={classes.moment}>
          <Moment iso={dateAdded} locale={i18n.language} timeZone={client.timeZone} />
        </span>
      ),
    },
    {
      ...column('test'),
      width: 112,
      skeleton: 56,
      cell: ({ inventory }) => (
        <span title={inventory.name}>
          <Tag>{inventory.code}</Tag>
        </span>
      ),
    },
    {
      ...column('movement'),
      align: 'end',
      width: 96,
      skeleton: 32,
      cell: ({ quantity }) => (
        <bdi dir="ltr" className={classes.movement} data-in={quantity > 0 || undefined}>
          {quantity > 0 ? '+' : '−'}
          {formatNumber(Math.abs(quantity), i18n.language)}
        </bdi>
      ),
    },
    { ...column('reason'), skeleton: 160, cell: (entry) => <Reason client={client} entry={entry} /> },
    {
      ...column('by'),
      skeleton: 96,
      cell: ({ addedBy }) =>
        addedBy ? (
          <span dir="auto">{addedBy}</span>
        ) : (
          <span className="muted">{t('clients:ledger.system')}</span>
        ),
    },
  ]
}

/** Why units came or went; whose they were leads to what that person was given. */
function Reason({ client, entry }: { client: Client; entry: LedgerEntry }) {
  const { t } = useTranslation()
  const { kind, reason, assignment } = entry
  if (kind === 'addition') {
    return (
      <span dir="auto">{reason ? t('clients:ledger.added', { reason }) : t('clients:ledger.addition')}</span>
    )
  }
  const why = t([`clients:ledger.why.${kind}_${reason}`, `clients:ledger.why.${kind}`])
  return (
    <span className={classes.reason}>
      {why}
      {assignment ? (
        <>
          {' '}
          <Link
            className="link"
            to={`${paths.assignments}?user=${assignment.userId}`}
            onClick={() => selectClient({ value: client.id, label: client.name })}
            dir="auto"
          >
            {assignment.name}
          </Link>
        </>
      ) : null}
    </span>
  )
}
