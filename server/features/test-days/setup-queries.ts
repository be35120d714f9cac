import type { Executor } from '#server/db/database.ts'

interface DayKey {
  clientId: string
  testDayId: string
}

interface SetupCode extends DayKey {
  id: string
  turn: number
}

export async function insertSetupCode(tx: Executor, code: SetupCode & { codeHash: Buffer }): Promise<void> {
  await tx
    .insertInto('setup_codes')
    .values({
      code_hash: code.codeHash,
      client_id: code.clientId,
      test_day_id: code.testDayId,
      id: code.id,
      turn: code.turn,
    })
    .execute()
}

/** A code by its hash, with the tablet that has used it, held until the transaction ends: it makes one tablet. */
export async function holdSetupCode(
  tx: Executor,
  codeHash: Buffer,
): Promise<(DayKey & { tabletId: string | null }) | undefined> {
  return tx
    .selectFrom('setup_codes')
    .select(['client_id as clientId', 'test_day_id as testDayId', 'tablet_id as tabletId'])
    .where('code_hash', '=', codeHash)
    .forUpdate()
    .executeTakeFirst()
}

export async function markUsed(tx: Executor, codeHash: Buffer, tabletId: string): Promise<void> {
  await tx.updateTable('setup_codes').set({ tablet_id: tabletId }).where('code_hash', '=', codeHash).execute()
}

/** Codes of a day that no tablet has used, in the order in which they were made. */
export async function findUnused(
  db: Executor,
  key: DayKey,
): Promise<{ id: string; turn: number; createdAt: Date }[]> {
  return db
    .selectFrom('setup_codes')
    .select(['id', 'turn', 'created_at as createdAt'])
    .where('client_id', '=', key.clientId)
    .where('test_day_id', '=', key.testDayId)
    .where('tablet_id', 'is', null)
    .orderBy('id')
    .execute()
}

/** Takes an unused code away. @returns its turn; undefined where there is none */
export async function deleteUnused(
  tx: Executor,
  key: DayKey & { id: string },
): Promise<{ turn: number } | undefined> {
  return tx
    .deleteFrom('setup_codes')
    .where('client_id', '=', key.clientId)
    .where('test_day_id', '=', key.testDayId)
    .where('id', '=', key.id)
    .where('tablet_id', 'is', null)
    .returning('turn')
    .executeTakeFirst()
}
