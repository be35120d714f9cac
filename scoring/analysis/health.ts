import type { Locale } from '#scoring/definition/definition.ts'
import { type Interval, wilson } from '#scoring/statistics/counts.ts'
import type { Reason } from './figures.ts'
import { type Flag, type FlagCode, guessableFlags, itemFlags, likertFlags } from './flags.ts'
import { keyPlaces } from './key-places.ts'
import { languageDif } from './language-dif.ts'
import { analyseLikert, type LikertScale } from './likert.ts'
import { blankCodes, type CodeMatrix, codesEach, type Points } from './matrix.ts'
import type { Plan, PlannedItem, PlannedPart } from './plan.ts'
import { type RestCurve, restCurve, sumsOf } from './rest-curve.ts'
import { analyseScored, type ScoredItem, type ScoredTest } from './scored.ts'
import { columnsOf, fillDrawn, pointsOfPart, rowsWith, type Sheet } from './sheet.ts'

/** A figure, its interval where it has one, and the reason where it is null. */
export interface Shown {
  readonly value: number | null
  readonly interval: Interval | null
  readonly reason: Reason | 'drawn_items' | 'no_scale' | null
}

export interface PartHealth {
  readonly key: string
  readonly whole: boolean
  readonly kind: 'scored' | 'likert'
  readonly n: number
  readonly k: number
  readonly reliability: Shown
  readonly omega: Shown | null
  readonly sem: Shown
  readonly mean: Shown
  readonly sd: Shown
  readonly lowest: number
  readonly highest: number
  readonly floor: number | null
  readonly ceiling: number | null
  readonly unfinished: number | null
  readonly unreversed: readonly string[]
}

export interface ItemHealth {
  readonly id: string
  readonly section: string
  readonly scale: string | null
  readonly kind: PlannedItem['kind']
  readonly n: number
  readonly flags: readonly Flag[]
  readonly p: Shown | null
  readonly mean: Shown | null
  readonly sd: Shown | null
  readonly rest: Shown | null
  readonly reliabilityWithout: Shown | null
  readonly options: readonly {
    readonly id: string
    readonly isKey: boolean
    readonly count: number
    readonly share: number
    readonly upper: number | null
    readonly lower: number | null
    readonly r: Shown | null
  }[]
  readonly curve: readonly { readonly n: number; readonly share: number }[]
  readonly time: { readonly n: number; readonly median: number; readonly p90: number } | null
  readonly blanks: { readonly omitted: number; readonly notReached: number; readonly timedOut: number }
  readonly dif: {
    readonly etsClass: 'A' | 'B' | 'C' | null
    readonly delta: number | null
    readonly gain: number | null
  } | null
}

export interface TestHealth {
  readonly n: number
  readonly leftOut: number
  readonly parts: readonly PartHealth[]
  /** The worst first. */
  readonly items: readonly ItemHealth[]
  readonly flags: readonly FlagCode[]
  readonly dif: {
    readonly reference: { readonly locale: Locale; readonly n: number } | null
    readonly other: { readonly locale: Locale; readonly n: number } | null
    readonly reason: 'too_few_people' | 'one_language' | null
  }
}

/** Fewer people say nothing: not of a test, and not of an item that only some of them got. */
export const fewestOfHealth = 30

/** The statistics of an item by its part. */
interface Own {
  readonly flags: readonly Flag[]
  readonly p: Shown | null
  readonly mean: Shown | null
  readonly sd: Shown | null
  readonly rest: Shown
  readonly reliabilityWithout: Shown
  /** Correlations of options with the rest score, where they say something. */
  readonly options: ReadonlyMap<string, Shown>
  readonly curve: RestCurve
}

/** A part with its columns. */
interface Columns {
  readonly part: PlannedPart
  readonly items: readonly PlannedItem[]
  readonly matrix: CodeMatrix
  readonly points: Points
}

/**
 * Analyses how a test and its items work.
 * @param pause is waited for between pieces of some milliseconds
 */
export async function analyseTest(plan: Plan, sheet: Sheet, pause: () => Promise<void>): Promise<TestHealth> {
  const parts: PartHealth[] = []
  const own = new Map<string, Own>()
  for (const part of plan.parts) {
    await pause()
    const columns = columnsOfPart(plan, sheet, part)
    const found = part.kind === 'scored' ? await ofScored(columns, pause) : ofLikert(columns)
    parts.push(found.health)
    const sums = sumsOf(columns.matrix, part.drawn ? fillDrawn(columns.matrix, columns.points) : columns.points)
    for (const [place, { item, part: home }] of columns.items.entries()) {
      const statistics = found.items[place]
      if (home !== part || statistics === undefined) continue
      await pause()
      own.set(item.id, { ...statistics, curve: restCurve(columns.matrix, place, { sums, own: columns.points }) })
    }
  }
  const dif = await languageDif(plan, sheet, pause)
  const items: ItemHealth[] = []
  for (const [place, planned] of plan.items.entries()) {
    await pause()
    const languages = dif.items.get(planned.item.id)
    items.push(healthOf(sheet, { planned, place, own: own.get(planned.item.id), languages }))
  }
  return {
    n: sheet.matrix.people,
    leftOut: plan.leftOut,
    parts,
    items: items.toSorted(worstFirst),
    flags: guessableFlagsOf(plan),
    dif: dif.groups,
  }
}

