import { type ReactNode, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BoardRow } from '#contract/board.ts'
import { formatNumber, formatTime } from '#contract/format.ts'
import { FullAccess } from '../../../app/reader.tsx'
import { Fact, Facts as FactList } from '../../../ui/overlay/Facts.tsx'
import { SidePanel } from '../../../ui/overlay/SidePanel.tsx'
import { LiveText } from '../../../ui/text/LiveText.tsx'
import { useAccommodationWords } from '../../assignments/accommodations/useAccommodationWords.ts'
import classes from './board.module.css'
import { Notes } from './Notes.tsx'
import { PersonActions } from './PersonActions.tsx'
import { type BoardPerson, groupOf } from './rows.ts'
import { stateIcons } from './state.tsx'

interface PersonOnBoardProps {
  clientId: string
  timeZone: string
  person: BoardPerson | undefined
  /** Further actions of a test day for a person. */
  dayActions?: ((row: BoardRow) => ReactNode) | undefined
  onClose: () => void
}

/** One person of the board, as they are now, with what can be done. */
export function PersonOnBoard({ person, onClose, ...rest }: PersonOnBoardProps) {
  return (
    <SidePanel
      opened={person !== undefined}
      title={person ? <span dir="auto">{person.row.name}</span> : null}
      onClose={onClose}
    >
      {person ? <Person key={person.row.membershipId} person={person} {...rest} /> : null}
    </SidePanel>
  )
}

type PersonProps = Omit<PersonOnBoardProps, 'person' | 'onClose'> & { person: BoardPerson }

function Person({ clientId, timeZone, person: { row, tests }, dayActions }: PersonProps) {
  // Text that was begun stays with its test when the person goes on to the next one.
  const [typed, setTyped] = useState<string>()
  const noted = tests.find(({ assignmentId }) => assignmentId === typed) ?? row
  const { assignmentId } = noted
  const onTyped = useCallback((is: boolean) => setTyped(is ? assignmentId : undefined), [assignmentId])
  return (
    <div className="stack one-column gap-16">
      <State row={row} />
      <Facts row={row} timeZone={timeZone} />
      <FullAccess>
        <PersonActions clientId={clientId} row={row} tests={tests}>
          {dayActions?.(row)}
        </PersonActions>
      </FullAccess>
      <OtherTests tests={tests.filter((test) => test !== row)} />
      <Notes
        key={assignmentId}
        clientId={clientId}
        assignmentId={assignmentId}
        count={noted.notes}
        timeZone={timeZone}
        test={tests.length > 1 ? noted.inventory.name : undefined}
        onTyped={onTyped}
      />
    </div>
  )
}

function State({ row }: { row: Pick<BoardRow, 'state'> }) {
  const { t } = useTranslation()
  const Icon = stateIcons[row.state]
  return (
    <span className={`inline-row rigid gap-4 semibold ink ${classes.state}`} data-group={groupOf(row)}>
      <Icon size={18} stroke={2.5} aria-hidden />
      <LiveText>{t(`board:state.${row.state}`)}</LiveText>
    </span>
  )
}

function Facts({ row, timeZone }: { row: BoardRow; timeZone: string }) {
  const { t, i18n } = useTranslation()
  const accommodations = useAccommodationWords()(row.accommodations)
  const number = (value: number) => formatNumber(value, i18n.language)
  const at = (moment: string | null) => moment && formatTime(moment, i18n.language, timeZone)
  const words = (count: number) => ({ count, number: number(count) })
  const ended = groupOf(row) === 'finished'
  const facts: [key: string, value: string | null][] = [
    ['test', row.inventory.name],
    ['room', row.room],
    ['tablet', row.tablet],
    ['section', ended ? '' : row.section],
    ['item', ended || row.item === null ? '' : number(row.item)],
    ['answered', t('board:of', { answered: number(row.answered), total: number(row.total) })],
    ['unsent', row.unsent > 0 ? number(row.unsent) : ''],
    ['started', at(row.startedAt)],
    ['offline', row.startedOffline ? t('board:fact.yes') : ''],
    ['seen', ended ? '' : at(row.seenAt)],
    ['paused', row.breakUntil === null ? at(row.pausedAt) : ''],
    ['break', at(row.breakUntil)],
    ['deadline', ended || row.pausedAt !== null ? '' : at(row.deadline)],
    ['finished', at(row.finishedAt)],
    ['added', row.addedMinutes > 0 ? t('board:minutes', words(row.addedMinutes)) : ''],
    ['accommodations', accommodations.join(' · ')],
    ['kept', row.kept > 0 ? number(row.kept) : ''],
  ]
  return (
    <FactList>
      {facts.map(([key, value]) =>
        value === '' || value === null ? null : (
          <Fact key={key} name={t(`board:fact.${key}`)} dir="auto">
            <LiveText>{value}</LiveText>
          </Fact>
        ),
      )}
    </FactList>
  )
}

/** The tests of the same person that are not the one above. */
function OtherTests({ tests }: { tests: readonly BoardRow[] }) {
  const { t } = useTranslation()
  if (tests.length === 0) return null
  return (
    <section className="stack one-column gap-8">
      <h3 className="text-16">{t('board:others')}</h3>
      <ul className="stack gap-8">
        {tests.map((test) => (
          <li className="flex split gap-12" key={test.assignmentId}>
            <span>{test.inventory.name}</span>
            <State row={test} />
          </li>
        ))}
      </ul>
    </section>
  )
}
