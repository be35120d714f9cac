import { sql } from 'kysely'
import type { Definition } from '#scoring/definition/definition.ts'
import type { Executor } from '#server/db/database.ts'

export interface DraftKey {
  code: string
  number: number
}

/** Makes imports, publications and discards of one code run one after another, until the transaction ends. */
export async function lockCode(db: Executor, code: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('inventory_drafts'), hashtext(${code}))`.execute(db)
}

/** Keeps a definition that nobody can assign yet, in the place of an earlier one of the same number. */
export async function writeDraft(
  db: Executor,
  definition: Definition,
  by: string | null,
): Promise<{ replaced: boolean }> {
  const draft = { code: definition.code, number: definition.version }
  const replaced = await deleteDraft(db, draft)
  await db
    .insertInto('inventory_drafts')
    .values({ ...draft, definition: JSON.stringify(definition), imported_by: by })
    .execute()
  return { replaced }
}

/** @returns whether there was one */
export async function deleteDraft(db: Executor, { code, number }: DraftKey): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('inventory_drafts')
    .where('code', '=', code)
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** A draft as it is kept, with who imported it. */
export async function findDraft(
  db: Executor,
  { code, number }: DraftKey,
): Promise<{ definition: object; at: Date; by: string | null } | undefined> {
  return db
    .selectFrom('inventory_drafts as draft')
    .leftJoin('users as importer', 'importer.id', 'draft.imported_by')
    .select(['draft.definition', 'draft.imported_at as at', 'importer.name as by'])
    .where('draft.code', '=', code)
    .where('draft.number', '=', number)
    .executeTakeFirst()
}

/** The numbers of all drafts, or of one code's, the newest first. */
export async function findDraftKeys(
  db: Executor,
  code?: string,
): Promise<(DraftKey & { at: Date; by: string | null })[]> {
  let query = db
    .selectFrom('inventory_drafts as draft')
    .leftJoin('users as importer', 'importer.id', 'draft.imported_by')
    .select(['draft.code', 'draft.number', 'draft.imported_at as at', 'importer.name as by'])
    .orderBy('draft.code')
    .orderBy('draft.number', 'desc')
  if (code !== undefined) query = query.where('draft.code', '=', code)
  return query.execute()
}
