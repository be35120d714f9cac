import type { Locale } from '#contract/fields.ts'
import {
  type GroupFlag,
  type GroupMean,
  type GroupReport,
  type getGroupReport,
  groupFlag,
  lostAfter,
  maxReportMonths,
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
import { fewestPeople, shownCells } from '#scoring/groups/shown-cells.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { todayIn } from '#server/features/assignments/due.ts'
import { listedKeysOf } from '#server/features/delivery/results/listed.ts'
import { currentVersions, getVersion, nameOf, type Version } from '#server/features/inventories/versions.ts'
import { FieldFailure } from '#server/http/failure.ts'
import {
  type About,
  cellOf,
  cellsOfFinished,
  type Figures,
  figuresOf,
  groupsIn,
  largest,
  outcomes,
  reportFigures,
  versionsIn,
} from './cells.ts'
import { addMonths, monthsFrom } from './months.ts'
import {
  countQuality,
  countStages,
  type Finished,
  findTimes,
  type QualityCount,
  type ScoreSums,
  sumScores,
} from './queries.ts'

type Query = QueryOf<typeof getGroupReport>

const usualMonths = 6

/**
 * Figures of the people who were assigned a test within some months. All of it is counted by the database; a figure about fewer
 * than five people, or one that leads to such a figure, is null or absent.
 * @throws FieldFailure for an unknown or sensitive test, and for a period that is too long or ends before it begins
 */
export async function groupReport(
  db: Executor,
  client: AuthorizedClient,
  query: Query,
  { locale }: { locale: Locale },
): Promise<GroupReport> {
  const test = await testOf(db, query.inventory)
  const { from, to } = periodOf(query, (await todayIn(db, client.timeZone)).slice(0, 7))
  const months = monthsFrom(addMonths(to, 1 - maxReportMonths), to)
  const window = { inventoryId: test.inventoryId, from: months[0] ?? from, to }
  const counted = await countStages(db, client, window)
  const versions = await openVersions(db, versionsIn(counted, from))
  // A version that is sensitive shows nothing of its people but that they finished.
  const rows = counted.map((row) => (versions.has(row.version_id ?? '') ? row : { ...row, version_id: null }))
  const wanted = [...versions].find(([, { definition }]) => String(definition.version) === query.version)
  const [versionId, version] = wanted ?? [...versions][0] ?? []
  const asked = [...new Set(query.group?.split('\n') ?? [])]
  const { listed, others } = groupsIn(rows, { from, versionId }, asked)
  const { figures, groups, tooSmall } = reportFigures(rows, { from, versionId }, { asked, listed, months })
  const about: About = { from, versionId, groups }
  const people = figures.of('people')
  const finished = { ...window, versionId: versionId ?? '', groups: groups.length === 0 ? null : groups }
  const keys = version === undefined ? [] : listedKeysOf(version, locale)
  const main = keys.flatMap((key) => (key.main ? [key.key] : []))
  const figured = version !== undefined && people !== null && people > 0
  const own = figured ? await personalFigures(db, client, { finished, about, keys, main }) : nothing
  const crossed = own.sums.flatMap(({ group_name, month, ...sums }) =>
    group_name === null || month === null ? [] : [{ ...sums, group_name, month }],
  )
  const compared = comparisons(crossed, { about, figures, main, listed, months })
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
    everyone: asked.length === 0,
    groups,
    tooSmall,
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
    before: { people: figures.of('before'), scores: compared.before },
    change: compared.change,
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

/** @throws FieldFailure */
function periodOf(query: Pick<Query, 'from' | 'to'>, now: string): { from: string; to: string } {
  const to = query.to ?? (query.from === undefined ? now : addMonths(query.from, usualMonths - 1))
  const from = query.from ?? addMonths(to, 1 - usualMonths)
  if (from > to) throw new FieldFailure({ from: { key: 'period_order' } })
  if (monthsFrom(from, to).length > maxReportMonths) throw new FieldFailure({ from: { key: 'period_long' } })
  return { from, to }
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

type Personal = Pick<GroupReport, 'time' | 'scores' | 'quality'> & { readonly sums: readonly ScoreSums[] }

const nothing: Personal = {
  time: null,
  scores: [],
  quality: { high: null, medium: null, low: null, unknown: null, flags: [] },
  sums: [],
}

interface Asked {
  readonly finished: Finished
  readonly about: About
  readonly keys: GroupReport['keys']
  readonly main: readonly string[]
}

/** Time, scores and response quality of those who finished. */
async function personalFigures(
  db: Executor,
  client: AuthorizedClient,
  { finished, about, keys, main }: Asked,
): Promise<Personal> {
  const { from } = about
  const [times, counts, sums] = await Promise.all([
    findTimes(db, client, { ...finished, from }),
    countQuality(db, client, { ...finished, from }),
    sumScores(db, client, finished, { from, main }),
  ])
  const people = counts.reduce((sum, one) => sum + one.people, 0)
  const [lower = 0, median = 0, upper = 0] = (times ?? []).map((seconds) => Math.round(seconds / 10) * 10)
  return {
    time: times === null ? null : { lower, median, upper },
    scores: scoresOf(
      sums.filter((row) => isOfPeople(about, row)),
      keys,
      people,
    ),
    quality: qualityOf(counts),
    sums,
  }
}

const isOfPeople = ({ from, groups }: About, { month, group_name }: ScoreSums) =>
  month === null || (month >= from && (groups.length === 0 || groups.includes(group_name ?? '')))

function scoresOf(
  rows: readonly ScoreSums[],
  keys: GroupReport['keys'],
  people: number,
): GroupReport['scores'] {
  const byKey = Map.groupBy(rows, ({ key }) => key)
  return keys.flatMap(({ key, bands }) => {
    const own = byKey.get(key) ?? []
    const whole = own.reduce<Sums>(together, noScores)
    if (whole.n < fewestPeople) return []
    const sizeOf = (id: string | null) => own.reduce((sum, { band, n }) => (band === id ? sum + n : sum), 0)
    const sizes = new Map(bands.map(({ id }) => [id, sizeOf(id)]))
    const inBands = [...sizes.values()].reduce((sum, n) => sum + n, 0)
    const regions = [
      ...[...sizes].map(([id, n]) => ({ people: n, cells: ['people', 'scored', `band:${id}`] })),
      { people: whole.n - inBands, cells: ['people', 'scored'] },
      { people: people - whole.n, cells: ['people'] },
    ]
    const figures = figuresOf(regions, ['people', 'scored', ...largest(sizes).map((id) => `band:${id}`)])
    return [
      {
        key,
        people: figures.of('scored'),
        mean: whole.mean,
        sd: deviation(whole),
        error: errorOfMean(whole),
        sem: meanError(own, whole.n),
        bands: bands.map(({ id }) => ({ id, people: figures.of(`band:${id}`) })),
      },
    ]
  })
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

type CrossedSums = ScoreSums & { readonly group_name: string; readonly month: string }

interface Compared {
  readonly about: About
  readonly figures: Figures
  readonly main: readonly string[]
  readonly listed: readonly string[]
  readonly months: readonly string[]
}

type Means = Record<string, GroupMean>

/** The main scores by group and month, each compared with others where both may be shown. */
function comparisons(
  rows: readonly CrossedSums[],
  { about, figures, main, listed, months }: Compared,
): Pick<GroupReport, 'byGroup' | 'byMonth' | 'change'> & { before: Means } {
  const byKey = Map.groupBy(rows, ({ key }) => key)
  const shown = new Map(main.map((key) => [key, shownSums(byKey.get(key) ?? [], about, figures)]))
  const meansOf = (
    cell: string,
    than?: (sums: ReadonlyMap<string, Sums>, own: Sums) => Sums,
    of = 1,
  ): Means =>
    Object.fromEntries(
      [...shown].flatMap(([key, sums]) => {
        const own = sums.get(cell)
        if (own === undefined || own.n === 0) return []
        const other = than?.(sums, own) ?? noScores
        return [[key, meanOf(own, reliableDifference(own, other, of * main.length))]]
      }),
    )
  const groupCells = listed.filter((name) => figures.of(cellOf.group(name)) !== null)
  const monthCells = months.filter((month) => (figures.of(cellOf.month(month)) ?? 0) > 0)
  const others = (sums: ReadonlyMap<string, Sums>, own: Sums) =>
    without(sums.get(cellOf.version(about.versionId ?? '')) ?? noScores, own)
  const earlierThan = (month: string) => (sums: ReadonlyMap<string, Sums>) =>
    monthCells
      .filter((one) => one < month)
      .reduce((all, one) => together(all, sums.get(cellOf.month(one)) ?? noScores), noScores)
  const hidden = listed.filter((name) => !groupCells.includes(name)).sort()
  const chosen = [...groupCells, ...hidden].filter(
    (name) => about.groups.length === 0 || about.groups.includes(name),
  )
  // One group alone would be everybody again.
  const beside = listed.length < 2 ? [] : chosen
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
    before: meansOf('before'),
    change: meansOf('people', (sums) => sums.get('before') ?? noScores),
  }
}

/** The sums of one score for each figure that may be shown of it: some people of a group may not have the score. */
function shownSums(rows: readonly CrossedSums[], about: About, figures: Figures): Map<string, Sums> {
  const all = new Map<string, Sums>()
  const regions = rows.map((row) => {
    const cells = cellsOfFinished(about, row)
    for (const cell of cells) all.set(cell, together(all.get(cell) ?? noScores, row))
    return { people: row.n, cells }
  })
  const shown = shownCells(
    regions,
    [...figures.shown].filter((cell) => all.has(cell)),
  )
  return new Map([...all].filter(([cell]) => shown.has(cell)))
}

const meanOf = (sums: Sums, reliable: GroupMean['reliable']): GroupMean => ({
  people: sums.n,
  mean: sums.mean,
  error: errorOfMean(sums),
  reliable,
})
