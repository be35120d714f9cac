import type { Definition } from '#scoring/definition.ts'
import { itemCount } from '#scoring/form.ts'
import type { Database } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { contentHash } from './content.ts'
import { findVersionHash, insertInventory, insertVersion } from './queries.ts'

/**
 * Publishes a version; the same content again changes nothing.
 * @throws when this version was published with other content: a published version is frozen
 */
export async function publishVersion(db: Database, definition: Definition): Promise<void> {
  if (itemCount(definition) === 0) throw new Error(`${definition.code} ${definition.version} has no items`)
  const hash = contentHash(definition)
  await db.transaction().execute(async (tx) => {
    const inventoryId = await insertInventory(tx, newId(), definition.code)
    await insertVersion(tx, { id: newId(), inventoryId, definition, hash })
    const published = await findVersionHash(tx, inventoryId, definition.version)
    if (published !== hash) {
      throw new Error(
        `${definition.code} version ${definition.version} is published with other content. Give the changed definition the next version number.`,
      )
    }
  })
}
