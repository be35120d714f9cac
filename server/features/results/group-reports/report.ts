import type { Locale } from '#contract/fields.ts'
import {
  type GroupFlag,
  type GroupMean,
  type GroupReport,
  type getGroupReport,
  groupFlag,
  lostAfter,
  reportMonths,
} from '#contract/group-reports.ts'
import type { QueryOf } from '#contract/kit.ts'
import {
  deviation,
  errorOfMean,
  noScores,
  reliableDifference,
  type Sums,
  together,
  without,
} from '#scoring/groups/means.ts'
import { fewestPeople } from '#scoring/groups/shown-cells.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { todayIn } from '#server/features/assignments/due.ts'
import { listedKeysOf } from '#server/features/delivery/results/listed.ts'
import { currentVersions, getVersion, nameOf, type Version } from '#server/features/inventories/versions.ts'
import { FieldFailure } from '#server/http/failure.ts'
import {
  cellOf,
  cellsOfFinished,
  type Figures,
  figuresOf,
  groupsIn,
  largest,
  outcomes,
  reportFigures,
  scoredCell,
  scoredFigures,
  versionsIn,
} from './cells.ts'
import { addMonths, monthsFrom } from './months.ts'
import {
  countStages,
  type Finished,
  type QualityCount,
  type ScoreSums,
  type StageCount,
  sumPersonal,
} from './queries.ts'

type Query = QueryOf<typeof getGroupReport>

/**
 * Figures of everyone who was assigned a test in the last twelve months. All of it is counted by the database; a figure about
 * fewer than five people, or one that leads to such a figure, is null or absent.
 * @throws FieldFailure for an unknown or sensitive test
 */
export async function groupReport(
  db: Executor,
  client: AuthorizedClient,
  query: Query,
  { locale }: { locale: Locale },
): Promise<GroupReport> {
  const test = await testOf(db, query.inventory)
  const to = (await todayIn(db, client.timeZone)).slice(0, 7)
  const from = addMonths(to, 1 - reportMonths)
  const months = monthsFrom(from, to)
  const window = { inventoryId: test.inventoryId, from, to }
  const counted = await countStages(db, client, window)
  const versions = await openVersions(db, versionsIn(counted))
  // A version that is sensitive shows nothing of its people but that they finished.
  const rows = counted.map((row) => (versions.has(row.version_id ?? '') ? row : { ...row, version_id: null }))
  const wanted = [...versions].find(([, { definition }]) => String(definition.version) === query.version)
  const [versionId, version] = wanted ?? [...versions][0] ?? []
  const { listed, others } = groupsIn(rows, versionId)
  const figures = reportFigures(rows, versionId, { listed, months })
  const people = figures.of('people')
  const keys = version === undefined ? [] : listedKeysOf(version, locale)
  const main = keys.flatMap((key) => (key.main ? [key.key] : []))
  const figured = version !== undefined && people !== null && people > 0
  const own = figured
    ? await personalFigures(db, client, {
        finished: { ...window, versionId: versionId ?? '' },
        took: rows.filter((row) => row.version_id === versionId),
        figures,
        keys,
        main,
      })
    : nothing
  const compared = comparisons(own.sums, { figures, main, listed, months })
  return {
    client: client.name,
    locale,
    timeZone: client.timeZone,
    inventory: {
      id: test.inventoryId,
      code: test.definition.code,
      name: nameOf(version ?? test, locale),
    },
    from,
    to,
    versions: [...versions]
      .map(([id, { definition }]) => ({
        version: definition.version,
        people: figures.of(cellOf.version(id)),
      }))
      .sort((a, b) => b.version - a.version),
    version: version?.definition.version ?? null,
    people,
    funnel: funnelOf(figures),
    keys,
    time: own.time,
    scores: own.scores,
    quality: own.quality,
    byGroup: compared.byGroup,
    otherGroups: others,
    byMonth: compared.byMonth,
  }
}

/** @throws FieldFailure */
async function testOf(db: Executor, named: string): Promise<Version> {
  const found = (await currentVersions(db)).find(
    ({ inventoryId, definition }) => inventoryId === named || definition.code === named,
  )
  if (found === undefined) throw new FieldFailure({ inventory: { key: 'unknown_inventory' } })
  if (found.definition.sensitive) throw new FieldFailure({ inventory: { key: 'sensitive_test' } })
  return found
}

