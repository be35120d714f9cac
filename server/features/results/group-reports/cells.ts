import { type GroupFlag, groupFlag, maxReportGroups } from '#contract/group-reports.ts'
import { type Region, shownCells } from '#scoring/groups/shown-cells.ts'
import type { QualityCount, ScoreSums, StageCount } from './queries.ts'

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

/** The cells of people who finished the version that a report is about. */
export const cellsOfFinished = ({
  group_name,
  month,
}: {
  readonly group_name: string
  readonly month: string
}): string[] => ['people', cellOf.group(group_name), cellOf.month(month)]

function cellsOf(row: StageCount, versionId: string | undefined): string[] {
  return [
    ...(row.version_id === null ? [] : [cellOf.version(row.version_id)]),
    ...(row.version_id !== null && row.version_id === versionId ? cellsOfFinished(row) : []),
    ...stages.slice(0, stages.indexOf(row.stage) + 1),
    ...(row.stage === 'finished' ? [] : [cellOf.lost(row.stage, row.outcome)]),
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

/** The versions that people finished, the one that most took first. */
export function versionsIn(rows: readonly StageCount[]): string[] {
  const sizes = new Map<string, number>()
  for (const { version_id: id, people } of rows) if (id !== null) sizes.set(id, (sizes.get(id) ?? 0) + people)
  return largest(sizes)
}

/** The groups of those who finished the version, the largest first: those that a report lists, and the number of others. */
export function groupsIn(
  rows: readonly StageCount[],
  versionId: string | undefined,
): { listed: string[]; others: number } {
  const sizes = new Map<string, number>()
  for (const row of rows)
    if (row.version_id !== null && row.version_id === versionId)
      sizes.set(row.group_name, (sizes.get(row.group_name) ?? 0) + row.people)
  const all = largest(sizes)
  const listed = all.slice(0, maxReportGroups)
  return { listed, others: all.length - listed.length }
}

/** The figures of a report. Versions come first: which of them are shown is the same in the report of each. */
export function reportFigures(
  rows: readonly StageCount[],
  versionId: string | undefined,
  { listed, months }: { listed: readonly string[]; months: readonly string[] },
): Figures {
  const regions = rows.map((row): Region => ({ people: row.people, cells: cellsOf(row, versionId) }))
  const lost = stages.slice(0, 3).flatMap((stage) => outcomes.map((outcome) => cellOf.lost(stage, outcome)))
  return figuresOf(regions, [
    ...versionsIn(rows).map(cellOf.version),
    'people',
    ...listed.map(cellOf.group),
    ...months.toReversed().map(cellOf.month),
    'invited',
    'finished',
    'begun',
    'opened',
    ...largest(sizesOf(regions)).filter((cell) => lost.includes(cell)),
    ...lost,
  ])
}

/** The scores of some people in one group who were assigned the test in one month. */
interface Scored {
  readonly group_name: string
  readonly month: string
  readonly n: number
}

export const scoredCell = (cell: string) => `scored:${cell}`

/**
 * The figures of those people who have one score, beside all that a report shows already: those who lack the score are what
 * remains of a figure.
 * @param finished everyone who finished the version, by group and month
 * @param scored those of them who have the score
 */
export function scoredFigures(
  figures: Figures,
  finished: readonly (Omit<Scored, 'n'> & { readonly people: number })[],
  scored: readonly Scored[],
): Figures {
  const shown = [...figures.shown].filter((cell) => /^(people$|group:|month:)/.test(cell))
  const numbers = new Map<string, number>()
  const placeOf = ({ group_name, month }: Omit<Scored, 'n'>) => `${month} ${group_name}`
  for (const one of scored) numbers.set(placeOf(one), (numbers.get(placeOf(one)) ?? 0) + one.n)
  const regions = [...Map.groupBy(finished, placeOf).values()].flatMap((rows): Region[] => {
    const [place] = rows
    if (place === undefined) return []
    const cells = cellsOfFinished(place)
    const people = rows.reduce((sum, one) => sum + one.people, 0)
    const n = Math.min(people, numbers.get(placeOf(place)) ?? 0)
    return [
      { people: n, cells: [...cells, ...cells.map(scoredCell)] },
      { people: people - n, cells },
    ]
  })
  return figuresOf(regions, [...shown, ...shown.map(scoredCell)])
}

export const qualities = ['high', 'medium', 'low', 'unknown'] as const

const flagsOf = ({ flags, away, copied, devices, time }: QualityCount): GroupFlag[] => [
  ...new Set([
    ...flags.flatMap((kind) => groupFlag.safeParse(kind).data ?? []),
    ...(away ? ['away' as const] : []),
    ...(copied ? ['copied' as const] : []),
    ...(devices ? ['devices' as const] : []),
    ...(time ? ['time' as const] : []),
  ]),
]

/** The figures of response quality, and the flags that anybody has. */
export function qualityFigures(counts: readonly QualityCount[]): Figures & { readonly flags: GroupFlag[] } {
  const regions = counts.map(
    (one): Region => ({
      people: one.people,
      cells: ['people', one.quality ?? 'unknown', ...flagsOf(one)],
    }),
  )
  const sizes = sizesOf(regions)
  const bySize = largest(sizes)
  const figures = figuresOf(regions, [
    'people',
    ...bySize.filter((cell) => (qualities as readonly string[]).includes(cell)),
    ...qualities,
    ...bySize,
  ])
  return { ...figures, flags: groupFlag.options.filter((flag) => sizes.has(flag)) }
}

/** People of one band of a score, or of none, by their response quality. */
export type Banded = Pick<ScoreSums, 'band' | 'n' | 'high' | 'medium' | 'low'>

export const bandCell = (id: string) => `band:${id}`

/**
 * The figures of one score: how many have it, and its bands, beside the response quality that the report shows of everybody.
 * @param rows those who have the score
 * @param counts everybody, with what is shown of their quality
 */
export function bandFigures(
  rows: readonly Banded[],
  bands: readonly string[],
  counts: readonly Pick<QualityCount, 'quality' | 'people'>[],
  quality: Figures,
): Figures {
  const levelsOf = ({ n, high, medium, low }: Banded) => ({
    high,
    medium,
    low,
    unknown: n - high - medium - low,
  })
  const regions = qualities.flatMap((level): Region[] => {
    const scored = rows.map((row): Region => {
      const band = row.band !== null && bands.includes(row.band) ? [bandCell(row.band)] : []
      return { people: levelsOf(row)[level], cells: ['people', level, 'scored', ...band] }
    })
    const all = counts.reduce((sum, one) => sum + ((one.quality ?? 'unknown') === level ? one.people : 0), 0)
    const lacking = all - scored.reduce((sum, { people }) => sum + people, 0)
    return [...scored, { people: Math.max(0, lacking), cells: ['people', level] }]
  })
  const sizes = sizesOf(regions)
  const cells = bands.map(bandCell)
  return figuresOf(regions, [
    'people',
    ...qualities.filter((level) => quality.shown.has(level)),
    'scored',
    ...largest(sizes).filter((cell) => cells.includes(cell)),
    ...cells,
  ])
}
