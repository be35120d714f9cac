import { sql } from 'kysely'
import type { Definition } from '#scoring/definition/definition.ts'
import type { Executor } from '#server/db/database.ts'
import { isRead } from '#server/db/withheld.ts'

/** The inventory of this code, made when it is new: then it is offered as given. */
export async function insertInventory(
  db: Executor,
  { id, code, offeredTo }: { id: string; code: string; offeredTo: 'all' | 'none' },
): Promise<string> {
  await db
    .insertInto('inventories')
    .values({ id, code, offered_to: offeredTo })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute()
  const found = await db
    .selectFrom('inventories')
    .select('id')
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  return found.id
}

export async function insertVersion(
  db: Executor,
  version: { id: string; inventoryId: string; definition: Definition; hash: string; by: string | null },
): Promise<void> {
  await db
    .insertInto('inventory_versions')
    .values({
      id: version.id,
      inventory_id: version.inventoryId,
      number: version.definition.version,
      content_hash: version.hash,
      definition: JSON.stringify(version.definition),
      published_by: version.by,
    })
    .onConflict((conflict) => conflict.columns(['inventory_id', 'number']).doNothing())
    .execute()
}

/** Finds the hash that froze a version, and who published it; nothing where the number is free. */
export async function findFrozen(
  db: Executor,
  inventoryId: string,
  number: number,
): Promise<{ hash: string; by: string | null } | undefined> {
  return db
    .selectFrom('inventory_versions')
    .select(['content_hash as hash', 'published_by as by'])
    .where('inventory_id', '=', inventoryId)
    .where('number', '=', number)
    .executeTakeFirst()
}

/** A published version by its code and number, the newest without a number. */
export async function findPublished(
  db: Executor,
  { code, number }: { code: string; number: number | undefined },
): Promise<{ id: string; number: number } | undefined> {
  let query = db
    .selectFrom('inventory_versions as version')
    .innerJoin('inventories as inventory', 'inventory.id', 'version.inventory_id')
    .select(['version.id as id', 'version.number as number'])
    .where('inventory.code', '=', code)
    .orderBy('version.number', 'desc')
    .limit(1)
  if (number !== undefined) query = query.where('version.number', '=', number)
  return query.executeTakeFirst()
}

/** The newest published version of each inventory, by code. */
export async function findCurrentVersions(
  db: Executor,
): Promise<{ inventory_id: string; code: string; version_id: string; number: number }[]> {
  return db
    .selectFrom('inventory_versions as version')
    .innerJoin('inventories as inventory', 'inventory.id', 'version.inventory_id')
    .distinctOn('inventory.code')
    .select(['inventory.id as inventory_id', 'inventory.code', 'version.id as version_id', 'version.number'])
    .orderBy('inventory.code')
    .orderBy('version.number', 'desc')
    .execute()
}

export async function findDefinition(
  db: Executor,
  versionId: string,
): Promise<{ definition: object; inventory_id: string; hash: string } | undefined> {
  return db
    .selectFrom('inventory_versions')
    .select(['definition', 'inventory_id', 'content_hash as hash'])
    .where('id', '=', versionId)
    .executeTakeFirst()
}

/** The published versions whose hash is to be compared with their content, by code and number. */
export async function findVersionIds(db: Executor): Promise<{ id: string; code: string; number: number }[]> {
  return db
    .selectFrom('inventory_versions as version')
    .innerJoin('inventories as inventory', 'inventory.id', 'version.inventory_id')
    .select(['version.id', 'inventory.code', 'version.number'])
    .orderBy('inventory.code')
    .orderBy('version.number')
    .execute()
}

/** A version's content as it is stored, and the hash it was frozen by. */
export async function findStored(
  db: Executor,
  versionId: string,
): Promise<{ definition: object; hash: string }> {
  return db
    .selectFrom('inventory_versions')
    .select(['definition', 'content_hash as hash'])
    .where('id', '=', versionId)
    .executeTakeFirstOrThrow()
}

/** The inventories that an admin enabled for a client, and that somebody is named to read. */
export async function findEnablements(db: Executor, clientId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('inventory_enablements')
    .select('inventory_id')
    .where('client_id', '=', clientId)
    .where(isRead('inventory_enablements'))
    .execute()
  return rows.map((row) => row.inventory_id)
}

export async function findPurpose(
  db: Executor,
  { clientId, code }: { clientId: string; code: string },
): Promise<string> {
  const { rows } = await sql<{ purpose: string }>`
    SELECT e.purpose FROM inventory_enablements e JOIN inventories i ON i.id = e.inventory_id
    WHERE e.client_id = ${clientId} AND i.code = ${code}`.execute(db)
  return rows[0]?.purpose ?? ''
}

