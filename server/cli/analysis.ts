import { z } from 'zod'
import { mantelHaenszel, neither } from '#scoring/analysis/dif.ts'
import { analyseLikert } from '#scoring/analysis/likert.ts'
import { type CodeMatrix, keyedPoints, likertPoints, scoredPoints } from '#scoring/analysis/matrix.ts'
import { type PersonQuality, responseQuality } from '#scoring/analysis/quality.ts'
import { analyseScored } from '#scoring/analysis/scored.ts'
import { entry } from '#scoring/definition/lookup.ts'
import { CliError } from './error.ts'
import { readMatrix, readTimes } from './matrix.ts'
import { cut, type Note, readJson } from './responses.ts'
import { isNumberWithin, LikertSpec, parseSpec } from './scales.ts'

interface Options {
  responses: string
  /** Leaves out rows that can't be read. */
  skipped: Note | undefined
}

const ScoredSpec = z.strictObject({ kind: z.literal('scored'), items: z.array(z.string()).min(1).optional() })
const KeyedSpec = z.strictObject({
  kind: z.literal('keyed'),
  key: z.record(z.string(), z.union([z.string(), z.number()]).transform(String)),
})
const kinds = z.looseObject({ kind: z.enum(['likert', 'scored', 'keyed']) })

/** Says how the items of a questionnaire or test work. */
export async function analyse({ spec: path, ...options }: Options & { spec: string }): Promise<object> {
  const json = await readJson(path)
  const { kind } = parseSpec(kinds, json, path)
  if (kind === 'likert') return analyseScales(options, parseSpec(LikertSpec, json, path))
  if (kind === 'keyed') {
    const key = new Map(Object.entries(parseSpec(KeyedSpec, json, path).key))
    const matrix = await readMatrix(options.responses, {
      itemsOf: (columns) => inFileOrder(columns, new Set(key.keys())),
      valid: () => true,
      invalid: '',
      skipped: options.skipped,
    })
    const points = keyedPoints(
      matrix,
      matrix.items.map((item) => key.get(item) ?? ''),
    )
    return printTest(analyseScored(matrix, points, ones(matrix)), true)
  }
  const { items } = parseSpec(ScoredSpec, json, path)
  const matrix = await readMatrix(options.responses, {
    ...zeroOrOne(options),
    itemsOf: (columns) => items ?? columns,
  })
  return printTest(analyseScored(matrix, scoredPoints(matrix), ones(matrix)), false)
}

const ones = ({ items }: Pick<CodeMatrix, 'items'>) => items.map(() => 1)

/** The wanted items in the order in which people got them, then those that have no column. */
const inFileOrder = (columns: readonly string[], wanted: ReadonlySet<string>): string[] => [
  ...columns.filter((column) => wanted.has(column)),
  ...[...wanted].filter((item) => !columns.includes(item)),
]

const zeroOrOne = ({ skipped }: Options) => ({
  valid: (_: string, value: string) => value === '0' || value === '1',
  invalid: 'no 0 or 1',
  skipped,
})

async function analyseScales(options: Options, spec: LikertSpec) {
  const { matrix, scales, points } = await readLikert(options, spec)
  const each = [...scales].map(([name, items]) => [
    name,
    printScale(analyseLikert(matrix, points, items, spec)),
  ])
  return { scales: Object.fromEntries(each) }
}

/** The answers to all items of a spec, in the order of the file's columns, with each scale's items by their places. */
async function readLikert({ responses, skipped }: Options, spec: LikertSpec, respondents?: string[]) {
  const wanted = new Set(Object.values(spec.scales).flat())
  const matrix = await readMatrix(responses, {
    itemsOf: (columns) => inFileOrder(columns, wanted),
    valid: (_, value) => isNumberWithin(spec, value),
    invalid: `no number from ${spec.min} to ${spec.max}`,
    added: ({ cells }) => respondents?.push(cells[0] ?? ''),
    skipped,
  })
  const places = new Map(matrix.items.map((item, place) => [item, place]))
  const scales = new Map(
    Object.entries(spec.scales).map(([name, items]) => [name, items.map((item) => places.get(item) ?? 0)]),
  )
  return { matrix, scales, points: likertPoints(matrix, { ...spec, reverse: new Set(spec.reverse) }) }
}

/** Says for each person how carefully they seem to have answered. */
export async function quality({
  spec: path,
  times,
  ...options
}: Options & { spec: string; times: string | undefined }): Promise<object> {
  const json = await readJson(path)
  if (parseSpec(kinds, json, path).kind !== 'likert')
    throw new CliError(`${path}: quality takes answers on a scale: kind must be likert`)
  const spec = parseSpec(LikertSpec, json, path)
  const respondents: string[] = []
  const { matrix, scales, points } = await readLikert(options, spec, respondents)
  const found = responseQuality(matrix, {
    raw: likertPoints(matrix, { ...spec, reverse: new Set() }),
    points,
    scales: [...scales.values()],
    times:
      times === undefined
        ? undefined
        : await readTimes(times, { items: matrix.items, people: respondents, skipped: options.skipped }),
  })
  return {
    persons: found.map((one, person) => printPerson(respondents[person] ?? '', one, times !== undefined)),
  }
}

