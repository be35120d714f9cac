import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getAssignment, listAssignments } from '#contract/assignments.ts'
import { type Comparison, comparedPeople } from '#contract/compare.ts'
import { formatDate, formatNumber } from '#contract/format.ts'
import { api } from '../../../app/api.ts'
import { errorMessage } from '../../../app/apiError.ts'
import { useClientTimeZone } from '../../../app/useClient.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { CheckboxField } from '../../../ui/form/CheckboxField.tsx'
import { SearchField } from '../../../ui/form/SearchField.tsx'
import { SidePanel } from '../../../ui/overlay/SidePanel.tsx'

/** Results that are listed at once; others are found by their person's name. */
const shown = 50

interface Props {
  clientId: string
  /** The assignments that are compared now. */
  ids: readonly string[]
  people: Comparison['people']
  opened: boolean
  onPick: (assignmentIds: readonly string[]) => void
  onClose: () => void
}

/** Offers others who have a result in the same test. */
export function PeoplePicker({ clientId, ids, people, opened, onPick, onClose }: Props) {
  const { t } = useTranslation('compare')
  return (
    <SidePanel opened={opened} title={t('compare:pick.title')} onClose={onClose}>
      <Offered clientId={clientId} ids={ids} people={people} onPick={onPick} />
    </SidePanel>
  )
}

function Offered({ clientId, ids, people, onPick }: Pick<Props, 'clientId' | 'ids' | 'people' | 'onPick'>) {
  const { t, i18n } = useTranslation('compare')
  const timeZone = useClientTimeZone(clientId)
  const [search, setSearch] = useState('')
  const [picked, setPicked] = useState<ReadonlyMap<string, string>>(new Map())
  const [first = ''] = ids
  const given = useQuery({
    queryKey: ['client', clientId, 'assignment', first, i18n.language],
    queryFn: ({ signal }) => api(getAssignment, { params: { assignmentId: first }, signal }),
  })
  const inventory = given.data?.inventory
  const list = useQuery({
    queryKey: ['client', clientId, 'assignments', 'to compare', inventory?.id, search],
    queryFn: ({ signal }) =>
      api(listAssignments, {
        params: { clientId },
        query: {
          inventory: inventory?.id ?? '',
          status: 'completed',
          ordering: '-completedAt',
          page_size: String(shown),
          search,
        },
        signal,
      }),
    enabled: inventory !== undefined,
    placeholderData: keepPreviousData,
  })
  // People who are left out take nobody's place.
  const here = new Set(people.length > 0 ? people.map(({ userId }) => userId) : [given.data?.user.id])
  const room = comparedPeople.max - here.size - picked.size
  // The newest result of each; the list has the newest first.
  const offered = [
    ...Map.groupBy(
      (list.data?.results ?? []).filter(({ shareable, user }) => shareable && !here.has(user.id)),
      ({ user }) => user.id,
    ).values(),
  ].flatMap(([newest]) => newest ?? [])
  const number = (value: number) => formatNumber(value, i18n.language)
  const error = given.error ?? list.error
  if (error)
    return (
      <p role="alert">
        {t('compare:pick.failed')}: {errorMessage(error)}
      </p>
    )
  return (
    <>
      <p className="muted pretty">
        {inventory
          ? t('compare:pick.lead', { test: inventory.name, number: number(comparedPeople.max) })
          : null}
      </p>
      <SearchField value={search} onChange={setSearch} placeholder={t('compare:pick.search')} />
      <div className="stack one-column" aria-busy={list.isPending}>
        {offered.map(({ id, user, completedAt }) => (
          <CheckboxField
            key={id}
            label={user.name}
            description={[
              user.group,
              completedAt === null ? '' : formatDate(completedAt, i18n.language, timeZone),
            ]
              .filter(Boolean)
              .join(' · ')}
            checked={picked.has(user.id)}
            disabled={!picked.has(user.id) && room <= 0}
            onChange={(event) => {
              const next = new Map(picked)
              if (event.currentTarget.checked) next.set(user.id, id)
              else next.delete(user.id)
              setPicked(next)
            }}
          />
        ))}
        {list.data && offered.length === 0 ? (
          <p className="muted">{search ? t('compare:pick.noMatch', { search }) : t('compare:pick.none')}</p>
        ) : null}
        {(list.data?.count ?? 0) > shown ? (
          <p className="text-13 muted">{t('compare:pick.more', { number: number(shown) })}</p>
        ) : null}
      </div>
      {room <= 0 ? <p className="text-13 muted">{t('compare:pick.full')}</p> : null}
      <Button variant="solid" disabled={picked.size === 0} onClick={() => onPick([...picked.values()])}>
        {t('compare:pick.submit')}
      </Button>
    </>
  )
}
