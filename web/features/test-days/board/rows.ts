import type { BoardRow, BoardState } from '#contract/board.ts'
import { fold } from '../../../app/layouts/search/fold.ts'

/** The groups of a board, in the order in which they are shown. */
export const groups = [
  'attention',
  'paused',
  'on_break',
  'running',
  'between',
  'finished',
  'not_started',
] as const
export type Group = (typeof groups)[number]

const groupOfState: Record<BoardState, Group> = {
  offline: 'attention',
  idle: 'attention',
  paused: 'paused',
  on_break: 'on_break',
  running: 'running',
  not_started: 'not_started',
  finished: 'finished',
  ended: 'finished',
}
export const groupOf = ({ state }: Pick<BoardRow, 'state'>): Group => groupOfState[state]

/** The group of a person: who has finished a test and not begun the next one is between the two. */
const groupOfPerson = ({ row, tests }: BoardPerson): Group =>
  row.state === 'not_started' && tests.some((test) => groupOf(test) === 'finished') ? 'between' : groupOf(row)

/** Tells whether the test is under way, also while its device is away. */
export const isUnderWay = (row: Pick<BoardRow, 'state'>): boolean =>
  ['attention', 'paused', 'on_break', 'running'].includes(groupOf(row))

/** Since when it is in its state; null where the server has not heard. */
export function sinceOf(row: BoardRow): string | null {
  switch (row.state) {
    case 'offline':
      return row.seenAt
    case 'idle':
      return row.answeredAt ?? row.startedAt
    case 'paused':
    case 'on_break':
      return row.pausedAt
    case 'finished':
    case 'ended':
      return row.finishedAt
    case 'running':
    case 'not_started':
      return null
  }
}

/** A person with what they do now, and all of their tests on this board. */
export interface BoardPerson {
  row: BoardRow
  tests: readonly BoardRow[]
}

const time = (moment: string | null) => (moment === null ? 0 : Date.parse(moment))

/** The running test of a person, else the next, else the last. */
function currentOf(tests: readonly [BoardRow, ...BoardRow[]]): BoardRow {
  const latest = (of: readonly BoardRow[], at: (row: BoardRow) => string | null) =>
    of.reduce<BoardRow | undefined>(
      (best, row) => (best === undefined || time(at(row)) > time(at(best)) ? row : best),
      undefined,
    )
  return (
    latest(tests.filter(isUnderWay), (row) => row.startedAt) ??
    tests.find(({ state }) => state === 'not_started') ??
    latest(tests, (row) => row.finishedAt) ??
    tests[0]
  )
}

/** One row for each person, in the order in which the people come. */
export function byPerson(rows: readonly BoardRow[]): BoardPerson[] {
  const people = new Map<string, [BoardRow, ...BoardRow[]]>()
  for (const row of rows) {
    const tests = people.get(row.membershipId)
    if (tests) tests.push(row)
    else people.set(row.membershipId, [row])
  }
  return [...people.values()].map((tests) => ({ row: currentOf(tests), tests }))
}

export type Grouped = Record<Group, BoardPerson[]>

/** The people by group: who needs attention longest comes first, and so does who finished last. */
export function grouped(people: readonly BoardPerson[]): Grouped {
  const of = (group: Group) => people.filter((person) => groupOfPerson(person) === group)
  const since = ({ row }: BoardPerson) => time(sinceOf(row))
  return {
    attention: of('attention').toSorted((a, b) => since(a) - since(b)),
    paused: of('paused'),
    on_break: of('on_break'),
    running: of('running'),
    between: of('between'),
    finished: of('finished').toSorted((a, b) => since(b) - since(a)),
    not_started: of('not_started'),
  }
}

/** The people whose name, test or tablet has these words. */
export function found(people: readonly BoardPerson[], search: string): readonly BoardPerson[] {
  const wanted = fold(search)
  if (wanted === '') return people
  return people.filter(({ row, tests }) =>
    [row.name, row.tablet, ...tests.map(({ inventory }) => inventory.code)].some((text) =>
      fold(text).includes(wanted),
    ),
  )
}

/** The rooms of a board, by name. */
export const roomsOf = (rows: readonly BoardRow[]): string[] =>
  [...new Set(rows.map(({ room }) => room))]
    .filter((room) => room !== '')
    .sort((a, b) => a.localeCompare(b, 'tr', { numeric: true }))