/** Says which items of a test are harder for one of two groups than for equally able people of the other. */
export async function dif({
  group,
  reference,
  focal,
  ...options
}: Options & { group: string; reference: string; focal: string }): Promise<object> {
  if (reference === focal) throw new CliError('--reference and --focal must be two groups.')
  const groups: number[] = []
  const matrix = await readMatrix(options.responses, {
    ...zeroOrOne(options),
    itemsOf: (columns) => {
      if (!columns.includes(group))
        throw new CliError(`${options.responses}: there is no column ${cut(group)}`)
      return columns.filter((column) => column !== group)
    },
    added: ({ cells }, at) =>
      groups.push(entry({ [reference]: 0, [focal]: 1 }, (cells[at(group)] ?? '').trim()) ?? neither),
  })
  for (const [name, number] of [
    [reference, 0],
    [focal, 1],
  ] as const)
    if (!groups.includes(number))
      throw new CliError(`${options.responses}: nobody has ${cut(name)} in ${cut(group)}`)
  const { items } = mantelHaenszel(matrix, scoredPoints(matrix), Uint8Array.from(groups))
  return {
    items: items.map(({ item, strata, alphaMh, mhDelta, chi2Continuity, etsClass, stdPDif, reasons }) => ({
      item,
      strata,
      alpha_mh: alphaMh,
      mh_delta: mhDelta,
      chi2_continuity: chi2Continuity,
      ets_class: etsClass,
      std_p_dif: stdPDif,
      ...printReasons(reasons),
    })),
  }
}

/** Reasons of figures that are null, under the names that are printed; nothing where all figures are there. */
function printReasons(reasons: Readonly<Record<string, string | undefined>>): { reasons?: object } {
  const named = Object.entries(reasons).map(([name, reason]) => [snakeCase(name), reason])
  return named.length === 0 ? {} : { reasons: Object.fromEntries(named) }
}

/** `item_rest_r` for `itemRestR`; `D27` stays. */
const snakeCase = (name: string) => name.replace(/(?<=.)[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const printScale = (scale: ReturnType<typeof analyseLikert>) => ({
  n: scale.n,
  k: scale.k,
  raw_alpha: scale.rawAlpha,
  std_alpha: scale.stdAlpha,
  average_r: scale.averageR,
  sum_mean: scale.sumMean,
  sum_sd: scale.sumSd,
  sem_of_sum: scale.semOfSum,
  omega_total: scale.omegaTotal,
  items: scale.items.map(({ item, n, mean, sd, itemTotalR, itemRestR, alphaIfDropped, reasons }) => ({
    item,
    n,
    mean,
    sd,
    item_total_r: itemTotalR,
    item_rest_r: itemRestR,
    alpha_if_dropped: alphaIfDropped,
    ...printReasons(reasons),
  })),
  ...printReasons(scale.reasons),
})

const printTest = (test: ReturnType<typeof analyseScored>, withOptions: boolean) => ({
  n: test.n,
  k: test.k,
  mean: test.mean,
  sd_sample: test.sdSample,
  kr20: test.kr20,
  sem: test.sem,
  split_half_odd_even: {
    r: test.splitHalfOddEven.r,
    spearman_brown: test.splitHalfOddEven.spearmanBrown,
    ...printReasons(test.splitHalfOddEven.reasons),
  },
  items: test.items.map((item) => ({
    item: item.item,
    p: item.p,
    point_biserial_total: item.pointBiserialTotal,
    point_biserial_rest: item.pointBiserialRest,
    biserial_rest: item.biserialRest,
    D27: item.D27,
    p_upper27: item.pUpper27,
    p_lower27: item.pLower27,
    alpha_if_dropped: item.alphaIfDropped,
    ...(withOptions && { options: item.options.map(printOption) }),
    ...printReasons(item.reasons),
  })),
  ...printReasons(test.reasons),
})

const printOption = (option: ReturnType<typeof analyseScored>['items'][number]['options'][number]) => ({
  option: option.option,
  is_key: option.isKey,
  count: option.count,
  proportion: option.proportion,
  p_upper27: option.pUpper27,
  p_lower27: option.pLower27,
  D: option.D,
  point_biserial_rest: option.pointBiserialRest,
  ...printReasons(option.reasons),
})

function printPerson(respondent: string, person: PersonQuality, timed: boolean) {
  const { rte, ...reasons } = person.reasons
  return {
    respondent,
    longstring: person.longstring,
    irv: person.irv,
    even_odd_consistency: person.evenOddConsistency,
    mahalanobis_d2: person.mahalanobisD2,
    ...(timed && { rte: person.rte }),
    ...printReasons(timed && rte !== undefined ? { ...reasons, rte } : reasons),
  }
}
