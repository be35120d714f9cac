/**
 * Folds text to plain lower-case letters, so that people find each other over keyboards: Şükrü İğneci, SUKRU IGNECI and
 * şükrü iğneci are the same. All four Turkish i's become one.
 * fold_text() in the database does the same, staff_number_key() to the last space.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[Iİı]/g, 'i')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The words of a name in any order: Ayşe Demir and DEMİR AYŞE are one. */
const wordsOf = (name: string) => foldText(name).split(' ').sort().join(' ')

/** True when two names are given and differ in more than letters and the order of their words. */
export function areOtherNames(one: string, other: string): boolean {
  const [first, second] = [wordsOf(one), wordsOf(other)]
  return first !== '' && second !== '' && first !== second
}
