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
