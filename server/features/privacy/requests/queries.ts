import { sql } from 'kysely'
import { foldText } from '#contract/fold.ts'
import type {
  EnteredChannel,
  IdentityCheck,
  IdentityProof,
  RequestChannel,
  RequestKind,
} from '#contract/requests.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { folded } from '#server/db/folded.ts'
import { newId } from '#server/db/ids.ts'
import { knownToClient } from '#server/db/known-to-client.ts'
import { likeText } from '#server/db/like.ts'
import { isWithin, type Manager } from '#server/db/within.ts'
import { addresses } from '#server/features/privacy/request-answers/at-erasure.ts'
import type { Slice } from '#server/http/pages.ts'

export interface RequestRow {
  id: string
  clientId: string
  clientName: string
  clientEmail: string
  clientPhone: string
  timeZone: string
  kind: RequestKind
  message: string
  channel: RequestChannel
  receivedOn: string | null
  /** The person who entered it at the desk. */
  enteredBy: string | null
  createdAt: Date
  dueAt: Date
  decision: 'accepted' | 'refused' | null
  reason: string
  decidedAt: Date | null
  decidedBy: string | null
  identity: IdentityProof | null
  identityAt: Date | null
  identityBy: string | null
  identityNote: string
  answeredBy: 'mail' | 'hand' | null
  membershipId: string
  userId: string
  name: string
  erased: boolean
  /** The address that the client knows. */
  email: string | null
  /** The address for mails about their own data, if they have shown it to be theirs; not for the desk to see. */
  provenAddress: string | null
  /** The address for an answer, if the client knows that it is theirs; not for the desk to see. */
  knownAddress: string | null
  /** A code mailed to the known address opens their own data. */
  reachesOwnData: boolean
  assignmentId: string | null
  versionId: string | null
  locale: 'tr' | 'en'
}

const columns = sql`
  r.id, r.client_id AS "clientId", c.name AS "clientName", c.email AS "clientEmail", c.phone AS "clientPhone",
  c.time_zone AS "timeZone", r.kind, r.message, r.channel,
  r.received_on AS "receivedOn", enterer.name AS "enteredBy", r.created_at AS "createdAt",
  r.due_at AS "dueAt", r.decision, r.reason, r.decided_at AS "decidedAt", decider.name AS "decidedBy", r.identity,
  r.identity_at AS "identityAt", checker.name AS "identityBy", r.identity_note AS "identityNote",
  r.answered_by AS "answeredBy", r.membership_id AS "membershipId",
  m.user_id AS "userId", m.name, m.erased_at IS NOT NULL AS erased, m.email,
  CASE WHEN u.email_verified_at IS NOT NULL THEN ${addresses.data} END AS "provenAddress",
  ${addresses.answer} AS "knownAddress",
  ${addresses.answer} IS NOT NULL AND u.email_verified_at IS NOT NULL AND u.deactivated_at IS NULL AS "reachesOwnData",
  r.assignment_id AS "assignmentId", a.version_id AS "versionId", r.locale`

const joins = sql`
  JOIN clients c ON c.id = r.client_id
  JOIN memberships m ON m.client_id = r.client_id AND m.id = r.membership_id
  JOIN users u ON u.id = m.user_id
  LEFT JOIN users decider ON decider.id = r.decided_by
  LEFT JOIN users checker ON checker.id = r.identity_by
  LEFT JOIN users enterer ON enterer.id = r.entered_by
  LEFT JOIN assignments a ON a.client_id = r.client_id AND a.id = r.assignment_id`

