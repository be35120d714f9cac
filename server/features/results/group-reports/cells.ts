import { maxReportGroups } from '#contract/group-reports.ts'
import { type Region, shownCells } from '#scoring/groups/shown-cells.ts'
import type { StageCount } from './queries.ts'

/** The people that the figures of a report are about. */
export interface About {
  /** The first month of the period. */
  readonly from: string
  readonly versionId: string | undefined
  /** Empty for all. */
  readonly groups: readonly string[]
}

/** A figure of a report: how many people it is about, and whether it may be shown. */
export interface Figures {
  readonly shown: ReadonlySet<string>
  /** The people of a cell; null where they may not be shown. */
  of(cell: string): number | null
}

export const cellOf = {
  version: (id: string) => `version:${id}`,
  group: (name: string) => `group:${name}`,
  month: (month: string) => `month:${month}`,
  lost: (stage: string, outcome: string) => `lost:${stage}:${outcome}`,
}

const stages = ['invited', 'opened', 'begun', 'finished'] as const
export const outcomes = ['waiting', 'expired', 'refused', 'cancelled'] as const

type Person = Pick<StageCount, 'group_name' | 'month'>

const isAbout = ({ groups }: About, { group_name }: Person) =>
  groups.length === 0 || groups.includes(group_name)

/** The cells of people who finished the version that a report is about. */
export function cellsOfFinished(about: About, person: Person): string[] {
  const inPeriod = person.month >= about.from
  const own = isAbout(about, person)
  return [
    ...(inPeriod ? [cellOf.version(about.versionId ?? ''), cellOf.group(person.group_name)] : []),
    ...(own ? [inPeriod ? 'people' : 'before', cellOf.month(person.month)] : []),
  ]
}

function cellsOf(about: About, row: StageCount): string[] {
  const finished = row.stage === 'finished'
  const inPeriod = row.month >= about.from
  const scored =
    row.version_id === null
      ? []
      : row.version_id === about.versionId
        ? cellsOfFinished(about, row)
        : inPeriod
          ? [cellOf.version(row.version_id)]
          : []
  if (!inPeriod || !isAbout(about, row)) return scored
  return [
    ...scored,
    ...stages.slice(0, stages.indexOf(row.stage) + 1),
    ...(finished ? [] : [cellOf.lost(row.stage, row.outcome)]),
  ]
}

/** People by cell. */
function sizesOf(regions: readonly Region[]): Map<string, number> {
  const sizes = new Map<string, number>()
  for (const { people, cells } of regions)
    for (const cell of cells) sizes.set(cell, (sizes.get(cell) ?? 0) + people)
  return sizes
}

/** The figures of some regions that may be shown beside each other, in the order of their importance. */
export function figuresOf(regions: readonly Region[], order: readonly string[]): Figures {
  const sizes = sizesOf(regions)
  const shown = shownCells(regions, order)
  return { shown, of: (cell) => (shown.has(cell) ? (sizes.get(cell) ?? 0) : null) }
}

/** Keys of a map, those of the largest value first. */
export const largest = (sizes: ReadonlyMap<string, number>): string[] =>
  [...sizes].sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1)).map(([key]) => key)

/** The versions that people finished in the period, the one that most took first. */
export function versionsIn(rows: readonly StageCount[], from: string): string[] {
  const sizes = new Map<string, number>()
  for (const { version_id: id, month, people } of rows)
    if (id !== null && month >= from) sizes.set(id, (sizes.get(id) ?? 0) + people)
  return largest(sizes)
}

/** The groups of those who finished the version, the largest first: those that a report lists, and the number of others. */
export function groupsIn(
  rows: readonly StageCount[],
  { from, versionId }: Pick<About, 'from' | 'versionId'>,
  asked: readonly string[],
): { listed: string[]; others: number } {
  const sizes = new Map<string, number>()
  for (const row of rows)
    if (row.version_id === versionId && versionId !== undefined && row.month >= from)
      sizes.set(row.group_name, (sizes.get(row.group_name) ?? 0) + row.people)
  const all = largest(sizes)
  const listed = all.filter((name, at) => at < maxReportGroups || asked.includes(name))
  return { listed, others: all.length - listed.length }
}

/**
 * The figures of a report. Which groups are shown depends on no choice of groups: the figures of two choices would differ by
 * those of a group that is too small.
 */
export function reportFigures(
  rows: readonly StageCount[],
  about: Omit<About, 'groups'>,
  {
    asked,
    listed,
    months,
  }: { asked: readonly string[]; listed: readonly string[]; months: readonly string[] },
): { figures: Figures; groups: string[]; tooSmall: string[] } {
  const regionsOf = (groups: readonly string[]) =>
    rows.map((row): Region => ({ people: row.people, cells: cellsOf({ ...about, groups }, row) }))
  const whole = regionsOf([])
  const versions = versionsIn(rows, about.from).map(cellOf.version)
  const first = [...versions, ...listed.map(cellOf.group)]
  const { shown } = figuresOf(whole, first)
  const groups = asked.filter((name) => shown.has(cellOf.group(name)))
  // A name that nobody there has is not repeated.
  const tooSmall = asked.filter(
    (name) => !groups.includes(name) && rows.some(({ group_name }) => group_name === name),
  )
  const regions = regionsOf(groups)
  const kept = first.filter((cell) => shown.has(cell))
  // Of groups that are all too small there is nothing to show.
  if (asked.length > 0 && groups.length === 0) return { figures: figuresOf(regions, kept), groups, tooSmall }
  const lost = stages.slice(0, 3).flatMap((stage) => outcomes.map((outcome) => cellOf.lost(stage, outcome)))
  const order = [
    ...kept,
    'people',
    'before',
    ...months.toReversed().map(cellOf.month),
    'invited',
    'finished',
    'begun',
    'opened',
    ...largest(sizesOf(regions)).filter((cell) => lost.includes(cell)),
    ...lost,
  ]
  return { figures: figuresOf(regions, order), groups, tooSmall }
}
