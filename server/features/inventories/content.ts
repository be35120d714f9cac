import { readShipped, shippedRecordings, shippedVersions } from '#content/read.ts'
import { checkDefinition } from '#scoring/check/check-definition.ts'
import type { Definition } from '#scoring/definition/definition.ts'
import type { Database } from '#server/db/database.ts'
import { verifyVersions } from './integrity.ts'
import { publishVersion } from './publish.ts'
import { storeFiles } from './recordings.ts'

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

/**
 * Publishes the shipped inventory versions that this database does not have yet, and compares those it has with their
 * hashes.
 * @param warn receives each hash that doesn't match or was recomputed, and each number under which other content is
 * published (which is kept)
 */
export async function loadContent(db: Database, warn: (line: string) => void = () => {}): Promise<void> {
  await verifyVersions(db, warn)
  for (const version of await shippedVersions())
    await storeFiles(
      db,
      (await shippedRecordings(version)).map(({ bytes }) => bytes),
    )
  for (const definition of await readContent()) {
    const { taken } = await publishVersion(db, definition)
    if (taken)
      warn(
        `${definition.code} version ${definition.version} of this release is left out: other content is published under its number.`,
      )
  }
}