/** Scope of requests: of one client, of a manager's clients, of one person (at one client), or all of them. */
export interface Whose {
  client?: AuthorizedClient
  manager?: Manager
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
  const { client, manager, person } = whose
  const where = sql.join(
    [
      sql`true`,
      ...(client ? [sql`r.client_id = ${client.id}`] : []),
      ...(manager
        ? [
            sql`r.client_id IN (SELECT client_id FROM memberships
              WHERE user_id = ${manager.userId} AND role = 'manager' AND NOT reader AND removed_at IS NULL
                AND ${isWithin('client_id', manager)})`,
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

/** @param lock until the transaction ends, keeps others from deciding it, or the person from being erased */
export async function findRequest(
  db: Executor,
  id: string,
  { lock }: { lock?: 'request' | 'person' } = {},
): Promise<RequestRow | undefined> {
  const { rows } = await sql<RequestRow>`
    SELECT ${columns} FROM person_requests r ${joins} WHERE r.id = ${id}
    ${lock === undefined ? sql`` : lock === 'request' ? sql`FOR UPDATE OF r` : sql`FOR KEY SHARE OF m`}`.execute(
    db,
  )
  return rows[0]
}

export interface OwnMembership {
  readonly id: string
  readonly clientId: string
  readonly timeZone: string
  readonly locale: 'tr' | 'en'
}

/** The memberships with which somebody may ask: not erased, of one client where the session reaches one alone. */
export async function findOwnMemberships(
  db: Executor,
  { userId, clientId }: { userId: string; clientId: string | null },
): Promise<OwnMembership[]> {
  const { rows } = await sql<OwnMembership>`
    SELECT DISTINCT ON (m.client_id) m.id, m.client_id AS "clientId", c.time_zone AS "timeZone", u.locale
    FROM memberships m JOIN users u ON u.id = m.user_id JOIN clients c ON c.id = m.client_id
    WHERE m.user_id = ${userId} AND m.role <> 'manager' AND m.erased_at IS NULL
      AND (${clientId}::uuid IS NULL OR m.client_id = ${clientId}::uuid)
    ORDER BY m.client_id, m.removed_at DESC NULLS FIRST`.execute(db)
  return rows
}

/** The membership that a test was given to: somebody who has come back has an older one, too. */
export async function findMembershipOfTest(
  db: Executor,
  key: { clientId: string; userId: string; assignmentId: string },
): Promise<string | undefined> {
  const found = await db
    .selectFrom('assignments')
    .select('membership_id')
    .where('client_id', '=', key.clientId)
    .where('user_id', '=', key.userId)
    .where('id', '=', key.assignmentId)
    .executeTakeFirst()
  return found?.membership_id
}

/** The way in which somebody confirmed a session to be theirs; null where no session is named. */
const wayOf = (provedBy: Buffer | null) =>
  provedBy === null
    ? null
    : sql<'code' | 'password' | null>`(SELECT proved_by FROM sessions WHERE token_hash = ${provedBy})`

interface NewRequest {
  clientId: string
  membershipId: string
  kind: RequestKind
  message: string
  assignmentId: string | null
  locale: 'tr' | 'en'
  days: number
  /** The session that asks, if it was shown to be this person's. */
  provedBy: Buffer | null
}

/**
 * The same request, shown in the same way to be theirs, if it still waits for its answer. The membership stays locked, so that two taps don't make two.
 */
export async function findSameWaiting(
  tx: Executor,
  { clientId, membershipId, kind, message, assignmentId, provedBy }: NewRequest,
): Promise<{ id: string; dueAt: Date } | undefined> {
  await sql`SELECT FROM memberships WHERE client_id = ${clientId} AND id = ${membershipId} FOR NO KEY UPDATE`.execute(
    tx,
  )
  return tx
    .selectFrom('person_requests')
    .select(['id', 'due_at as dueAt'])
    .where('client_id', '=', clientId)
    .where('membership_id', '=', membershipId)
    .where('kind', '=', kind)
    .where('message', '=', message)
    .where('assignment_id', 'is not distinct from', assignmentId)
    .where('decision', 'is', null)
    .where('identity', 'is not distinct from', wayOf(provedBy))
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
}

export async function insertRequest(
  tx: Executor,
  request: NewRequest,
): Promise<{ id: string; dueAt: Date; identity: IdentityProof | null }> {
  const id = newId()
  const way = wayOf(request.provedBy)
  return tx
    .insertInto('person_requests')
    .values({
      client_id: request.clientId,
      id,
      membership_id: request.membershipId,
      kind: request.kind,
      message: request.message,
      assignment_id: request.assignmentId,
      locale: request.locale,
      ...(way !== null && { identity: way, identity_at: sql<Date>`now()` }),
      due_at: sql`now() + make_interval(days => ${request.days}::int)`,
    })
    .returning(['id', 'due_at as dueAt', 'identity'])
    .executeTakeFirstOrThrow()
}

/**
 * People of a client whose request can be entered: their newest membership, also one that ended. Somebody who came back under
 * another name is found by that name alone.
 */
export async function findRequesters(db: Executor, client: AuthorizedClient, search: string, limit: number) {
  const words = foldText(search)
    .split(' ')
    .filter((word) => word !== '')
  // A list of everybody is the page of people.
  if (words.length === 0) return []
  const named = sql.join(
    words.map((word) => sql`m.search_text LIKE ${`%${likeText(word)}%`}`),
    sql` AND `,
  )
  const theirs = sql`m.client_id = ${client.id} AND m.role <> 'manager' AND m.erased_at IS NULL AND ${named}`
  const { rows } = await sql<{
    membershipId: string
    name: string
    email: string
    phone: string
    staffNumber: string
    leftAt: Date | null
  }>`
    WITH found AS (
      SELECT m.* FROM memberships m WHERE ${theirs} AND m.removed_at IS NULL
      UNION ALL
      SELECT m.* FROM memberships m WHERE ${theirs} AND m.removed_at IS NOT NULL AND NOT EXISTS (
        SELECT FROM memberships newer
        WHERE newer.client_id = m.client_id AND newer.user_id = m.user_id AND newer.role <> 'manager'
          AND newer.erased_at IS NULL
          AND (newer.removed_at IS NULL OR (newer.removed_at, newer.id) > (m.removed_at, m.id))))
    SELECT m.id AS "membershipId", m.name, coalesce(m.email, '') AS email, m.phone, m.staff_number AS "staffNumber",
      m.removed_at AS "leftAt"
    FROM found m
    ORDER BY m.removed_at IS NOT NULL, m.name COLLATE "tr-x-icu", m.id LIMIT ${limit}`.execute(db)
  return rows
}

/**
 * Enters a request that came on a day by the client's calendar; its deadline is the end of the day so many days later. The
 * membership stays locked: nobody is erased meanwhile.
 * @returns undefined for somebody who was erased, is a manager, or belongs to another client
 */
export async function insertEntered(
  tx: Executor,
  { id: clientId, timeZone }: AuthorizedClient,
  request: {
    membershipId: string
    kind: RequestKind
    message: string
    channel: EnteredChannel
    receivedOn: string
    by: string
    days: number
  },
): Promise<{ id: string; userId: string; dueAt: Date } | undefined> {
  const id = newId()
  const { rows } = await sql<{ id: string; userId: string; dueAt: Date }>`
    WITH person AS (
      SELECT m.id, m.user_id, known.locale FROM memberships m
      JOIN LATERAL (${knownToClient('m.client_id', 'm.user_id')}) known ON true
      WHERE m.client_id = ${clientId} AND m.id = ${request.membershipId} AND m.role <> 'manager' AND m.erased_at IS NULL
      FOR NO KEY UPDATE OF m),
    entered AS (
      INSERT INTO person_requests (client_id, id, membership_id, kind, message, channel, received_on, entered_by, locale, due_at)
      SELECT ${clientId}, ${id}, person.id, ${request.kind}, ${request.message}, ${request.channel}, ${request.receivedOn}::date,
        ${request.by}, person.locale,
        ((${request.receivedOn}::date + ${request.days}::int + 1)::timestamp - interval '1 minute') AT TIME ZONE ${timeZone}
      FROM person RETURNING id, due_at)
    SELECT entered.id, person.user_id AS "userId", entered.due_at AS "dueAt" FROM entered CROSS JOIN person`.execute(
    tx,
  )
  return rows[0]
}

export async function writeIdentity(
  tx: Executor,
  key: { clientId: string; id: string },
  check: { way: IdentityCheck; note: string; email: string | null; by: string },
): Promise<void> {
  await tx
    .updateTable('person_requests')
    .set({
      identity: check.way,
      identity_at: sql`now()`,
      identity_by: check.by,
      identity_note: check.note,
      identity_email: check.email,
    })
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .execute()
}

export async function writeDecision(
  tx: Executor,
  key: { clientId: string; id: string },
  decided: { decision: 'accepted' | 'refused'; reason: string; by: string; answeredBy: 'mail' | 'hand' },
): Promise<void> {
  await tx
    .updateTable('person_requests')
    .set({
      decision: decided.decision,
      reason: decided.reason,
      decided_at: sql`now()`,
      decided_by: decided.by,
      answered_by: decided.answeredBy,
    })
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .execute()
}

export type Stage = 'week' | 'day' | 'overdue'

/**
 * Marks open requests whose deadline has come nearer since their last reminder: a week, a day, or over. A step that was missed,
 * because nothing ran then, is made up for by the one that is true now. Several servers may do so at once.
 */
export async function markToRemind(
  tx: Executor,
  client: string,
): Promise<{ requestId: string; stage: Stage }[]> {
  const { rows } = await sql<{ requestId: string; stage: Stage }>`
    WITH near AS (
      SELECT client_id, id, CASE WHEN due_at <= now() THEN 'overdue' WHEN due_at <= now() + interval '1 day' THEN 'day'
        ELSE 'week' END AS stage
      FROM person_requests WHERE client_id = ${client} AND decision IS NULL AND due_at <= now() + interval '7 days')
    UPDATE person_requests r SET reminded = near.stage FROM near
    WHERE r.client_id = near.client_id AND r.id = near.id AND r.decision IS NULL
      AND r.reminded IS DISTINCT FROM near.stage
    RETURNING r.id AS "requestId", near.stage`.execute(tx)
  return rows
}

/** Clients with an open request whose deadline is near or over. */
export async function findClientsToRemind(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT client_id AS id FROM person_requests
    WHERE decision IS NULL AND due_at <= now() + interval '7 days' ORDER BY 1`.execute(db)
  return rows.map(({ id }) => id)
}
