/** A word that the project doesn't use, and what to write instead. */
interface Mannered {
  readonly word: RegExp
  readonly better: string
}

/** Words and turns that are wrong in every English sentence of the project. Others need a reader's ear. */
const words: readonly Mannered[] = [
  { word: /\bwho(?:m?ever|soever)\b/i, better: 'who, anybody who, or the person meant' },
  { word: /\bwhom\b/i, better: 'who' },
  { word: /\banew\b/i, better: 'again' },
  { word: /\b(?:un)?mend(?:s|ed|ing)?\b/i, better: 'fix, correct' },
  { word: /\bforet(?:ell|old)/i, better: 'preview, forecast' },
  { word: /\b(?:where|there|here)(?:by|in|of|upon)\b/i, better: 'so, in it, with it' },
  { word: /\bwhatever\b/i, better: 'any, all, regardless of' },
  {
    word: /(?<!what \w+ )\b(?:does|will|would)(?: not|n['’]t) do(?=[.,;:]|$| for\b)/i,
    better: 'is not enough',
  },
  { word: /\bby (?:itself|themselves)\b/i, better: 'automatically, alone, separately' },
  { word: /\bat hand\b/i, better: 'available' },
  { word: /\btaken in\b(?! (?:a|an|the|this|that|which)\b)/i, better: 'imported' },
  { word: /\b(?:came|comes?) of\b/i, better: 'result, outcome' },
  { word: /\bbec[ao]mes? of\b/i, better: 'outcome, what happened to' },
  { word: /\b(?:is|are|was|were|be|been|being) told\b/i, better: 'sees, gets a mail, is reported' },
  { word: /\b(?:stands?(?! (?:out|for|in for)\b)|stood)\b/i, better: 'is, are' },
  { word: /\bgo(?:es)? by\b/i, better: 'uses, depends on' },
  { word: /\b(?:nobody|no one) of\b/i, better: 'none of, no one from' },
  { word: /\breminded of\b(?! (?:their|the)\b)/i, better: 'reminders sent for' },
  { word: /\breads? otherwise\b/i, better: 'would change' },
  { word: /\bleads? (?:only )?forwards\b/i, better: 'without going back' },
  { word: /\bdefin(?:e|es|ed|ing) (?:a )?tests?\b/i, better: 'assign' },
  { word: /\borganiz/i, better: 'organis…' },
]

/** Parts of names that the project has an ordinary word for, as whole words of a camelCase or kebab-case name. */
const names: readonly Mannered[] = [
  { word: /^(?:who[ms]?(?:ever)|whom|anew|whatever)$/, better: 'who, again, any' },
  { word: /^(?:bringer|flights?|fly)$/, better: 'what it is; flush, inFlight' },
  { word: /^foret(?:ell|old)s?$/, better: 'preview, forecast' },
  { word: /^presenters?$/, better: 'toClient, serialize…' },
  { word: /^acts?$/, better: 'action, actions' },
  { word: /^standing$/, better: 'status, progress' },
  { word: /^mend(?:s|ed|ing)?$/, better: 'fix, correct' },
]

/** A piece of text and where it is. */
export interface Text {
  /** Such as `docs/operations.md:12`. */
  readonly place: string
  readonly text: string
}

/** `docs/operations.md:12 "anew" (use again): The key is made anew.` for each word found. */
export const manneredWords = (texts: readonly Text[]): string[] => found(texts, words, (text) => [text])

/** The same for names in code: files, exports and keys of texts. */
export const manneredNames = (texts: readonly Text[]): string[] =>
  found(texts, names, (text) =>
    text.split(/(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+/).map((part) => part.toLowerCase()),
  )

function found(
  texts: readonly Text[],
  list: readonly Mannered[],
  partsOf: (text: string) => readonly string[],
): string[] {
  return texts.flatMap(({ place, text }) =>
    partsOf(text).flatMap((part) =>
      list.flatMap(({ word, better }) => {
        const match = word.exec(part)
        return match ? [`${place} "${match[0]}" (use ${better}): ${text}`] : []
      }),
    ),
  )
}
