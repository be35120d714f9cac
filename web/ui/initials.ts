/** The first letters of the first and the last word, in Turkish capitals (İ, not I); of an address its first letter. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const first = words[0] ?? ''
  const last = words.length > 1 ? (words.at(-1) ?? '') : ''
  return [first, last].map((word) => [...word][0]?.toLocaleUpperCase('tr') ?? '').join('')
}

/** One of five tints, the same for the same name wherever it is shown. */
export function tintOf(name: string): number {
  let hash = 0
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return hash % 5
}
