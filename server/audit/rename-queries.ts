import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import type { StoredEntry } from './hashes.ts'
import { type Renaming, sealable } from './seal-queries.ts'

/** Somebody whose entries get another id in their place. */
export interface Renamed {
  readonly userId: string
  readonly to: string
  /** Limits the change to entries of one client, and those that lead to records erased there; undefined for all. */
  readonly at: { readonly clientId: string; readonly erased: readonly string[] } | undefined
  /** The time from which their own actions stay theirs; actions on them do not. */
  readonly ownActsUntil: string | undefined
}

const isOwn = ({ userId, ownActsUntil }: Renamed) =>
  sql`(e.actor_id = ${userId} AND e.at < coalesce(${ownActsUntil ?? null}::timestamptz, 'infinity'))`

/**
 * True when an entry without a client leads to what is erased at one: its details have an id of it. The one about
 * answers that count because they came in time has none where all of them are on sensitive scales, but names the test.
 */
const leadsTo = ({ clientId, erased }: NonNullable<Renamed['at']>) => sql`(
  EXISTS (SELECT FROM unnest(${[clientId, ...erased]}::text[]) AS trace WHERE strpos(e.details::text, '"' || trace || '"') > 0)
  OR e.action = 'late_answers_decided' AND e.details ->> 'code' IN (
    SELECT i.code FROM assignments a JOIN inventories i ON i.id = a.inventory_id
    WHERE a.client_id = ${clientId} AND a.id = ANY (${erased}::uuid[])))`

/** The next entries that still name the person or an address of theirs, locked. */
export async function lockNamed(tx: Executor, person: Renamed, limit: number): Promise<StoredEntry[]> {
  const { userId, to, at } = person
  const moves = sql`${userId}::uuid <> ${to}::uuid`
  const { rows } = await sql<StoredEntry>`
    SELECT ${sealable} FROM audit_entries e
    WHERE (e.actor_id = ${userId} OR e.subject_id = ${userId})
      ${at === undefined ? sql`` : sql`AND (e.client_id = ${at.clientId} OR e.client_id IS NULL AND ${leadsTo(at)})`}
      AND (${isOwn(person)} AND (${moves} OR e.address <> '')
        OR e.actor_id IS NULL AND e.address <> ''
        OR e.subject_id = ${userId} AND ${moves})
    ORDER BY e.id LIMIT ${limit} FOR UPDATE`.execute(tx)
  return rows
}

/** Puts the other id in the person's place in these entries. @returns them as they are then, each with a new salt */
export async function rename(tx: Executor, person: Renamed, ids: readonly string[]): Promise<StoredEntry[]> {
  const { userId, to } = person
  await sql`SELECT set_config('terazi.renaming', ${userId}, true)`.execute(tx)
  const { rows } = await sql<StoredEntry>`
    UPDATE audit_entries e SET
      address = CASE WHEN ${isOwn(person)} OR e.actor_id IS NULL THEN '' ELSE e.address END,
      actor_id = CASE WHEN ${isOwn(person)} THEN ${to}::uuid ELSE e.actor_id END,
      subject_id = CASE WHEN e.subject_id = ${userId} THEN ${to}::uuid ELSE e.subject_id END
    WHERE e.id = ANY (${ids}::uuid[]) RETURNING ${sealable}`.execute(tx)
  await sql`SELECT set_config('terazi.renaming', '', true)`.execute(tx)
  return rows
}

export async function insertRenamings(
  tx: Executor,
  renamings: readonly (Renaming & { readonly id: string })[],
): Promise<void> {
  if (renamings.length === 0) return
  await tx
    .insertInto('audit_renamings')
    .values(renamings.map(({ id, ...renaming }) => ({ entry_id: id, ...renaming })))
    .execute()
}
