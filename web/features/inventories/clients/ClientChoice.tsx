import { IconChevronRight } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listClients } from '#contract/clients.ts'
import { api } from '../../../app/api.ts'
import { LoadFailure } from '../../../app/LoadFailure.tsx'
import { searchOf } from '../../../app/listQuery.ts'
import { SearchField } from '../../../ui/form/SearchField.tsx'
import { Pager } from '../../../ui/table/Pager.tsx'
import { Avatar } from '../../../ui/text/Avatar.tsx'
import clientClasses from '../../clients/clients.module.css'
import classes from './clientPanel.module.css'

/** The number that fits on a phone's screen beside the search. */
const pageSize = 8

/** Finds one client among however many there are. */
export function ClientChoice({ onChoose }: { onChoose: (clientId: string) => void }) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const query = {
    search: searchOf(search),
    page: String(page),
    page_size: String(pageSize),
    ordering: 'name',
  } as const
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['clients', 'choice', query],
    queryFn: ({ signal }) => api(listClients, { query, signal }),
    placeholderData: keepPreviousData,
  })
  const find = (words: string) => {
    setSearch(words.trim())
    setPage(1)
  }
  if (error && data === undefined) return <LoadFailure of={{ error, refetch }} title={t('clients:failed')} />
  return (
    <div
      className={`stack one-column gap-16 ${classes.choice}`}
      aria-busy={data === undefined || isPlaceholderData}
    >
      <SearchField value={search} onChange={find} placeholder={t('clients:search')} />
      {data?.count === 0 ? (
        <p className="meta" role="status">
          {search === '' ? t('clients:empty.text') : t('clients:noMatch.search', { search })}
        </p>
      ) : null}
      <ul className={clientClasses.found}>
        {(data?.results ?? []).map(({ id, name, status }) => (
          <li key={id}>
            <button
              className="plain-button row full-width gap-12 text-start rounded"
              type="button"
              onClick={() => onChoose(id)}
            >
              <Avatar name={name} square />
              <span>
                <b className="medium" dir="auto">
                  {name}
                </b>
                {status === 'active' ? null : <span className="meta">{t(`clients:status.${status}`)}</span>}
              </span>
              <IconChevronRight size={16} stroke={1.75} className="rigid faint flip" aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      {data && data.count > pageSize ? (
        <Pager page={page} pageSize={pageSize} count={data.count} onPage={setPage} />
      ) : null}
    </div>
  )
}