/** By each language of its words; one is enough. */
function guessableFlagsOf({ definition }: Plan): FlagCode[] {
  const locales: readonly Locale[] = definition.itemLocale ? [definition.itemLocale] : ['tr', 'en']
  const found = locales.flatMap((locale) => guessableFlags(keyPlaces(definition, locale)))
  return found.slice(0, 1).map(({ code }) => code)
}

function columnsOfPart(plan: Plan, { matrix }: Sheet, part: PlannedPart): Columns {
  const members = new Set(part.items)
  const places = plan.items.flatMap(({ item }, place) => (members.has(item.id) ? [place] : []))
  const items = places.flatMap((place) => plan.items[place] ?? [])
  const columns = columnsOf(matrix, places)
  return { part, items, matrix: columns, points: pointsOfPart(columns, items, part) }
}

const drawnItems: Shown = { value: null, interval: null, reason: 'drawn_items' }

type Found = { health: PartHealth; items: Omit<Own, 'curve'>[] }

async function ofScored(columns: Columns, pause: () => Promise<void>): Promise<Found> {
  const { part, items, matrix, points } = columns
  const most = items.map(({ max }) => max)
  const lowest = items.reduce((sum, { min }) => sum + min, 0)
  const highest = most.reduce((sum, max) => sum + max, 0)
  const base = { key: part.key, whole: part.whole, kind: part.kind, k: items.length, lowest, highest }
  if (part.drawn) {
    const filled = fillDrawn(matrix, points)
    const each: Omit<Own, 'curve'>[] = []
    for (const [place, planned] of items.entries()) {
      await pause()
      const rows = rowsWith(matrix, place)
      const test = analyseScored(rows, filled, most)
      const found = test.items[place]
      if (found !== undefined) each.push({ ...ownScored(planned, found, test), reliabilityWithout: drawnItems })
    }
    return {
      health: {
        ...base,
        n: matrix.people,
        reliability: drawnItems,
        omega: null,
        sem: drawnItems,
        mean: drawnItems,
        sd: drawnItems,
        floor: null,
        ceiling: null,
        unfinished: null,
        unreversed: [],
      },
      items: each,
    }
  }
  const test = analyseScored(matrix, points, most)
  return {
    health: {
      ...base,
      n: test.n,
      reliability: shown(test, 'kr20', test.alphaInterval),
      omega: null,
      sem: shown(test, 'sem'),
      mean: shown(test, 'mean'),
      sd: shown(test, 'sdSample'),
      // Points below 0 make the lowest sum another one.
      floor: lowest === 0 ? test.floor : null,
      ceiling: test.ceiling,
      unfinished: test.unfinished,
      unreversed: [],
    },
    items: items.flatMap((planned, place) => {
      const found = test.items[place]
      return found === undefined ? [] : [ownScored(planned, found, test)]
    }),
  }
}

function ownScored({ picks }: PlannedItem, item: ScoredItem, { n }: ScoredTest): Omit<Own, 'curve'> {
  // Points in place of options are not what people chose.
  const chosen = picks.length > 0 ? item : { ...item, options: [] }
  return {
    flags: itemFlags(chosen, n, picks.length),
    p: shown(item, 'p', item.pInterval),
    mean: null,
    sd: null,
    rest: shown(item, 'pointBiserialRest', item.itemRest),
    reliabilityWithout: shown(item, 'alphaIfDropped'),
    options: new Map(
      chosen.options.map((option) => [option.option, shown(option, 'pointBiserialRest', option.interval)]),
    ),
  }
}

function ofLikert({ part, items, matrix, points }: Columns): Found {
  const { min, max } = part
  const scale = analyseLikert(
    matrix,
    points,
    items.map((_, place) => place),
    { min, max },
  )
  const figure = (name: Exclude<keyof LikertScale['reasons'], symbol>, interval: Interval | null = null): Shown =>
    part.drawn ? drawnItems : shown(scale, name, interval)
  return {
    health: {
      key: part.key,
      whole: part.whole,
      kind: part.kind,
      n: scale.n,
      k: scale.k,
      reliability: figure('rawAlpha', scale.alphaInterval),
      omega: figure('omegaTotal'),
      sem: figure('semOfSum'),
      mean: figure('sumMean'),
      sd: figure('sumSd'),
      lowest: min * scale.k,
      highest: max * scale.k,
      floor: scale.floor,
      ceiling: scale.ceiling,
      unfinished: null,
      unreversed: scale.unreversed,
    },
    items: scale.items.map((item) => ({
      flags: likertFlags(item),
      p: null,
      mean: shown(item, 'mean'),
      sd: shown(item, 'sd'),
      rest: shown(item, 'itemRestR', item.itemRest),
      reliabilityWithout: shown(item, 'alphaIfDropped'),
      options: new Map(),
    })),
  }
}

