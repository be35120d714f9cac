import type { Definition, Locale } from '#scoring/definition/definition.ts'
import type { PlacedText } from './quality-texts.ts'

type ReportProblem = (path: string, message: string) => void

const numerals: Readonly<Record<Locale, Readonly<Record<string, number>>>> = {
  tr: {
    iki: 2,
    üç: 3,
    dört: 4,
    beş: 5,
    altı: 6,
    yedi: 7,
    sekiz: 8,
    dokuz: 9,
    on: 10,
    'on beş': 15,
    yirmi: 20,
    otuz: 30,
    kırk: 40,
    elli: 50,
    altmış: 60,
    yarım: 0.5,
  },
  en: {
    two: 2,
    three: 3,
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
    eight: 8,
    nine: 9,
    ten: 10,
    fifteen: 15,
    twenty: 20,
    thirty: 30,
    forty: 40,
    fifty: 50,
    sixty: 60,
    half: 0.5,
  },
}
/** Seconds of a unit, or `items` for what is counted. */
const units: Readonly<Record<Locale, readonly (readonly [RegExp, number | 'items'])[]>> = {
  tr: [
    [/^(?:saniye|sn)/u, 1],
    [/^(?:dakika|dk)/u, 60],
    [/^saat/u, 3600],
    [/^(?:soru|cümle|madde)/u, 'items'],
  ],
  en: [
    [/^sec(?:ond)?s?$/u, 1],
    [/^min(?:ute)?s?$/u, 60],
    [/^hours?$/u, 3600],
    [/^(?:questions?|statements?|items?)$/u, 'items'],
  ],
}

/**
 * Times and counts that words name: those of the definition, or none. Words are better off without them, since the
 * player shows both beside, and a new version with another limit needs no other words.
 */
export function checkNumbers(
  definition: Definition,
  texts: readonly PlacedText[],
  locale: Locale,
  report: ReportProblem,
): void {
  for (const { at, text } of texts) {
    const { times, counts } = numbersOf(definition, at)
    for (const { words, value, unit } of quantities(text, locale)) {
      const wanted = unit === 'items' ? counts : times
      const found = unit === 'items' ? value : value * unit
      if (!wanted.includes(found)) report(at, `“${words}” is not what the definition holds: ${text}`)
    }
  }
}

/** The times, in seconds, and counts of a definition; the words of a section may only name its own. */
function numbersOf(definition: Definition, at: string): { times: number[]; counts: number[] } {
  const { sections, scales, minutes, timeLimitSeconds } = definition
  const own = sections.find(({ id }) => at.includes(`.sections.${id}.`) || at.endsWith(`.sections.${id}`))
  const whole = timeLimitSeconds ?? minutes * 60
  if (own) return { times: [own.timeLimitSeconds ?? whole], counts: [own.select ?? own.items.length] }
  const each = sections.map(({ items, select }) => select ?? items.length)
  return {
    times: [minutes * 60, whole, ...sections.flatMap((section) => section.timeLimitSeconds ?? [])],
    counts: [
      each.reduce((sum, count) => sum + count, 0),
      ...each,
      ...scales.flatMap((scale) => ('items' in scale && scale.items?.length) || []),
    ],
  }
}

function quantities(text: string, locale: Locale) {
  const known = Object.keys(numerals[locale]).toSorted((a, b) => b.length - a.length)
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}.,])(\\d+(?:[.,]\\d+)?|${known.join('|')})[\\s-]+(\\p{L}+)`,
    'gu',
  )
  return [...text.toLocaleLowerCase(locale).matchAll(pattern)].flatMap(([words, number = '', word = '']) => {
    const unit = units[locale].find(([form]) => form.test(word))?.[1]
    if (unit === undefined) return []
    return [{ words, unit, value: numerals[locale][number] ?? Number(number.replace(',', '.')) }]
  })
}

/** The text explains how a level is placed and the definition decides it: both have the same cuts and caps. */
export function checkCuts({ placement, texts }: Definition, locale: Locale, report: ReportProblem): void {
  if (placement === undefined) return
  const { howToRead } = texts[locale].report
  const told = new Set([...howToRead.matchAll(/(?<![\p{L}\p{N}])\d+/gu)].map(([number]) => Number(number)))
  const cuts = placement.levels.map(({ from }) => from).filter((from) => from > 0)
  const wanted = new Set([...cuts, ...(placement.caps ?? []).map(({ belowPercent }) => belowPercent)])
  const at = `texts.${locale}.report.howToRead`
  for (const number of told) if (!wanted.has(number)) report(at, `${number} is no cut and no cap`)
  for (const number of wanted) if (!told.has(number)) report(at, `a level depends on ${number}, untold`)
}
