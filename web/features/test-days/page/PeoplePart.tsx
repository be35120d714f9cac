import { IconAccessible, IconDoor, IconPrinter, IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'
import { listTestDayPeople, type TestDayPerson } from '#contract/test-days.ts'
import { ListTable } from '../../../app/ListTable.tsx'
import { one, useList } from '../../../app/useList.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { PeopleDrawing } from '../../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import bar from '../../../ui/table/FilterBar.module.css'
import { ManyAccommodationsDialog } from '../../assignments/accommodations/ManyAccommodationsDialog.tsx'
import { AddPeople } from './AddPeople.tsx'
import { DayRegistrations } from './DayRegistrations.tsx'
import type { DayPartProps } from './parts.ts'
import { RoomDialog } from './RoomDialog.tsx'
import { usePersonColumns } from './usePersonColumns.tsx'
import { useSlips } from './useSlips.ts'

/** The people of the day, with their codes and rooms. */
export function PeoplePart(props: DayPartProps) {
  return (
    <div className="stack gap-20">
      <DayPeople {...props} />
      <DayRegistrations {...props} />
    </div>
  )
}

function DayPeople({ clientId, day }: DayPartProps) {
  const { t } = useTranslation()
  const people = useList(listTestDayPeople, {
    params: { clientId, testDayId: day.id },
    ordering: 'name',
  })
  const { params, list } = people
  const { room } = params.filters
  const slips = useSlips(clientId, day.id)
  const [adding, setAdding] = useState(false)
  const open = day.state !== 'over'
  const picked = usePicked(list.data?.results)
  const add = (
    <Button size="sm" icon={<IconUserPlus aria-hidden />} onClick={() => setAdding(true)}>
      {t('test-days:people.add.open')}
    </Button>
  )
  return (
    <Card clip>
      <ListTable
        label={t('test-days:part.people')}
        columns={usePersonColumns(clientId, day)}
        rowKey={({ membershipId }) => membershipId}
        of={people}
        search={t('test-days:people.search')}
        {...(day.rooms.length > 0 && {
          filters: [
            one(people, 'room', {
              label: t('test-days:column.room'),
              data: day.rooms.map((name) => ({ value: name, label: name })),
            }),
          ],
        })}
        toolbar={
          open ? (
            <span className={bar.end}>
              {add}
              <Button
                size="sm"
                variant="twoTone"
                icon={<IconPrinter aria-hidden />}
                loading={slips.isPending}
                disabled={day.people === 0}
                onClick={() => slips.save(room === '' ? {} : { room })}
              >
                {room === '' ? t('test-days:slips.all') : t('test-days:slips.room', { room })}
              </Button>
            </span>
          ) : null
        }
        {...(open
          ? {
              selection: {
                ...picked,
                rowLabel: (key) => t('test-days:people.select', { name: picked.nameOf(key) }),
                actions: <PickedActions clientId={clientId} day={day} picked={picked} />,
              },
            }
          : {})}
        failed={t('test-days:people.failed')}
        empty={
          <EmptyState
            drawing={<PeopleDrawing />}
            title={t('test-days:people.empty.title')}
            actions={open ? add : null}
          >
            {t('test-days:people.empty.text')}
          </EmptyState>
        }
        noMatch={{
          title: params.search
            ? t('test-days:people.noMatch.search', { search: params.search })
            : t('test-days:people.noMatch.room'),
          text: t('test-days:people.noMatch.text'),
          clearLabel: t('test-days:noMatch.clear'),
        }}
        minWidth={860}
      />
      <AddPeople clientId={clientId} day={day} opened={adding} onClose={() => setAdding(false)} />
    </Card>
  )
}

/** The ticked people; they stay ticked on other pages of the list. */
function usePicked(rows: readonly TestDayPerson[] | undefined) {
  const [selected, onChange] = useState<ReadonlySet<string>>(new Set())
  return {
    selected,
    onChange,
    nameOf: (id: string) => rows?.find(({ membershipId }) => membershipId === id)?.name ?? '',
  }
}

/** Gives those who are ticked a room, where there are rooms, or their tests accommodations. */
function PickedActions({
  clientId,
  day,
  picked: { selected, onChange },
}: Pick<DayPartProps, 'clientId' | 'day'> & { picked: ReturnType<typeof usePicked> }) {
  const { t, i18n } = useTranslation()
  const [asking, setAsking] = useState<'room' | 'accommodate'>()
  const onClose = () => setAsking(undefined)
  const onDone = () => onChange(new Set())
  const membershipIds = [...selected]
  const words = { count: selected.size, number: formatNumber(selected.size, i18n.language) }
  return (
    <>
      {day.rooms.length > 0 ? (
        <Button size="sm" icon={<IconDoor aria-hidden />} onClick={() => setAsking('room')}>
          {t('test-days:room.open')}
        </Button>
      ) : null}
      <Button size="sm" icon={<IconAccessible aria-hidden />} onClick={() => setAsking('accommodate')}>
        {t('accommodations:title')}
      </Button>
      <RoomDialog
        clientId={clientId}
        day={day}
        title={t('test-days:room.titleOf', words)}
        membershipIds={membershipIds}
        room=""
        opened={asking === 'room'}
        onClose={onClose}
        onDone={onDone}
      />
      {asking === 'accommodate' ? (
        <ManyAccommodationsDialog
          clientId={clientId}
          title={t('accommodations:many.people', words)}
          which={{ ofTestDay: { id: day.id, membershipIds } }}
          onClose={onClose}
          onDone={onDone}
        />
      ) : null}
    </>
  )
}
