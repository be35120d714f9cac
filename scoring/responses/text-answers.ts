import type { Locale } from '#scoring/definition/definition.ts'

/**
 * A typed answer as it is compared: NFC, outer blanks gone, inner blanks single, phones' curly apostrophes
 * made straight, lower case of its language (Turkish `I` → `ı`, `İ` → `i`).
 */
export function foldText(text: string, lang: Locale): string {
  const plain = text.normalize('NFC').replace(/[‘’ʼ]/g, "'").replace(/\s+/g, ' ').trim()
  // Folding can leave letter and mark apart (English İ → i + dot above), so compose again.
  return plain.toLocaleLowerCase(lang).normalize('NFC')
}

/** True when two typed answers are the same words in that language, see foldText. */
export function sameText(a: string, b: string, lang: Locale): boolean {
  return foldText(a, lang) === foldText(b, lang)
}

const GROUPED = { tr: /^[+-]?[1-9]\d{0,2}(\.\d{3})+(,\d+)?$/, en: /^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/ }
const PLAIN = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)$/

/**
 * The number somebody typed, or null when it is none. A decimal comma and a decimal point are both read;
 * the language decides only where a group of three could be either: `1.250` is 1250 in Turkish and 1.25 in
 * English, `1,250` the other way round. Blanks are ignored, units are not understood.
 */
export function parseNumber(text: string, lang: Locale = 'tr'): number | null {
  const typed = text.replace(/\s/g, '').replace('−', '-')
  if (GROUPED[lang].test(typed)) {
    const groupMark = lang === 'tr' ? /\./g : /,/g
    return finite(typed.replace(groupMark, '').replace(',', '.'))
  }
  return PLAIN.test(typed) ? finite(typed.replace(',', '.')) : null
}

function finite(digits: string): number | null {
  const number = Number(digits)
  return Number.isFinite(number) ? number : null
}
