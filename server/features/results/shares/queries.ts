import { type Selectable, sql } from 'kysely'
import { maxListedOpenings, maxWrongPins, type Share } from '#contract/shares.ts'
import type { DeviceClass } from '#contract/signals.ts'
import {
  type AuthorizedClient,
  idInReach,
  inReach,
  type ReadableClient,
  wholeClient,
} from '#server/authority/reach.ts'
import type { Shares } from '#server/db/client-tables.ts'
import type { Executor, Tx } from '#server/db/database.ts'
import type { Slice } from '#server/http/pages.ts'

export interface Key {
  readonly clientId: string
  readonly id: string
}

export interface AssignmentToShare {
  id: string
  user_id: string
  version_id: string
}

/** Those of these assignments that a client has. */
export async function findAssignments(
  db: Executor,
  { id: clientId }: AuthorizedClient,
  ids: readonly string[],
): Promise<AssignmentToShare[]> {
  return db
    .selectFrom('assignments')
    .select(['id', 'user_id', 'version_id'])
    .where('client_id', '=', clientId)
    .where('id', 'in', ids)
    .execute()
}

export type NewShare = Key &
  Pick<
    Selectable<Shares>,
    'token_hash' | 'pin_hash' | 'show' | 'recipient' | 'legal_ground' | 'purpose' | 'locale' | 'created_by'
  > & {
    readonly days: number
    readonly assignmentIds: readonly string[]
  }

export async function insertShare(
  tx: Tx,
  { clientId, days, assignmentIds, ...share }: NewShare,
): Promise<void> {
  await tx
    .insertInto('shares')
    .values({
      client_id: clientId,
      ...share,
      expires_at: sql<Date>`now() + make_interval(days => ${days}::int)`,
    })
    .execute()
  await tx
    .insertInto('share_reports')
    .values(
      assignmentIds.map((id, place) => ({
        client_id: clientId,
        share_id: share.id,
        assignment_id: id,
        place,
      })),
    )
    .execute()
}

export type ShareRow = Pick<
  Selectable<Shares>,
  | 'id'
  | 'recipient'
  | 'legal_ground'
  | 'purpose'
  | 'show'
  | 'locale'
  | 'created_at'
  | 'expires_at'
  | 'revoked_at'
  | 'wrong_pins'
> & {
  state: Share['state']
  created_by: string
  reports: number
  available: number
  shared: { assignmentId: string; name: string; versionId: string }[]
  opened: number
  openings: { at: string; device: DeviceClass }[]
}

// Revoked before expired: that a manager ended it says more.
const state = sql<
  Share['state']
>`CASE WHEN s.revoked_at IS NOT NULL THEN 'revoked' WHEN s.expires_at <= now() THEN 'expired'
  WHEN s.wrong_pins >= ${maxWrongPins} THEN 'locked' ELSE 'active' END`

const isThere = sql`EXISTS (SELECT FROM results r JOIN assignments a ON a.client_id = r.client_id AND a.id = r.assignment_id
  WHERE r.client_id = p.client_id AND r.assignment_id = p.assignment_id AND a.restricted_at IS NULL)`

/** The condition that every report of a share is of somebody its reader may see. */
const isReadable = (client: ReadableClient) =>
  wholeClient(client) === undefined
    ? sql`AND NOT EXISTS (SELECT FROM share_reports p
        JOIN assignments a ON a.client_id = p.client_id AND a.id = p.assignment_id
        JOIN memberships m ON m.client_id = a.client_id AND m.id = a.membership_id
        WHERE p.client_id = s.client_id AND p.share_id = s.id AND NOT (${inReach(client, 'a', 'm')}))`
    : sql``

