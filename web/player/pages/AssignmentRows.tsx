import {
  IconBan,
  IconBuildingFactory,
  IconCalendarEvent,
  IconCalendarOff,
  IconCheck,
  IconClock,
  IconHandStop,
  IconHourglass,
  IconLock,
  IconPlayerPlay,
  IconQuestionMark,
  IconReceipt,
  type TablerIcon,
} from '@tabler/icons-react'
import type { Locale } from '#contract/fields.ts'
import { formatDate, formatDay } from '#contract/format.ts'
import { assignmentPath, navigate } from '../address.ts'
import { countdown, secondsLeft } from '../attempt/clock/clock.ts'
import { cx } from '../cx.ts'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { t, useLocale } from '../words.ts'
import { dayWords } from './days.ts'
import { type AssignmentState, inOrder, type ListedAssignment, stateOf } from './list.ts'
import { openingWords } from './opening.ts'
import styles from './pages.module.css'
import { ResultButton } from './ResultButton.tsx'

interface Rows {
  list: readonly ListedAssignment[]
  serverTime: string
}

const looks: Record<AssignmentState, { icon: TablerIcon; look: string | undefined }> = {
  running: { icon: IconPlayerPlay, look: controls.statusGo },
  waiting: { icon: IconClock, look: undefined },
  lastDay: { icon: IconClock, look: controls.statusWarn },
  notYet: { icon: IconLock, look: undefined },
  completed: { icon: IconCheck, look: controls.statusGood },
  ended: { icon: IconCheck, look: undefined },
  expired: { icon: IconCalendarOff, look: undefined },
  cancelled: { icon: IconBan, look: undefined },
  withdrawn: { icon: IconHandStop, look: undefined },
  closed: { icon: IconLock, look: undefined },
  unknown: { icon: IconQuestionMark, look: undefined },
}

function Status({ state }: { state: AssignmentState }) {
  const { icon: Icon, look } = looks[state]
  return (
    <span className={cx(controls.status, look)}>
      <Icon size={16} stroke={2.5} aria-hidden />
      {t(`player:state.${state}`)}
    </span>
  )
}

function OpenButton({
  assignment,
  state,
  first,
}: {
  assignment: ListedAssignment
  state: AssignmentState
  first: boolean
}) {
  return (
    <Button
      look={first ? 'primary' : 'secondary'}
      aria-describedby={`name-${assignment.id}`}
      onClick={() => navigate(assignmentPath(assignment.id))}
    >
      {state === 'running' ? t('player:button.continue') : t('player:list.prepare')}
    </Button>
  )
}

const isOpenState = (state: AssignmentState) =>
  state === 'running' || state === 'waiting' || state === 'lastDay' || state === 'notYet'

const opensWords = ({ opening, timeZone }: ListedAssignment, serverTime: string, locale: Locale) =>
  opening === null ? [] : openingWords(opening, serverTime, locale, timeZone)

