/** The first letters of a person's first and last name, in Turkish capitals (İ, not I). */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  return capitals([words[0], words.length > 1 ? words.at(-1) : undefined])
}

/** The first letters of an organisation's first two words; what follows ("A.Ş.") names its kind. */
export function organisationInitials(name: string): string {
  return capitals(name.trim().split(/\s+/).slice(0, 2))
}

const capitals = (words: readonly (string | undefined)[]) =>
  words.map((word = '') => [...word][0]?.toLocaleUpperCase('tr') ?? '').join('')

/** One of five tints, the same for the same name wherever it is shown. */
export function tintOf(name: string): number {
  let hash = 0
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return hash % 5
}
