import type { Selectable } from 'kysely'
import type { ClientBrands } from '#server/db/client-tables.ts'
import type { Executor, Tx } from '#server/db/database.ts'

/** A client's brand without its picture. */
export type BrandRow = Omit<Selectable<ClientBrands>, 'client_id' | 'logo'>

const columns = [
  'color',
  'sender_name',
  'intro_tr',
  'intro_en',
  'thanks_tr',
  'thanks_en',
  'logo_id',
  'logo_width',
  'logo_height',
] as const

/** The brand of a client; undefined for one that never chose any. */
export async function findBrand(db: Executor, clientId: string): Promise<BrandRow | undefined> {
  return db.selectFrom('client_brands').select(columns).where('client_id', '=', clientId).executeTakeFirst()
}

/** The same, with its row locked: of two changes at once the second one sees the first. */
export async function lockBrand(tx: Tx, clientId: string): Promise<BrandRow> {
  await tx
    .insertInto('client_brands')
    .values({ client_id: clientId })
    .onConflict((conflict) => conflict.column('client_id').doNothing())
    .execute()
  return tx
    .selectFrom('client_brands')
    .select(columns)
    .where('client_id', '=', clientId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function changeBrand(
  tx: Tx,
  clientId: string,
  change: Partial<BrandRow> & { logo?: Buffer | null },
): Promise<void> {
  await tx.updateTable('client_brands').set(change).where('client_id', '=', clientId).execute()
}

/** The picture under an address. */
export async function findLogo(db: Executor, logoId: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('client_brands')
    .select('logo')
    .where('logo_id', '=', logoId)
    .executeTakeFirst()
  return row?.logo ?? undefined
}
