import { createHash } from 'node:crypto'
import type { Definition } from '#scoring/definition.ts'

/** What freezes a version: any change of its content changes the hash. */
export function contentHash(definition: Definition): string {
  return createHash('sha256').update(JSON.stringify(definition)).digest('hex')
}
