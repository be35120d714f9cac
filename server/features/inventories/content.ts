import { createHash } from 'node:crypto'
import { readShipped, shippedVersions } from '#content/read.ts'
import { checkDefinition } from '#scoring/check-definition.ts'
import type { Definition } from '#scoring/definition.ts'
import type { Database } from '#server/db/database.ts'
import { publishVersion } from './publish.ts'

/** The inventories that ship with the product, checked. @throws with every problem and its place when one is wrong */
export async function readContent(): Promise<Definition[]> {
  const definitions: Definition[] = []
  for (const folder of await shippedVersions()) {
    const checked = checkDefinition(await readShipped(folder))
    if (!checked.ok) {
      const places = checked.problems.map(({ path, message }) => `${path}: ${message}`).join('; ')
      throw new Error(`content/${folder} cannot be loaded: ${places}`)
    }
    definitions.push(checked.definition)
  }
  return definitions
}

/** Publishes the shipped inventory versions that this database does not have yet. */
export async function loadContent(db: Database): Promise<void> {
  for (const definition of await readContent()) await publishVersion(db, definition)
}

/** What freezes a version: any change of its content changes the hash. */
export function contentHash(definition: Definition): string {
  return createHash('sha256').update(JSON.stringify(definition)).digest('hex')
}