/** Locks what is enabled, so that nobody closes it meanwhile. */
export async function lockEnablements(
  tx: Executor,
  clientId: string,
  inventoryId: string | undefined,
): Promise<void> {
  await sql`
    SELECT FROM inventory_enablements WHERE client_id = ${clientId}
      AND (${inventoryId ?? null}::uuid IS NULL OR inventory_id = ${inventoryId ?? null}::uuid)
    ORDER BY inventory_id FOR KEY SHARE`.execute(tx)
}

/** The inventories that an admin enabled for a client's candidates, too. */
export async function findOpenToCandidates(db: Executor, clientId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('inventory_enablements')
    .select('inventory_id')
    .where('client_id', '=', clientId)
    .where('for_candidates', '=', true)
    .execute()
  return rows.map((row) => row.inventory_id)
}

/** True when some of these members are candidates. */
export async function findCandidates(
  db: Executor,
  clientId: string,
  membershipIds: readonly string[],
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM memberships WHERE client_id = ${clientId} AND id = ANY (${membershipIds}::uuid[])
      AND role = 'candidate' LIMIT 1`.execute(db)
  return rows.length > 0
}

/** The sensitive inventories whose reports a person is named to read for a client. */
export async function findRecipientInventories(
  db: Executor,
  clientId: string,
  userId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('report_recipients')
    .select('inventory_id')
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .execute()
  return rows.map((row) => row.inventory_id)
}

export interface Recipients {
  purpose: string
  /** Names of the people who read the results. */
  readers: string[]
  clinician: { userId: string; name: string } | null
}

/**
 * Finds the purpose and the readers that a client's enablement names to people who take the test; undefined where there
 * is none.
 */
export async function findRecipients(
  db: Executor,
  key: { clientId: string; inventoryId: string },
): Promise<Recipients | undefined> {
  const { rows } = await sql<Recipients>`
    SELECT e.purpose, named.readers, named.clinician
    FROM inventory_enablements e CROSS JOIN LATERAL (
      SELECT coalesce(array_agg(name ORDER BY name), '{}') AS readers,
        (json_agg(json_build_object('userId', user_id, 'name', name)) FILTER (WHERE clinician)) -> 0 AS clinician
      FROM (
        SELECT r.user_id, r.clinician, coalesce(nullif(m.name, ''), nullif(u.name, ''), u.email, '') AS name
        FROM report_recipients r JOIN users u ON u.id = r.user_id
        LEFT JOIN memberships m ON m.client_id = r.client_id AND m.user_id = r.user_id AND m.removed_at IS NULL
        WHERE r.client_id = e.client_id AND r.inventory_id = e.inventory_id) one) named
    WHERE e.client_id = ${key.clientId} AND e.inventory_id = ${key.inventoryId}`.execute(db)
  return rows[0]
}

export async function deleteRecipient(
  db: Executor,
  key: { clientId: string; userId: string },
): Promise<void> {
  await db
    .deleteFrom('report_recipients')
    .where('client_id', '=', key.clientId)
    .where('user_id', '=', key.userId)
    .execute()
}

/** Every price there is, from the smallest quantity on. */
export async function findTiers(
  db: Executor,
): Promise<{ inventoryId: string; fromQuantity: number; unitPriceKurus: number }[]> {
  return db
    .selectFrom('price_tiers')
    .select([
      'inventory_id as inventoryId',
      'from_quantity as fromQuantity',
      'unit_price_kurus as unitPriceKurus',
    ])
    .orderBy('inventory_id')
    .orderBy('from_quantity')
    .execute()
}

/** Puts these prices in the place of the old ones. Of two who do it at once the later wins, whole. */
export async function replaceTiers(
  db: Executor,
  inventoryId: string,
  tiers: readonly { fromQuantity: number; unitPriceKurus: number }[],
): Promise<void> {
  await db.selectFrom('inventories').select('id').where('id', '=', inventoryId).forNoKeyUpdate().execute()
  await db.deleteFrom('price_tiers').where('inventory_id', '=', inventoryId).execute()
  if (tiers.length === 0) return
  const rows = tiers.map((tier) => ({
    inventory_id: inventoryId,
    from_quantity: tier.fromQuantity,
    unit_price_kurus: tier.unitPriceKurus,
  }))
  await db.insertInto('price_tiers').values(rows).execute()
}