export async function findShares(
  db: Executor,
  client: ReadableClient,
  { descending, search }: { descending: boolean; search: string },
  { limit, offset }: Slice,
): Promise<{ count: number; rows: ShareRow[] }> {
  const where = sql`s.client_id = ${idInReach(client)} AND fold_text(s.recipient) LIKE ${`%${search}%`} ${isReadable(client)}`
  const order = descending ? sql`s.created_at DESC, s.id DESC` : sql`s.created_at, s.id`
  const total = await sql<{ count: number }>`SELECT count(*) AS count FROM shares s WHERE ${where}`.execute(
    db,
  )
  const { rows } = await sql<ShareRow>`
    SELECT s.id, s.recipient, s.legal_ground, s.purpose, s.show, s.locale, s.created_at, s.expires_at, s.revoked_at,
      s.wrong_pins, ${state} AS state, maker.name AS created_by, had.reports, had.available, had.shared,
      (SELECT count(*) FROM share_openings o WHERE o.client_id = s.client_id AND o.share_id = s.id) AS opened,
      (SELECT coalesce(json_agg(json_build_object('at', to_char(o.opened_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'device', o.device) ORDER BY o.opened_at DESC), '[]')
        FROM (SELECT opened_at, device FROM share_openings n WHERE n.client_id = s.client_id AND n.share_id = s.id
          ORDER BY n.opened_at DESC LIMIT ${maxListedOpenings}) o) AS openings
    FROM (SELECT * FROM shares s WHERE ${where} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}) s
      JOIN users maker ON maker.id = s.created_by
      CROSS JOIN LATERAL (SELECT count(*) AS reports, count(*) FILTER (WHERE there) AS available,
          coalesce(json_agg(json_build_object('assignmentId', id, 'name', name, 'versionId', version_id) ORDER BY place)
            FILTER (WHERE there), '[]') AS shared
        FROM (SELECT p.place, a.id, a.version_id, person.name, ${isThere} AS there
          FROM share_reports p LEFT JOIN assignments a ON a.client_id = p.client_id AND a.id = p.assignment_id
            LEFT JOIN users person ON person.id = a.user_id
          WHERE p.client_id = s.client_id AND p.share_id = s.id) one) had
    ORDER BY ${order}`.execute(db)
  return { count: total.rows[0]?.count ?? 0, rows }
}

/** True where a client's reader may see everybody whose report is shared. */
export async function isInReach(db: Executor, client: ReadableClient, id: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM shares s
    WHERE s.client_id = ${idInReach(client)} AND s.id = ${id} ${isReadable(client)}`.execute(db)
  return rows.length > 0
}

export async function findKey(db: Executor, id: string): Promise<Key | undefined> {
  return db
    .selectFrom('shares')
    .select(['client_id as clientId', 'id'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** @returns false where it was revoked before */
export async function revoke(tx: Tx, { clientId, id }: Key, by: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('shares')
    .set({ revoked_at: sql`now()`, revoked_by: by })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export type OpenedShare = Key &
  Pick<Selectable<Shares>, 'pin_hash' | 'wrong_pins' | 'show' | 'recipient' | 'locale' | 'expires_at'> & {
    readonly client: string
    readonly timeZone: string
    /** False once it is expired or revoked, and while its client is suspended. */
    readonly open: boolean
  }

/** The share of a link, locked, so that wrong PINs are counted one after another. */
export async function lockByToken(tx: Tx, tokenHash: Buffer): Promise<OpenedShare | undefined> {
  const { rows } = await sql<OpenedShare>`
    SELECT s.client_id AS "clientId", s.id, s.pin_hash, s.wrong_pins, s.show, s.recipient, s.locale, s.expires_at,
      c.name AS client, c.time_zone AS "timeZone",
      s.revoked_at IS NULL AND s.expires_at > now() AND c.status <> 'suspended' AS open
    FROM shares s JOIN clients c ON c.id = s.client_id
    WHERE s.token_hash = ${tokenHash} FOR NO KEY UPDATE OF s`.execute(tx)
  return rows[0]
}

export async function countWrongPin(tx: Tx, { clientId, id }: Key): Promise<number> {
  const { wrong_pins } = await tx
    .updateTable('shares')
    .set((row) => ({ wrong_pins: row('wrong_pins', '+', 1) }))
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .returning('wrong_pins')
    .executeTakeFirstOrThrow()
  return wrong_pins
}

/** The assignments of a share, with their people. */
export async function findShared(
  db: Executor,
  { clientId, id }: Key,
): Promise<{ assignmentId: string; userId: string }[]> {
  const { rows } = await sql<{ assignmentId: string; userId: string }>`
    SELECT a.id AS "assignmentId", a.user_id AS "userId"
    FROM share_reports p JOIN assignments a ON a.client_id = p.client_id AND a.id = p.assignment_id
    WHERE p.client_id = ${clientId} AND p.share_id = ${id} ORDER BY p.place`.execute(db)
  return rows
}

export async function insertOpening(
  tx: Tx,
  { clientId, id }: Key,
  opening: { id: string; device: DeviceClass },
): Promise<void> {
  await tx
    .insertInto('share_openings')
    .values({ client_id: clientId, share_id: id, ...opening })
    .execute()
}