function Card({
  assignment,
  serverTime,
  first,
}: {
  assignment: ListedAssignment
  serverTime: string
  first: boolean
}) {
  const locale = useLocale()
  const state = stateOf(assignment, serverTime)
  const { answered, itemCount, completedAt, dueDate, deadline, timeZone } = assignment
  const open = isOpenState(state)
  const opens = opensWords(assignment, serverTime, locale)
  return (
    <li className={cx(styles.assignment, first && styles.now)}>
      <div className="row split gap-8">
        <Status state={state} />
        {state === 'running' && <b className={controls.small} dir="ltr">{`${answered} / ${itemCount}`}</b>}
        {completedAt !== null && (
          <span className={cx('muted', controls.small)}>{formatDate(completedAt, locale, timeZone)}</span>
        )}
        {state === 'expired' && dueDate !== null && (
          <span className={cx('muted', controls.small)}>{dayWords(dueDate, locale)}</span>
        )}
      </div>
      <h2 className={controls.heading} id={`name-${assignment.id}`}>
        {assignment.inventory.name}
      </h2>
      <p className={`cluster muted ${styles.meta}`}>
        <span>
          <IconBuildingFactory size={20} aria-hidden />
          {assignment.client.name}
        </span>
        {open && deadline === null && (
          <span>
            <IconClock size={20} aria-hidden />
            {t('player:facts.minutesShort', { count: assignment.minutes })}
          </span>
        )}
        {state === 'running' && deadline !== null && (
          <span>
            <IconHourglass size={20} aria-hidden />
            {t('player:list.left', { time: countdown(secondsLeft(deadline, Date.parse(serverTime))) })}
          </span>
        )}
        {open && dueDate !== null && state !== 'lastDay' && deadline === null && (
          <span>
            <IconCalendarEvent size={20} aria-hidden />
            {dayWords(dueDate, locale)}
          </span>
        )}
        {opens.map((words) => (
          <span key={words}>
            <IconLock size={20} aria-hidden />
            {words}
          </span>
        ))}
        {assignment.receipt !== null && (
          <span>
            <IconReceipt size={20} aria-hidden />
            <bdi>{assignment.receipt}</bdi>
          </span>
        )}
      </p>
      {state === 'running' && (
        <span className={controls.progress} aria-hidden style={{ flex: 'none' }}>
          <span style={{ width: `${(answered / Math.max(1, itemCount)) * 100}%` }} />
        </span>
      )}
      {open && <OpenButton assignment={assignment} state={state} first={first} />}
      <ResultButton of={assignment} />
      {state === 'expired' && <p className={controls.small}>{t('player:closed.moreTime')}</p>}
    </li>
  )
}

export function AssignmentCards({ list, serverTime }: Rows) {
  return (
    <ul className={styles.list}>
      {inOrder(list, serverTime).map((assignment, index) => (
        <Card
          key={assignment.id}
          assignment={assignment}
          serverTime={serverTime}
          first={index === 0 && assignment.status === 'pending' && assignment.opening === null}
        />
      ))}
    </ul>
  )
}

/** The same as a table, where there is room for one. */
export function AssignmentTable({ list, serverTime }: Rows) {
  const locale = useLocale()
  return (
    <table className={`full-width above-16 surface rounded-lg clip ${styles.table}`}>
      <thead>
        <tr>
          <th scope="col">{t('player:list.test')}</th>
          <th scope="col">{t('player:list.client')}</th>
          <th scope="col">{t('player:list.status')}</th>
          <th scope="col">{t('player:list.due')}</th>
          <th scope="col">
            <span className="sr">{t('player:list.action')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {inOrder(list, serverTime).map((assignment, index) => {
          const state = stateOf(assignment, serverTime)
          return (
            <tr key={assignment.id}>
              <td>
                <b id={`name-${assignment.id}`}>{assignment.inventory.name}</b>
                <br />
                <span className={cx('muted', controls.small)}>
                  {state === 'running'
                    ? `${assignment.answered} / ${assignment.itemCount}`
                    : t('player:facts.minutesShort', { count: assignment.minutes })}
                </span>
              </td>
              <td>{assignment.client.name}</td>
              <td>
                <Status state={state} />
                {assignment.completedAt !== null && (
                  <p className={controls.small}>
                    {formatDate(assignment.completedAt, locale, assignment.timeZone)}
                  </p>
                )}
                {opensWords(assignment, serverTime, locale).map((words) => (
                  <p key={words} className={controls.small}>
                    {words}
                  </p>
                ))}
              </td>
              <td>{assignment.dueDate !== null && formatDay(assignment.dueDate, locale)}</td>
              <td>
                {isOpenState(state) ? (
                  <OpenButton
                    assignment={assignment}
                    state={state}
                    first={index === 0 && assignment.opening === null}
                  />
                ) : (
                  <bdi className={controls.small}>{assignment.receipt}</bdi>
                )}
                <ResultButton of={assignment} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