/** Versions by id, without sensitive ones. */
async function openVersions(db: Executor, ids: readonly string[]): Promise<Map<string, Version>> {
  const versions = await Promise.all(ids.map(async (id) => [id, await getVersion(db, id)] as const))
  return new Map(versions.filter(([, { definition }]) => !definition.sensitive))
}

function funnelOf(figures: Figures): GroupReport['funnel'] {
  return {
    invited: figures.of('invited'),
    opened: figures.of('opened'),
    begun: figures.of('begun'),
    finished: figures.of('finished'),
    lost: lostAfter.options.map((after) => {
      const [waiting = null, expired = null, refused = null, cancelled = null] = outcomes.map((outcome) =>
        figures.of(cellOf.lost(after, outcome)),
      )
      return { after, waiting, expired, refused, cancelled }
    }),
  }
}

/** The sums of the main scores by their keys and by the figures that may be shown of them. */
type ShownSums = ReadonlyMap<string, ReadonlyMap<string, Sums>>

type Personal = Pick<GroupReport, 'time' | 'scores' | 'quality'> & { readonly sums: ShownSums }

const nothing: Personal = {
  time: null,
  scores: [],
  quality: { high: null, medium: null, low: null, unknown: null, flags: [] },
  sums: new Map(),
}

interface Asked {
  readonly finished: Finished
  /** Everyone who finished the version. */
  readonly took: readonly StageCount[]
  readonly figures: Figures
  readonly keys: GroupReport['keys']
  readonly main: readonly string[]
}

/** Time, scores and response quality of those who finished. */
async function personalFigures(
  db: Executor,
  client: AuthorizedClient,
  { finished, took, figures, keys, main }: Asked,
): Promise<Personal> {
  const { times, qualities: counts, scores: rows } = await sumPersonal(db, client, finished, main)
  const people = counts.reduce((sum, one) => sum + one.people, 0)
  const [lower = 0, median = 0, upper = 0] = (times ?? []).map((seconds) => Math.round(seconds / 10) * 10)
  const byKey = Map.groupBy(rows, ({ key }) => key)
  const sums = new Map(main.map((key) => [key, shownSums(byKey.get(key) ?? [], took, figures)]))
  return {
    time: times === null ? null : { lower, median, upper },
    scores: keys.flatMap((key) => {
      // Main scores have figures of groups and months beside their own.
      const beside = sums.get(key.key)
      return scoreOf(byKey.get(key.key) ?? [], key, {
        people,
        mayShow: beside === undefined || beside.has('people'),
      })
    }),
    quality: qualityOf(counts),
    sums,
  }
}

const tenths = (value: number) => Math.round(value * 10) / 10

/** One score of all people. Where some few lack it nothing tells how many have it. */
function scoreOf(
  rows: readonly ScoreSums[],
  { key, bands }: GroupReport['keys'][number],
  { people, mayShow }: { people: number; mayShow: boolean },
): GroupReport['scores'] {
  const whole = rows.reduce<Sums>(together, noScores)
  if (whole.n < fewestPeople) return []
  const sizeOf = (id: string | null) => rows.reduce((sum, { band, n }) => (band === id ? sum + n : sum), 0)
  const sizes = new Map(bands.map(({ id }) => [id, sizeOf(id)]))
  const inBands = [...sizes.values()].reduce((sum, n) => sum + n, 0)
  const regions = [
    ...[...sizes].map(([id, n]) => ({ people: n, cells: ['people', 'scored', `band:${id}`] })),
    { people: whole.n - inBands, cells: ['people', 'scored'] },
    { people: Math.max(0, people - whole.n), cells: ['people'] },
  ]
  const figures = figuresOf(regions, ['people', 'scored', ...largest(sizes).map((id) => `band:${id}`)])
  const scored = mayShow ? figures.of('scored') : null
  const sd = deviation(whole)
  if (scored === null) {
    // Exact means of whole points are fractions with the number of people below the line.
    const hidden = bands.map(({ id }) => ({ id, people: null }))
    const about = { mean: tenths(whole.mean), sd: sd === null ? null : tenths(sd) }
    return [{ key, people: null, ...about, error: null, sem: null, bands: hidden }]
  }
  return [
    {
      key,
      people: scored,
      mean: whole.mean,
      sd,
      error: errorOfMean(whole),
      sem: meanError(rows, whole.n),
      bands: bands.map(({ id }) => ({ id, people: figures.of(`band:${id}`) })),
    },
  ]
}

/** The mean error of measurement; null where any is unknown. */
const meanError = (rows: readonly ScoreSums[], n: number): number | null =>
  rows.reduce<number | null>(
    (sum, { se, n: of }) => (sum === null || se === null ? null : sum + (se * of) / n),
    0,
  )

