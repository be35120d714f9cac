import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Executor } from '#server/db/database.ts'
import { addQuota } from '#server/features/quota/quotas.ts'
import { db, openAuditLog, sealedLog } from '#test/support/audit-log.ts'
import { addClient, addUser } from '#test/support/invited.ts'
import { testSlipKey } from '#test/support/server.ts'
import { checkContent } from './intact.ts'

openAuditLog()

class Undone extends Error {}

/** The faults after a change that got past every guard; the change itself is undone. */
async function faultsAfter(change: (tx: Executor) => Promise<unknown>): Promise<readonly string[]> {
  let faults: readonly string[] = []
  await db()
    .transaction()
    .execute(async (tx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(tx)
      await change(tx)
      faults = (await checkContent(tx, testSlipKey)).faults
      throw new Undone()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  return faults
}

test('after a restore each planted fault is said: in the audit log, in a quota, in a published test', async () => {
  const [entry] = await sealedLog()
  const [clientId, addedBy] = [await addClient(db()), await addUser(db())]
  const { rows } = await sql<{ id: string; code: string; inventoryId: string }>`
    SELECT v.id, i.code, i.id AS "inventoryId" FROM inventory_versions v JOIN inventories i ON i.id = v.inventory_id
    LIMIT 1`.execute(db())
  const [version] = rows
  if (version === undefined) throw new Error('no test is published')
  await addQuota(db(), { clientId, inventoryId: version.inventoryId, quantity: 5, reason: 'test', addedBy })
  expect(await faultsAfter(async () => undefined)).toEqual([])
  expect(
    await faultsAfter((tx) => sql`UPDATE audit_entries SET address = 'x' WHERE id = ${entry}`.execute(tx)),
  ).toEqual([expect.stringContaining(String(entry))])
  expect(
    await faultsAfter((tx) => sql`UPDATE quotas SET available = 6 WHERE client_id = ${clientId}`.execute(tx)),
  ).toEqual(['1 quotas are not the sum of their ledger.'])
  expect(
    await faultsAfter((tx) =>
      sql`UPDATE inventory_versions SET definition = jsonb_set(definition::jsonb, '{minutes}', '1')
        WHERE id = ${version.id}`.execute(tx),
    ),
  ).toEqual([expect.stringContaining(`${version.code} version`)])
})
