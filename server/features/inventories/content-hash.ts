import { createHash } from 'node:crypto'

/** What freezes a version: any change of its content changes the hash. */
export function contentHash(definition: object): string {
  return createHash('sha256').update(JSON.stringify(definition)).digest('hex')
}
