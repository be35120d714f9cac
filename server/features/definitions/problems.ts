import type { DefinitionProblem } from '#contract/definitions.ts'
import type { Locale } from '#contract/fields.ts'
import { placeOf, wordsIn } from '#scoring/check/problem-place.ts'
import type { Problem } from '#scoring/check/problems.ts'
import { translate } from '#server/locales.ts'

/** The most problems shown: a person fixes no more in one go. The total is returned as well. */
const most = 500
/** The characters that it takes to recognise a question, a title or an id. */
const longest = 160
/** The limit for a place and a sentence: the document may name anything at any length. */
const longestTold = 300

/** The kinds of values in a document, as the validator names them. */
const kinds = ['string', 'number', 'int', 'boolean', 'array', 'object', 'record'] as const

/** A sentence in the reader's language, in which the kind of value that is wanted is no word of the validator's either. */
function sentenceOf({ code, path, values }: Problem, locale: Locale): string {
  const kind = code === 'shape_invalid_type' && kinds.find((each) => each === values.p0)
  const said = kind ? { ...values, p0: translate(locale, `definition:kind.${kind}`) } : values
  // The path alone says in which language words are missing.
  const named = (['tr', 'en'] as const).find((each) => path.startsWith(`texts.${each}.`))
  const language = named === undefined ? '' : translate(locale, `definition:language.${named}`)
  return translate(locale, `definition:problem.${code}`, { ...said, language })
}

/** The faults of a document, in the reader's language and with the question each is about. */
export function translatedProblems(
  json: unknown,
  problems: readonly Problem[],
  locale: Locale,
): { problems: DefinitionProblem[]; problemCount: number } {
  const told = problems.slice(0, most).map((problem): DefinitionProblem => {
    const { path, code } = problem
    const { part, section, item } = placeOf(json, path)
    const title = section === null ? null : wordsIn(json, { kind: 'sections', id: section, locale })
    const words = item === null ? null : wordsIn(json, { kind: 'items', id: item, locale })
    return {
      code,
      part,
      path: shortened(path, longestTold),
      message: shortened(sentenceOf(problem, locale), longestTold),
      section: shortened(title ?? section),
      item: item === null ? null : { id: shortened(item), words: shortened(words) },
    }
  })
  return { problems: told, problemCount: problems.length }
}

function shortened<Text extends string | null>(text: Text, most?: number): Text
function shortened(text: string | null, most = longest): string | null {
  if (text === null || text.length <= most) return text
  // Cut first: the text may be the whole document. A character is one or two units, and not halved.
  const characters = [...text.slice(0, 2 * most)].slice(0, most - 1)
  return `${characters.join('')}…`
}
