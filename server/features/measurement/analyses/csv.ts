import type { FullAnalysis } from '#contract/analyses.ts'
import type { Cell } from '#server/sheets/csv.ts'

/** Headings that programs read, the same in both languages. */
const columns = [
  'item',
  'words',
  'section',
  'scale',
  'type',
  'flags',
  'n',
  'p',
  'p_lower',
  'p_upper',
  'mean',
  'sd',
  'rest_r',
  'rest_r_lower',
  'rest_r_upper',
  'reliability_without',
  'omitted',
  'not_reached',
  'timed_out',
  'median_ms',
  'p90_ms',
  'dif_class',
  'dif_delta',
  'dif_gain',
] as const

/** The items of an analysis as a table, the headings first. */
export async function* itemRows({ items }: FullAnalysis): AsyncGenerator<Cell[][]> {
  yield [[...columns]]
  yield items.map((item): Cell[] => {
    const { p, rest, blanks, time, dif } = item
    return [
      item.id,
      (item.words ?? '').replace(/\s+/g, ' '),
      item.section.id,
      item.scale?.key ?? '',
      item.type,
      item.flags.map(({ code, option }) => (option === null ? code : `${code} ${option.id}`)).join(' · '),
      item.n,
      rounded(p?.value),
      rounded(p?.interval?.lower),
      rounded(p?.interval?.upper),
      rounded(item.mean?.value),
      rounded(item.sd?.value),
      rounded(rest?.value),
      rounded(rest?.interval?.lower),
      rounded(rest?.interval?.upper),
      rounded(item.reliabilityWithout?.value),
      rounded(blanks.omitted),
      rounded(blanks.notReached),
      rounded(blanks.timedOut),
      time?.median,
      time?.p90,
      dif?.etsClass ?? '',
      rounded(dif?.delta),
      rounded(dif?.gain),
    ]
  })
}

const rounded = (value: number | null | undefined) =>
  value === null || value === undefined ? undefined : Math.round(value * 10_000) / 10_000
