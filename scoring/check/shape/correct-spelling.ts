const MISSPELT = 'kuralara_uyum_istegi'
const CORRECT = 'kurallara_uyum_istegi'

/** The spelling that is written, of a key in either. */
export const correctKey = (key: string): string => (key === MISSPELT ? CORRECT : key)

/** Deeper than any definition: beyond it the shape refuses anyway, and recursion stays bounded. */
export const DEPTH = 20

/** The report key has two spellings in use; one is accepted, the other is written. */
export function correctSpelling(json: unknown, depth = 0): unknown {
  if (typeof json === 'string') return correctKey(json)
  if (typeof json !== 'object' || json === null || depth > DEPTH) return json
  if (Array.isArray(json)) return json.map((each) => correctSpelling(each, depth + 1))
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => [correctKey(key), correctSpelling(value, depth + 1)]),
  )
}
