import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import type { Client } from '#contract/clients.ts'
import { erasedName } from '#contract/erasure.ts'
import { formatNumber } from '#contract/format.ts'
import type { QuotaMovement } from '#contract/ledger.ts'
import { selectClient } from '../../app/clientSelection.ts'
import { paths } from '../../app/paths.ts'
import type { Column } from '../../ui/table/tableTypes.ts'
import { Moment } from '../../ui/text/Moment.tsx'
import { Tag } from '../../ui/text/Tag.tsx'
import classes from './ledger.module.css'

export function useLedgerColumns(client: Client): Column<QuotaMovement>[] {
  const { t, i18n } = useTranslation()
  const column = (key: string) => ({ key, header: t(`clients:ledger.${key}`) })
  return [
    {
      ...column('date'),
      ordering: 'dateAdded',
      skeleton: 112,
      cell: ({ dateAdded }) => (
        <span className="muted nowrap">
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
      cell: ({ quantity }) => <Units quantity={quantity} />,
    },
    {
      ...column('balance'),
      align: 'end',
      width: 88,
      skeleton: 32,
      cell: ({ balance }) =>
        balance === null ? (
          <span className="muted">–</span>
        ) : (
          <bdi dir="ltr">{formatNumber(balance, i18n.language)}</bdi>
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

/** A number of units, in or out. */
export function Units({ quantity }: { quantity: number }) {
  const { i18n } = useTranslation()
  return (
    <bdi dir="ltr" className={`semibold ${classes.movement}`} data-in={quantity > 0 || undefined}>
      {quantity > 0 ? '+' : '−'}
      {formatNumber(Math.abs(quantity), i18n.language)}
    </bdi>
  )
}

/** Why units came or went; for one person, whose it was leads to what they were given, for many to all of them. */
function Reason({ client, entry }: { client: Client; entry: QuotaMovement }) {
  const { t, i18n } = useTranslation()
  const { kind, reason, assignment, units } = entry
  if (kind === 'addition') {
    return (
      <span dir="auto">{reason ? t('clients:ledger.added', { reason }) : t('clients:ledger.addition')}</span>
    )
  }
  if (kind === 'purchase' || kind === 'refund') return t(`clients:ledger.${kind}`, { number: reason })
  if (kind === 'release') return <span dir="auto">{t('clients:ledger.release', { name: reason })}</span>
  if (kind === 'reservation')
    return (
      <span className="breakable">
        {t('clients:ledger.reservation')} <MovementLink movement={entry.id}>{reason}</MovementLink>
      </span>
    )
  return (
    <span className="breakable">
      {t([`clients:ledger.why.${kind}_${reason}`, `clients:ledger.why.${kind}`])}{' '}
      {assignment ? (
        <PersonLink client={client} {...assignment} />
      ) : (
        <MovementLink movement={entry.id}>
          {t('clients:ledger.people', { count: units, number: formatNumber(units, i18n.language) })}
        </MovementLink>
      )}
    </span>
  )
}

interface PersonLinkProps {
  client: Pick<Client, 'id' | 'name'>
  userId: string
  name: string
}

/** Leads to what somebody was given; of an erased person there is nothing to find. */
export function PersonLink({ client, userId, name }: PersonLinkProps) {
  if (name === erasedName) return name
  return (
    <Link
      className="link"
      to={`${paths.assignments}?user=${userId}`}
      onClick={() => selectClient({ value: client.id, label: client.name })}
      dir="auto"
    >
      {name}
    </Link>
  )
}

function MovementLink({ movement, children }: { movement: string; children: ReactNode }) {
  const [params] = useSearchParams()
  const search = new URLSearchParams(params)
  search.set('movement', movement)
  return (
    <Link className="link" to={{ search: String(search) }} preventScrollReset>
      {children}
    </Link>
  )
}