const qualities = ['high', 'medium', 'low', 'unknown'] as const

function qualityOf(counts: readonly QualityCount[]): GroupReport['quality'] {
  const flagsOf = ({ flags, away, copied, devices, time }: QualityCount): GroupFlag[] => [
    ...new Set([
      ...flags.flatMap((kind) => groupFlag.safeParse(kind).data ?? []),
      ...(away ? ['away' as const] : []),
      ...(copied ? ['copied' as const] : []),
      ...(devices ? ['devices' as const] : []),
      ...(time ? ['time' as const] : []),
    ]),
  ]
  const regions = counts.map((one) => ({
    people: one.people,
    cells: ['people', one.quality ?? 'unknown', ...flagsOf(one)],
  }))
  const sizes = new Map<string, number>()
  for (const { people, cells } of regions)
    for (const cell of cells) sizes.set(cell, (sizes.get(cell) ?? 0) + people)
  const bySize = largest(sizes)
  const figures = figuresOf(regions, [
    'people',
    ...bySize.filter((cell) => (qualities as readonly string[]).includes(cell)),
    ...qualities,
    ...bySize,
  ])
  const [high = null, medium = null, low = null, unknown = null] = qualities.map((quality) =>
    figures.of(quality),
  )
  return {
    high,
    medium,
    low,
    unknown,
    flags: groupFlag.options.flatMap((flag) => (sizes.has(flag) ? [{ flag, people: figures.of(flag) }] : [])),
  }
}

interface Compared {
  readonly figures: Figures
  readonly main: readonly string[]
  readonly listed: readonly string[]
  readonly months: readonly string[]
}

/** The main scores by group and month, each compared with others where both may be shown. */
function comparisons(
  shown: ShownSums,
  { figures, main, listed, months }: Compared,
): Pick<GroupReport, 'byGroup' | 'byMonth'> {
  const meansOf = (
    cell: string,
    than: (sums: ReadonlyMap<string, Sums>, own: Sums) => Sums,
    of: number,
  ): Record<string, GroupMean> =>
    Object.fromEntries(
      [...shown].flatMap(([key, sums]) => {
        const own = sums.get(cell)
        if (own === undefined || own.n === 0) return []
        return [[key, meanOf(own, reliableDifference(own, than(sums, own), of * main.length))]]
      }),
    )
  const groupCells = listed.filter((name) => figures.of(cellOf.group(name)) !== null)
  const monthCells = months.filter((month) => (figures.of(cellOf.month(month)) ?? 0) > 0)
  const others = (sums: ReadonlyMap<string, Sums>, own: Sums) => without(sums.get('people') ?? noScores, own)
  const earlierThan = (month: string) => (sums: ReadonlyMap<string, Sums>) =>
    monthCells
      .filter((one) => one < month)
      .reduce((all, one) => together(all, sums.get(cellOf.month(one)) ?? noScores), noScores)
  const hidden = listed.filter((name) => !groupCells.includes(name)).sort()
  // One group alone would be everybody again.
  const beside = listed.length < 2 ? [] : [...groupCells, ...hidden]
  return {
    byGroup: beside.map((name) => ({
      name,
      people: figures.of(cellOf.group(name)),
      scores: meansOf(cellOf.group(name), others, groupCells.length),
    })),
    byMonth: months.map((month) => ({
      month,
      people: figures.of(cellOf.month(month)),
      scores: meansOf(cellOf.month(month), earlierThan(month), Math.max(1, monthCells.length - 1)),
    })),
  }
}

/** The sums of one score for each figure that may be shown of it: some people of a group may not have the score. */
function shownSums(
  rows: readonly ScoreSums[],
  took: readonly StageCount[],
  figures: Figures,
): Map<string, Sums> {
  const crossed = rows.flatMap(({ group_name, month, ...sums }) =>
    group_name === null || month === null ? [] : [{ ...sums, group_name, month }],
  )
  const { shown } = scoredFigures(figures, took, crossed)
  const all = new Map<string, Sums>()
  for (const row of crossed)
    for (const cell of cellsOfFinished(row))
      if (shown.has(scoredCell(cell))) all.set(cell, together(all.get(cell) ?? noScores, row))
  return all
}

const meanOf = (sums: Sums, reliable: GroupMean['reliable']): GroupMean => ({
  people: sums.n,
  mean: sums.mean,
  error: errorOfMean(sums),
  reliable,
})
