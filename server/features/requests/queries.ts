import { sql } from 'kysely'
import { foldText } from '#contract/fold.ts'
import type { RequestKind } from '#contract/requests.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { folded } from '#server/db/folded.ts'
import { newId } from '#server/db/ids.ts'
import { likeText } from '#server/db/like.ts'
import type { Slice } from '#server/http/pages.ts'

export interface RequestRow {
  id: string
  clientId: string
  clientName: string
  kind: RequestKind
  message: string
  createdAt: Date
  dueAt: Date
  decision: 'accepted' | 'refused' | null
  reason: string
  decidedAt: Date | null
  decidedBy: string | null
  identity: 'code' | 'desk' | null
  identityAt: Date | null
  identityBy: string | null
  membershipId: string
  userId: string
  name: string
  email: string | null
  assignmentId: string | null
  versionId: string | null
  locale: 'tr' | 'en'
}

const columns = sql`
  r.id, r.client_id AS "clientId", c.name AS "clientName", r.kind, r.message, r.created_at AS "createdAt",
  r.due_at AS "dueAt", r.decision, r.reason, r.decided_at AS "decidedAt", decider.name AS "decidedBy", r.identity,
  r.identity_at AS "identityAt", checker.name AS "identityBy", r.membership_id AS "membershipId",
  m.user_id AS "userId", m.name, u.email, r.assignment_id AS "assignmentId", a.version_id AS "versionId", r.locale`

const joins = sql`
  JOIN clients c ON c.id = r.client_id
  JOIN memberships m ON m.client_id = r.client_id AND m.id = r.membership_id
  JOIN users u ON u.id = m.user_id
  LEFT JOIN users decider ON decider.id = r.decided_by
  LEFT JOIN users checker ON checker.id = r.identity_by
  LEFT JOIN assignments a ON a.client_id = r.client_id AND a.id = r.assignment_id`

/** Whose requests: of one client, of a manager's clients, of one person (at one client), or all of them. */
export interface Whose {
  client?: AuthorizedClient
  managerId?: string
  person?: { userId: string; clientId: string | null }
}

const orders = {
  dueAt: sql`r.decision IS NOT NULL, r.due_at, r.id`,
  '-dueAt': sql`r.decision IS NOT NULL, r.due_at DESC, r.id DESC`,
  createdAt: sql`r.created_at, r.id`,
  '-createdAt': sql`r.created_at DESC, r.id DESC`,
}
export type Order = keyof typeof orders

export async function findRequests(
  db: Executor,
  whose: Whose,
  { state, search }: { state?: 'open' | 'decided' | undefined; search?: string | undefined },
  order: Order,
  slice: Slice,
): Promise<{ count: number; rows: RequestRow[] }> {
  const { client, managerId, person } = whose
  const where = sql.join(
    [
      sql`true`,
      ...(client ? [sql`r.client_id = ${client.id}`] : []),
      ...(managerId
        ? [
            sql`r.client_id IN (SELECT client_id FROM memberships
              WHERE user_id = ${managerId} AND role = 'manager' AND removed_at IS NULL)`,
          ]
        : []),
      ...(person
        ? [
            sql`(r.client_id, r.membership_id) IN (SELECT client_id, id FROM memberships
              WHERE user_id = ${person.userId} AND (${person.clientId}::uuid IS NULL OR client_id = ${person.clientId}::uuid))`,
          ]
        : []),
      ...(state === 'open' ? [sql`r.decision IS NULL`] : []),
      ...(state === 'decided' ? [sql`r.decision IS NOT NULL`] : []),
      ...(search
        ? [
            sql`(r.client_id, r.membership_id) IN (SELECT client_id, id FROM memberships m
              WHERE ${folded('m.name')} LIKE ${`%${likeText(foldText(search))}%`})`,
          ]
        : []),
    ],
    sql` AND `,
  )
  const { rows } = await sql<RequestRow>`
    SELECT ${columns} FROM person_requests r ${joins} WHERE ${where}
    ORDER BY ${orders[order]} LIMIT ${slice.limit} OFFSET ${slice.offset}`.execute(db)
  const { rows: counted } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM person_requests r WHERE ${where}`.execute(db)
  return { count: counted[0]?.count ?? 0, rows }
}

/** @param lock keeps others from deciding it until the transaction ends */
export async function findRequest(
  db: Executor,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<RequestRow | undefined> {
  const { rows } = await sql<RequestRow>`
    SELECT ${columns} FROM person_requests r ${joins} WHERE r.id = ${id}
    ${lock ? sql`FOR UPDATE OF r` : sql``}`.execute(db)
  return rows[0]
}

/** The memberships with which somebody may ask: not erased, of one client where the session reaches one alone. */
export async function findOwnMemberships(
  db: Executor,
  { userId, clientId }: { userId: string; clientId: string | null },
): Promise<{ id: string; clientId: string; locale: 'tr' | 'en' }[]> {
  const { rows } = await sql<{ id: string; clientId: string; locale: 'tr' | 'en' }>`
    SELECT DISTINCT ON (m.client_id) m.id, m.client_id AS "clientId", u.locale
    FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.user_id = ${userId} AND m.role <> 'manager' AND m.erased_at IS NULL
      AND (${clientId}::uuid IS NULL OR m.client_id = ${clientId}::uuid)
    ORDER BY m.client_id, m.removed_at DESC NULLS FIRST`.execute(db)
  return rows
}

export async function hasAssignment(
  db: Executor,
  key: { clientId: string; membershipId: string; assignmentId: string },
): Promise<boolean> {
  const found = await db
    .selectFrom('assignments')
    .select('id')
    .where('client_id', '=', key.clientId)
    .where('membership_id', '=', key.membershipId)
    .where('id', '=', key.assignmentId)
    .executeTakeFirst()
  return found !== undefined
}

export async function insertRequest(
  tx: Executor,
  request: {
    clientId: string
    membershipId: string
    kind: RequestKind
    message: string
    assignmentId: string | null
    locale: 'tr' | 'en'
    days: number
    /** A code to a contact of their own has shown that it is this person. */
    proved: boolean
  },
): Promise<{ id: string; dueAt: Date }> {
  const id = newId()
  const { dueAt } = await tx
    .insertInto('person_requests')
    .values({
      client_id: request.clientId,
      id,
      membership_id: request.membershipId,
      kind: request.kind,
      message: request.message,
      assignment_id: request.assignmentId,
      locale: request.locale,
      ...(request.proved && { identity: 'code' as const, identity_at: sql<Date>`now()` }),
      due_at: sql`now() + make_interval(days => ${request.days}::int)`,
    })
    .returning('due_at as dueAt')
    .executeTakeFirstOrThrow()
  return { id, dueAt }
}

export async function writeIdentity(
  tx: Executor,
  key: { clientId: string; id: string; by: string },
): Promise<void> {
  await tx
    .updateTable('person_requests')
    .set({ identity: 'desk', identity_at: sql`now()`, identity_by: key.by })
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .execute()
}

export async function writeDecision(
  tx: Executor,
  key: { clientId: string; id: string },
  { decision, reason, by }: { decision: 'accepted' | 'refused'; reason: string; by: string },
): Promise<void> {
  await tx
    .updateTable('person_requests')
    .set({ decision, reason, decided_at: sql`now()`, decided_by: by })
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .execute()
}
