import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AuditEntry, listActivityAssignments } from '#contract/audit.ts'
import { auditSentence, loggedName } from '#contract/audit-words.ts'
import { erasedName } from '#contract/erasure.ts'
import { api } from '../../app/api.ts'
import { useAuth } from '../../app/auth.ts'
import { LoadFailure } from '../../app/LoadFailure.tsx'
import { searchOf } from '../../app/listQuery.ts'
import { useOpenEntry } from '../../app/useOpenPanel.ts'
import { SearchField } from '../../ui/form/SearchField.tsx'
import { FactsSkeleton } from '../../ui/overlay/Facts.tsx'
import { SidePanel } from '../../ui/overlay/SidePanel.tsx'
import { Pager } from '../../ui/table/Pager.tsx'
import { Moment } from '../../ui/text/Moment.tsx'
import { Tag } from '../../ui/text/Tag.tsx'
import quota from '../quota/ledger.module.css'
import { PersonLink } from '../quota/useLedgerColumns.tsx'
import classes from './audit.module.css'

const pageSize = 25

/** All that an entry of the record was done to, step by step where its command took many. */
export function StepsPanel({ entries }: { entries: readonly AuditEntry[] }) {
  const { t } = useTranslation()
  const { clientId, entryId, close } = useOpenEntry()
  return (
    <SidePanel opened={entryId !== ''} title={t('audit:steps.title')} onClose={close}>
      {entryId === '' ? null : (
        <Steps
          key={entryId}
          clientId={clientId}
          entryId={entryId}
          entry={entries.find(({ id }) => id === entryId)}
        />
      )}
    </SidePanel>
  )
}

interface StepsProps {
  clientId: string
  entryId: string
  /** The entry itself, where the list beside shows it. */
  entry: AuditEntry | undefined
}

function Steps({ clientId, entryId, entry }: StepsProps) {
  const { t, i18n } = useTranslation()
  const timeZone = useAuth((state) => state.user.timeZone)
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const query = { search: searchOf(search), page: String(page), page_size: String(pageSize) }
  const list = useQuery({
    queryKey: ['client', clientId, 'activity', entryId, query],
    queryFn: ({ signal }) => api(listActivityAssignments, { params: { clientId, entryId }, query, signal }),
    placeholderData: keepPreviousData,
  })
  if (list.isError && list.data === undefined)
    return <LoadFailure of={list} title={t('audit:steps.failed')} />
  const client = { id: clientId, name: entry?.client?.name ?? '' }
  return (
    <>
      {entry ? (
        <p dir="auto">{auditSentence(entry, (keys, variables) => t(keys, variables ?? {}), i18n.language)}</p>
      ) : null}
      <SearchField
        value={search}
        onChange={(text) => {
          setSearch(text.trim())
          setPage(1)
        }}
        placeholder={t('audit:steps.search')}
      />
      {list.data?.count === 0 ? <p className="muted">{t('audit:steps.nobody')}</p> : null}
      {list.data === undefined ? (
        <FactsSkeleton />
      ) : (
        <ul
          className={`stack one-column ${quota.units}`}
          aria-label={t('audit:steps.label')}
          aria-busy={list.isPlaceholderData}
        >
          {list.data.results.map(({ id, at, inventory, user }) => (
            <li className="flex split gap-16 breakable ruled-bottom" key={id}>
              <span className={`row wraps min-0 ${classes.one}`}>
                {user.name === erasedName ? (
                  loggedName(user, (keys, variables) => t(keys, variables ?? {}))
                ) : (
                  <PersonLink client={client} userId={user.id} name={user.name} />
                )}
                <Tag>{inventory}</Tag>
              </span>
              <span className="nowrap meta">
                <Moment iso={at} locale={i18n.language} timeZone={timeZone} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {list.data && list.data.count > pageSize ? (
        <Pager page={page} pageSize={pageSize} count={list.data.count} onPage={setPage} />
      ) : null}
    </>
  )
}
