import { createHash } from 'node:crypto'

/**
 * The hash that freezes a version: any change of its content changes it, and nothing else does. The keys are sorted,
 * because the database keeps no order of them and a file may have any.
 */
export function contentHash(definition: object): string {
  return createHash('sha256').update(canonical(definition)).digest('hex')
}

/** JSON with the keys of every object in order of their code units and nothing between. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).filter(([, each]) => each !== undefined)
  entries.sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).join(',')}}`
}
