import type { DefinitionProblem } from '#contract/definitions.ts'
import type { Locale } from '#contract/fields.ts'
import { placeOf, wordsIn } from '#scoring/problem-place.ts'
import type { Problem } from '#scoring/problems.ts'
import { translate } from '#server/locales.ts'

/** As many as a person mends in one go; how many there are is said beside. */
const most = 500
/** As much of a question as it takes to know it again. */
const longest = 160

/** What is wrong with a document, in the reader's language and with the question it is about. */
export function toldProblems(
  json: unknown,
  problems: readonly Problem[],
  locale: Locale,
): { problems: DefinitionProblem[]; problemCount: number } {
  const told = problems.slice(0, most).map(({ path, code, values }): DefinitionProblem => {
    const { part, section, item } = placeOf(json, path)
    const title = section === null ? null : wordsIn(json, { kind: 'sections', id: section, locale })
    const words = item === null ? null : wordsIn(json, { kind: 'items', id: item, locale })
    return {
      ...{ path, code, part },
      message: translate(locale, `definition:problem.${code}`, values),
      section: title ?? section,
      item: item === null ? null : { id: item, words: words && shortened(words) },
    }
  })
  return { problems: told, problemCount: problems.length }
}

const shortened = (words: string) =>
  [...words].length > longest ? `${[...words].slice(0, longest).join('')}…` : words
