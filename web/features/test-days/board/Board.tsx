import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { BoardRow } from '#contract/board.ts'
import { formatNumber } from '#contract/format.ts'
import { ApiError, errorMessage } from '../../../app/apiError.ts'
import { LoadFailure } from '../../../app/LoadFailure.tsx'
import { FullAccess } from '../../../app/reader.tsx'
import { useOpenPerson } from '../../../app/useOpenPanel.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { SearchField } from '../../../ui/form/SearchField.tsx'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import { LiveText } from '../../../ui/text/LiveText.tsx'
import classes from './board.module.css'
import { Figures } from './Figures.tsx'
import { Groups } from './Groups.tsx'
import { LiveSign } from './LiveSign.tsx'
import { PersonOnBoard } from './PersonOnBoard.tsx'
import { byPerson, found, grouped, isUnderWay, roomsOf } from './rows.ts'
import { useAnnounced } from './useAnnounced.ts'
import { type BoardFilter, useBoard } from './useBoard.ts'
import { usePause } from './usePause.ts'

interface BoardProps {
  clientId: string
  timeZone: string
  filter: BoardFilter
  dayActions?: (row: BoardRow) => ReactNode
  /** Shown if nobody is on the board. */
  empty: ReactNode
}

/** The current state of each person, those who need attention first. */
export function Board({ clientId, timeZone, filter, dayActions, empty }: BoardProps) {
  const { t, i18n } = useTranslation()
  const { data, error, refetch, dataUpdatedAt } = useBoard(clientId, filter)
  const { room, search, set } = useBoardParams()
  const { person, open, close } = useOpenPerson()
  const openPerson = useLatest(open)
  const rows = data?.rows
  const inRoom = useMemo(() => (room === '' ? rows : rows?.filter((row) => row.room === room)), [rows, room])
  const people = useMemo(() => inRoom && byPerson(inRoom), [inRoom])
  const all = useMemo(() => people && grouped(people), [people])
  const shown = useMemo(() => people && grouped(found(people, search)), [people, search])
  const announced = useAnnounced(all?.attention)

  if (error && data === undefined)
    return (
      <LoadFailure
        of={{ error, refetch }}
        title={t('board:failed')}
        message={error instanceof ApiError ? errorMessage(error) : t('board:noAnswer')}
      />
    )
  if (!data || !rows || !inRoom || !people || !all || !shown) return <Skeleton />
  if (rows.length === 0) return empty
  const rooms = roomsOf(rows)
  const number = (value: number) => formatNumber(value, i18n.language)
  return (
    <div className="stack one-column gap-16">
      <div className={`row wraps ${classes.top}`}>
        <LiveSign at={dataUpdatedAt} timeZone={timeZone} />
        <FullAccess>
          <PauseAll clientId={clientId} rows={inRoom} />
        </FullAccess>
      </div>
      <Figures of={all} total={people.length} />
      <div className={`row wraps ${classes.filters}`}>
        <SearchField
          value={search}
          onChange={(find) => set({ find })}
          placeholder={t('board:search')}
          delay={150}
        />
        {rooms.length > 0 ? (
          <SelectField
            label={t('board:room')}
            labelHidden
            size="sm"
            value={room}
            onChange={(value) => set({ room: value ?? '' })}
            data={[
              { value: '', label: t('board:allRooms') },
              ...rooms.map((name) => ({ value: name, label: name })),
            ]}
          />
        ) : null}
      </div>
      {data.count > rows.length ? (
        <p className="meta">{t('board:cut', { number: number(rows.length), total: number(data.count) })}</p>
      ) : null}
      <p className="sr" role="status">
        <LiveText>{announced}</LiveText>
      </p>
      <Groups
        of={shown}
        timeZone={timeZone}
        showTest={new Set(rows.map(({ inventory }) => inventory.code)).size > 1}
        onOpen={openPerson}
        none={search === '' ? '' : t('board:noMatch', { search })}
      />
      <PersonOnBoard
        clientId={clientId}
        timeZone={timeZone}
        person={people.find(({ row }) => row.membershipId === person)}
        dayActions={dayActions}
        onClose={close}
      />
    </div>
  )
}

/** Stops the clocks of all who are shown, or lets them go on. */
function PauseAll({ clientId, rows }: { clientId: string; rows: readonly BoardRow[] }) {
  const { t, i18n } = useTranslation()
  const pause = usePause()
  const params = { clientId }
  const idsOf = (paused: boolean) =>
    rows
      .filter((row) => isUnderWay(row) && (row.state === 'paused') === paused)
      .map(({ assignmentId }) => assignmentId)
  const [running, paused] = [idsOf(false), idsOf(true)]
  const words = (count: number) => ({ count, number: formatNumber(count, i18n.language) })
  const busy = (to: boolean) => pause.isPending && pause.variables.body.paused === to
  return (
    <span className={`row wraps push-end ${classes.all}`}>
      {paused.length > 0 ? (
        <Button
          size="sm"
          variant="twoTone"
          icon={<IconPlayerPlay aria-hidden />}
          loading={busy(false)}
          onClick={() => pause.mutate({ params, body: { paused: false, assignmentIds: paused } })}
        >
          <LiveText>{t('board:pause.resumeAll', words(paused.length))}</LiveText>
        </Button>
      ) : null}
      {running.length > 0 ? (
        <Button
          size="sm"
          icon={<IconPlayerPause aria-hidden />}
          loading={busy(true)}
          onClick={() => pause.mutate({ params, body: { paused: true, assignmentIds: running } })}
        >
          <LiveText>{t('board:pause.pauseAll', words(running.length))}</LiveText>
        </Button>
      ) : null}
    </span>
  )
}

/** The board's own search and room, in the address beside the filters of the page. */
function useBoardParams() {
  const [params, setParams] = useSearchParams()
  const set = (values: Readonly<Partial<Record<'find' | 'room', string>>>) =>
    void setParams(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(values)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return { room: params.get('room') ?? '', search: params.get('find') ?? '', set }
}

/** The same function for as long as the board is there, so that its cards are not drawn again with each change of the address. */
function useLatest(action: (membershipId: string) => void) {
  const latest = useRef(action)
  useEffect(() => {
    latest.current = action
  })
  return useCallback((membershipId: string) => latest.current(membershipId), [])
}

const lines = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** Grey cards until the first answer. */
function Skeleton() {
  return (
    <div className={`stack ${classes.skeleton}`} aria-busy data-busy>
      {lines.map((line) => (
        <span className="tinted rounded" key={line} />
      ))}
    </div>
  )
}
