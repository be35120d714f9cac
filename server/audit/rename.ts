import type { Executor } from '#server/db/database.ts'
import { signerOf } from '#server/signing.ts'
import { hashOfEntry, textOfRenaming } from './hashes.ts'
import { insertRenamings, lockNamed, type Renamed, rename } from './rename-queries.ts'

const page = 1000

/**
 * Puts an id that names nobody in a person's place in the audit log, and takes their network addresses away. What each entry's
 * hash was and is now is signed, so that its seal stays right.
 * @param key the installation's
 */
export async function renameInAudit(tx: Executor, key: Buffer, person: Renamed): Promise<void> {
  const sign = signerOf(key)
  for (;;) {
    const named = await lockNamed(tx, person, page)
    if (named.length === 0) return
    const befores = new Map(named.map((entry) => [entry.id, hashOfEntry(entry)]))
    const ids = named.map(({ id }) => id)
    const renamed = await rename(tx, person, ids)
    await insertRenamings(
      tx,
      renamed.flatMap((entry) => {
        const [before, after] = [befores.get(entry.id), hashOfEntry(entry)]
        if (before === undefined) return []
        return [{ id: entry.id, before, after, signature: sign(textOfRenaming(entry.id, before, after)) }]
      }),
    )
    if (named.length < page) return
  }
}
