import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Database } from '#server/db/database.ts'
import { create } from '#server/features/assignments/job-profiles/profiles.ts'
import type { Actor } from '#server/http/subject.ts'
import { completedOf } from './queries.ts'

/** Makes a profile of the demo's main test from the results of eight of its people. */
export async function makeProfileInDemo(
  db: Database,
  client: AuthorizedClient,
  { test, by }: { test: string; by: Actor },
): Promise<void> {
  const assignmentIds = await completedOf(db, client.id, test, 8)
  const body = { name: 'Vardiya amiri', inventory: test, assignmentIds }
  await db.transaction().execute((tx) => create(tx, client, body, by))
}