/** One of several figures with its reason. */
function shown<Name extends string>(
  figures: { readonly [N in Name]: number | null } & { readonly reasons: { readonly [N in Name]?: Reason } },
  name: Name,
  interval: Interval | null = null,
): Shown {
  const value: number | null = figures[name]
  const reason: Reason | undefined = figures.reasons[name]
  return value === null
    ? { value, interval: null, reason: reason ?? 'constant' }
    : { value, interval, reason: null }
}

/** An item's counts over everyone who got it, with its statistics by its part. */
function healthOf(
  { matrix, times }: Sheet,
  about: {
    planned: PlannedItem
    place: number
    own: Own | undefined
    languages: { dif: NonNullable<ItemHealth['dif']>; flags: readonly Flag[] } | undefined
  },
): ItemHealth {
  const { planned, place, own, languages } = about
  const { item, section, kind, part, picks } = planned
  const counts = countsOf(matrix, place)
  const n = matrix.people - (counts[blankCodes.notPresented] ?? 0)
  const share = (code: number) => (n === 0 ? 0 : (counts[code] ?? 0) / n)
  const enough = own !== undefined && own.curve.n >= fewestOfHealth
  const { third, upper, lower } = own?.curve ?? { third: 1, upper: undefined, lower: undefined }
  const isKey = keysOf(planned)
  const unreached = n > 0 && wilson(counts[blankCodes.notReached] ?? 0, n).lower > 0.2
  const flags = [...(own?.flags ?? []), ...(languages?.flags ?? [])].filter(({ code }) => code !== 'unreached')
  return {
    id: item.id,
    section,
    scale: part?.key ?? null,
    kind,
    n,
    flags: worstOf([...flags, ...(unreached ? [{ code: 'unreached' } as const] : [])]),
    p: own?.p ?? (kind === 'scored' ? withoutScale : null),
    mean: own?.mean ?? null,
    sd: own?.sd ?? null,
    rest: own?.rest ?? (kind === 'scored' ? withoutScale : null),
    reliabilityWithout: own?.reliabilityWithout ?? (kind === 'scored' ? withoutScale : null),
    options: picks.map((id, i) => ({
      id,
      isKey: isKey(id),
      count: counts[i + 1] ?? 0,
      share: share(i + 1),
      upper: enough ? (upper?.[i + 1] ?? 0) / third : null,
      lower: enough ? (lower?.[i + 1] ?? 0) / third : null,
      r: own?.options.get(id) ?? null,
    })),
    curve: enough
      ? own.curve.fifths.map(({ n: people, mean }) => ({
          n: people,
          share: (mean - planned.min) / (planned.max - planned.min),
        }))
      : [],
    time: timeOf(matrix, times, place),
    blanks: {
      omitted: share(blankCodes.omitted),
      notReached: share(blankCodes.notReached),
      timedOut: share(blankCodes.timedOut),
    },
    dif: languages?.dif ?? null,
  }
}

const withoutScale: Shown = { value: null, interval: null, reason: 'no_scale' }

const countsOf = ({ codes, people, items }: CodeMatrix, place: number): Uint32Array => {
  const counts = new Uint32Array(codesEach)
  for (let person = 0, at = place; person < people; person += 1, at += items.length) {
    const code = codes[at] ?? 0
    counts[code] = (counts[code] ?? 0) + 1
  }
  return counts
}

/** Says which options get all points. */
function keysOf({ item, kind, max }: PlannedItem): (option: string) => boolean {
  if (kind !== 'scored') return () => false
  if ('weights' in item && item.weights !== undefined) {
    const { weights } = item
    return (option) => Object.hasOwn(weights, option) && weights[option] === max
  }
  const keys = 'key' in item && (typeof item.key === 'string' || Array.isArray(item.key)) ? [item.key].flat() : []
  return (option) => keys.includes(option)
}

/** Nearest-rank percentiles of the known times. */
function timeOf({ people, items }: CodeMatrix, times: Uint32Array, place: number): ItemHealth['time'] {
  const known = new Uint32Array(people)
  let n = 0
  for (let person = 0, at = place; person < people; person += 1, at += items.length) {
    const time = times[at] ?? 0
    if (time === 0) continue
    known[n] = time
    n += 1
  }
  if (n < fewestOfHealth) return null
  const sorted = known.subarray(0, n).sort()
  const at = (share: number) => sorted[Math.ceil(share * n) - 1] ?? 0
  return { n, median: at(0.5), p90: at(0.9) }
}

/** From a key that is wrong to an option that nobody wants. */
const severities: readonly FlagCode[] = ['key', 'dif', 'weak', 'unreached', 'hard', 'easy', 'idle_option']
const severity = ({ code, certain }: Flag) => severities.indexOf(code) + (certain === false ? 0.5 : 0)
const worstOf = (flags: readonly Flag[]): Flag[] => flags.toSorted((a, b) => severity(a) - severity(b))

function worstFirst(one: ItemHealth, other: ItemHealth): number {
  const rank = ({ flags: [first] }: ItemHealth) => (first === undefined ? severities.length : severity(first))
  const r = ({ rest }: ItemHealth) => rest?.value ?? 2
  return rank(one) - rank(other) || r(one) - r(other)
}
