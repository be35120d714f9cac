import type { Definition, Locale } from '#scoring/definition/definition.ts'
import type { Item } from '#scoring/definition/item-schema.ts'
import { entry, optionIds } from '#scoring/definition/lookup.ts'
import { negations } from './negation.ts'
import { checkInterviews } from './quality-interview.ts'
import { checkCuts, checkNumbers } from './quality-numbers.ts'
import { type PlacedText, textsByPart } from './quality-texts.ts'
import { readability, sentencesOf, wordsOf } from './readability.ts'

/** The limits of words for people who read little. */
export const limits = { words: 12, ease: 60, longest: 2.5, characters: 12 } as const

type Problem = { path: string; message: string }
type ReportProblem = (path: string, message: string) => void

/**
 * Finds what is hard to read, gives answers away, asks twice or names numbers that are not the definition's, in a
 * definition that is otherwise right. Items that test a language (`itemLocale`) are as hard as they have to be. Never
 * throws for a definition that passed checkDefinition.
 */
export function qualityProblems(definition: Definition): Problem[] {
  const problems: Problem[] = []
  const report: ReportProblem = (path, message) => problems.push({ path, message })
  const items = definition.sections.flatMap((section) => section.items)
  for (const locale of ['tr', 'en'] as const) {
    for (const [part, texts] of textsByPart(definition, locale)) {
      const read = texts.filter(({ at }) => !isLanguageTested(definition, at))
      for (const text of read) checkSentences(text, locale, report)
      const ease = readingEase(read, locale)
      if (ease !== null && ease < limits.ease)
        report(`texts.${locale} (${part})`, `reads too hard: ${ease.toFixed(1)}`)
      const around = texts.filter(({ at }) => !isOfItems(at))
      checkNumbers(definition, around, locale, report)
    }
    checkCuts(definition, locale, report)
    checkInterviews(definition, locale, report)
    checkStems(definition, items, locale, report)
    for (const item of items) checkLengths(definition, item, locale, report)
  }
  checkTranslated(definition, report)
  checkBalance(definition, items, 'sections', report)
  for (const section of definition.sections)
    checkBalance(definition, section.items, `sections.${section.id}`, report)
  return problems
}

const isOfItems = (at: string) => /\.(items|stimuli|optionSets)\./.test(at)
const isLanguageTested = (definition: Definition, at: string) =>
  definition.itemLocale !== undefined && isOfItems(at)

/** The reading ease of a part; short options are labels that count as no sentence, or any part would seem easy. */
export function readingEase(texts: readonly PlacedText[], locale: Locale): number | null {
  const sentences = texts.filter(
    ({ at, text }) => !/\.(options|optionSets)\./.test(at) || wordsOf(text).length > 3,
  )
  return (
    readability(
      sentences.map(({ text }) => text),
      locale,
    )?.ease ?? null
  )
}

function checkSentences({ at, text }: PlacedText, locale: Locale, report: ReportProblem): void {
  for (const sentence of sentencesOf(text)) {
    const { length } = wordsOf(sentence)
    if (length > limits.words) report(at, `${length} words: ${sentence}`)
    const no = negations(sentence, locale)
    if (no.length > 1) report(at, `more than one no (${no.join(', ')}): ${sentence}`)
  }
}

const wordsOfItem = (definition: Definition, id: string, locale: Locale) =>
  entry(definition.texts[locale].items, id)

/** Two items that ask the same of the same: the words, the figures and the options. */
function checkStems(
  definition: Definition,
  items: readonly Item[],
  locale: Locale,
  report: ReportProblem,
): void {
  const seen = new Map<string, string>()
  for (const item of items) {
    const words = wordsOfItem(definition, item.id, locale)
    if (words?.prompt === undefined) continue
    const pictures = 'optionImages' in item ? Object.values(item.optionImages ?? {}).toSorted() : []
    const prompt = words.prompt.toLocaleLowerCase(locale).replace(/\s+/g, ' ').trim()
    const options = Object.values(words.options ?? {}).toSorted()
    const stem = JSON.stringify([prompt, item.stimulus, item.image, pictures, options])
    const same = seen.get(stem)
    if (same === undefined) seen.set(stem, item.id)
    else report(`texts.${locale}.items.${item.id}`, `asks the same as ${same}`)
  }
}

/** The longest option is often the right one, and people know. */
function checkLengths(definition: Definition, item: Item, locale: Locale, report: ReportProblem): void {
  if (!('key' in item) && item.type !== 'situational') return
  const options = Object.values(wordsOfItem(definition, item.id, locale)?.options ?? {})
  const lengths = options.map((label) => label.length).sort((a, b) => a - b)
  const [shortest = 0, longest = 0] = [lengths[0], lengths.at(-1)]
  if (longest > shortest * limits.longest && longest - shortest > limits.characters)
    report(`texts.${locale}.items.${item.id}.options`, `${shortest} to ${longest} characters long`)
}

/** Words that read the same in both languages have not been translated; codes, levels and names of people may. */
function checkTranslated(definition: Definition, report: ReportProblem): void {
  const english = new Map(
    [...textsByPart(definition, 'en').values()].flat().map(({ at, text }) => [at, text] as const),
  )
  for (const { at, text } of [...textsByPart(definition, 'tr').values()].flat()) {
    if (isLanguageTested(definition, at)) continue
    const other = at.replace(/^texts\.tr/, 'texts.en')
    const words = wordsOf(text).filter((word) => /\p{L}{2}/u.test(word))
    if (words.length > 1 && text === english.get(other)) report(other, 'is the same in both languages')
  }
}

/**
 * Keys spread over the positions, by the number of options: none has more than 1.4 or less than 0.6 times its share
 * (of four options 15 to 35 %), over all sections and in each. Fewer than ten items are too few to tell.
 */
function checkBalance(
  definition: Definition,
  items: readonly Item[],
  where: string,
  report: ReportProblem,
): void {
  const positions = items.flatMap((item) => {
    if (!('key' in item) || !['single', 'image_choice', 'true_false', 'situational'].includes(item.type))
      return []
    if (item.role !== undefined || !('options' in item) || typeof item.key !== 'string') return []
    const options = optionIds(definition, item)
    return [{ of: options.length, at: options.indexOf(item.key) }]
  })
  for (const [of, keyed] of Map.groupBy(positions, (one) => one.of)) {
    if (keyed.length < 10) continue
    for (let at = 0; at < of; at++) {
      const share = (keyed.filter((one) => one.at === at).length / keyed.length) * of
      if (share > 1.4 || share < 0.6)
        report(
          where,
          `of ${keyed.length} items with ${of} options ${Math.round((share / of) * 100)} % have their key in place ${at + 1}`,
        )
    }
  }
}
