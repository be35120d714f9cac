import type { Locale } from '#scoring/definition/definition.ts'

const WORD = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}'’-]|[.,:](?=\d))*/gu
const TURKISH_VOWEL = /[aeıioöuüâîû]/g

/**
 * The sentences of a text. A line ends one, and so do . ! ? … before a capital, a digit, a quotation or a bullet: not
 * the point of an ordinal ("2. adım") or of a number.
 */
export function sentencesOf(text: string): string[] {
  return text
    .replace(/\[\[[^[\]]*\]\]/g, '…x')
    .split(/\n+|(?<=[.!?…]["”’)]?)\s+(?=[\p{Lu}\d"“‘(-])/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => wordsOf(sentence).length > 0)
}

/** Words and numbers; marks and bullets are none. */
export function wordsOf(sentence: string): string[] {
  return sentence.match(WORD) ?? []
}

export type Readability = {
  words: number
  sentences: number
  longest: number
  /** Words a sentence. */
  length: number
  /** Reading ease by Ateşman, for Turkish: 90 and above very easy, 70 easy, 50 medium; null in English. */
  ease: number | null
}

/**
 * How easy a text reads. A word's syllables in Turkish are its vowels; a number counts as one syllable and one word,
 * as it is read at a glance. `ease` is Ateşman's 198.825 − 40.175 syllables/words − 2.610 words/sentences.
 */
export function readability(texts: readonly string[], locale: Locale): Readability | null {
  const sentences = texts.flatMap(sentencesOf).map(wordsOf)
  const words = sentences.flat()
  if (words.length === 0) return null
  const length = words.length / sentences.length
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0)
  return {
    words: words.length,
    sentences: sentences.length,
    longest: sentences.reduce((most, sentence) => Math.max(most, sentence.length), 0),
    length,
    ease: locale === 'tr' ? 198.825 - 40.175 * (syllables / words.length) - 2.61 * length : null,
  }
}

function syllablesOf(word: string): number {
  return Math.max(1, word.toLocaleLowerCase('tr').match(TURKISH_VOWEL)?.length ?? 0)
}
