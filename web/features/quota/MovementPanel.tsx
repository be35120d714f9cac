import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Client } from '#contract/clients.ts'
import { type LedgerEntry, listQuotaEntries } from '#contract/ledger.ts'
import { api } from '../../app/api.ts'
import { errorMessage } from '../../app/apiError.ts'
import { LoadFailure } from '../../app/LoadFailure.tsx'
import { searchOf } from '../../app/listQuery.ts'
import { SearchField } from '../../ui/form/SearchField.tsx'
import { Fact, Facts as FactList, FactsSkeleton } from '../../ui/overlay/Facts.tsx'
import { SidePanel } from '../../ui/overlay/SidePanel.tsx'
import { Pager } from '../../ui/table/Pager.tsx'
import { Moment } from '../../ui/text/Moment.tsx'
import { KnownBy } from '../../ui/text/PersonCell.tsx'
import classes from './ledger.module.css'
import { PersonLink, Units } from './useLedgerColumns.tsx'

interface MovementPanelProps {
  client: Client
  /** The entry that opens it; empty while none is open. */
  movement: string
  onClose: () => void
}

/** The effect of one command on the units of a test, unit by unit. */
export function MovementPanel({ client, movement, onClose }: MovementPanelProps) {
  const { t } = useTranslation()
  return (
    <SidePanel opened={movement !== ''} title={t('clients:movement.title')} onClose={onClose}>
      {movement === '' ? null : <Movement key={movement} client={client} movement={movement} />}
    </SidePanel>
  )
}

function Movement({ client, movement }: Omit<MovementPanelProps, 'onClose'>) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const all = useEntries(client.id, movement, { search: '', page: 1 })
  const list = useEntries(client.id, movement, { search, page })
  const [first] = all.data?.results ?? []
  const failed = all.isError && all.data === undefined
  if (failed || all.data?.count === 0)
    return (
      <LoadFailure
        of={all}
        title={t('clients:movement.failed')}
        message={failed ? errorMessage(all.error) : t('clients:movement.gone')}
      />
    )
  if (all.data === undefined || first === undefined) return <FactsSkeleton />
  return (
    <>
      <Facts client={client} entry={first} units={all.data.count} />
      <SearchField
        value={search}
        onChange={(text) => {
          setSearch(text.trim())
          setPage(1)
        }}
        placeholder={t('clients:movement.search')}
      />
      {list.data?.count === 0 ? <p className="muted">{t('clients:movement.nobody')}</p> : null}
      <ul
        className={`stack one-column ${classes.units}`}
        aria-label={t('clients:movement.units')}
        aria-busy={list.data === undefined || list.isPlaceholderData}
      >
        {list.data?.results.map(({ id, kind, assignment, quantity }) => (
          <li className="flex split gap-16 breakable ruled-bottom" key={id}>
            {assignment ? (
              <Whose client={client} {...assignment} />
            ) : (
              <span className="muted">{kind === 'reservation' ? t('clients:movement.notTaken') : '–'}</span>
            )}
            <Units quantity={quantity} />
          </li>
        ))}
      </ul>
      {list.data && list.data.count > 25 ? (
        <Pager page={page} pageSize={25} count={list.data.count} onPage={setPage} />
      ) : null}
    </>
  )
}

/** The line under the name distinguishes people with equal names. */
function Whose({ client, email, phone, staffNumber, ...person }: WhoseProps) {
  return (
    <span className="stack one-column min-0">
      <PersonLink client={client} {...person} />
      <KnownBy email={email} phone={phone} staffNumber={staffNumber} />
    </span>
  )
}

type WhoseProps = NonNullable<LedgerEntry['assignment']> & { client: Client }

function Facts({ client, entry, units }: { client: Client; entry: LedgerEntry; units: number }) {
  const { t, i18n } = useTranslation()
  const { kind, reason, inventory, quantity, addedBy, dateAdded } = entry
  const facts = [
    ['test', <bdi key="test">{inventory.name}</bdi>],
    ['movement', <Units key="movement" quantity={quantity * units} />],
    ['reason', t([`clients:movement.why.${kind}_${reason}`, `clients:movement.why.${kind}`])],
    ['date', <Moment key="date" iso={dateAdded} locale={i18n.language} timeZone={client.timeZone} />],
    ['by', addedBy ? <bdi key="by">{addedBy}</bdi> : t('clients:ledger.system')],
  ] as const
  return (
    <FactList>
      {facts.map(([name, fact]) => (
        <Fact key={name} name={t(`clients:ledger.${name}`)}>
          {fact}
        </Fact>
      ))}
    </FactList>
  )
}

/** The entries of one movement, unit by unit. */
function useEntries(clientId: string, movement: string, { search, page }: { search: string; page: number }) {
  const { i18n } = useTranslation()
  const query = { movement, search: searchOf(search), page: String(page), page_size: '25' }
  return useQuery({
    queryKey: ['client', clientId, 'ledger', 'entries', query, i18n.language],
    queryFn: ({ signal }) => api(listQuotaEntries, { params: { clientId }, query, signal }),
    placeholderData: keepPreviousData,
    enabled: movement !== '',
  })
}
