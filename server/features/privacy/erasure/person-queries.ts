import { sql } from 'kysely'
import { erasedName } from '#contract/erasure.ts'
import type { Executor } from '#server/db/database.ts'
import { endInvitationSessions } from '#server/features/access/sessions/sessions.ts'
import { newUserIds } from '#server/features/access/users/users.ts'
import type { Role } from '#server/features/memberships/filter.ts'
import { deleteOwned, emptyRows } from '#server/privacy/queries.ts'

export interface MembershipRow {
  id: string
  userId: string
  role: Role
  name: string
  /** The address that the client knows. */
  email: string | null
  accountEmail: string | null
  phone: string
  staffNumber: string
  removed: boolean
  held: boolean
}

const memberColumns = sql`
  m.id, m.user_id AS "userId", m.role, m.name, m.email, u.email AS "accountEmail", m.phone, m.staff_number AS "staffNumber", m.removed_at IS NOT NULL AS removed, m.held_at IS NOT NULL AS held`

/** A membership that was not erased, locked so that nobody assigns, removes or holds it meanwhile. */
export async function lockMembership(
  tx: Executor,
  key: { clientId: string; membershipId: string },
): Promise<MembershipRow | undefined> {
  const { rows } = await sql<MembershipRow>`
    SELECT ${memberColumns} FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.client_id = ${key.clientId} AND m.id = ${key.membershipId} AND m.erased_at IS NULL
    FOR UPDATE OF m`.execute(tx)
  return rows[0]
}

/** Everything that a person was at a client beside a manager, ended or not, locked in the order of its ids. */
export async function lockMemberships(
  tx: Executor,
  key: { clientId: string; membershipId: string },
): Promise<MembershipRow[]> {
  const { rows } = await sql<MembershipRow>`
    SELECT ${memberColumns} FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.client_id = ${key.clientId} AND m.erased_at IS NULL AND m.role <> 'manager'
      AND m.user_id = (SELECT user_id FROM memberships
                       WHERE client_id = ${key.clientId} AND id = ${key.membershipId} AND erased_at IS NULL)
    ORDER BY m.id FOR UPDATE OF m`.execute(tx)
  return rows
}

/** A membership that was not erased, ended or not. */
export async function findMember(
  db: Executor,
  key: { clientId: string; membershipId: string },
): Promise<{ id: string; userId: string; role: Role; name: string; group: string } | undefined> {
  return db
    .selectFrom('memberships')
    .select(['id', 'user_id as userId', 'role', 'name', 'group_name as group'])
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.membershipId)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
}

/** Takes away what a client knows of a person beside their tests; the rows that others refer to stay. */
export async function emptyMembership(
  tx: Executor,
  { clientId, membershipId }: { clientId: string; membershipId: string },
): Promise<void> {
  const theirs = sql`client_id = ${clientId} AND membership_id = ${membershipId}`
  await deleteOwned(tx, 'membership', theirs)
  await emptyRows(tx, 'registrants', theirs, { contact: sql`id::text` })
  await emptyRows(tx, 'person_requests', theirs)
  await emptyRows(tx, 'memberships', sql`client_id = ${clientId} AND id = ${membershipId}`, {
    removed_at: sql`coalesce(removed_at, now())`,
    erased_at: sql`now()`,
  })
}

/**
 * Forgets where else the person registered at the client: by their address, or by their phone and name, as phones are shared.
 * Places of a closed registration are given back by a decision alone, so there the row stays and names nobody.
 */
export async function forgetRegistrants(
  tx: Executor,
  { clientId, membershipId, emails }: { clientId: string; membershipId: string; emails: readonly string[] },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    SELECT p.id FROM registrants p JOIN memberships m ON m.client_id = p.client_id AND m.id = ${membershipId}
    WHERE p.client_id = ${clientId} AND p.membership_id IS NULL
      AND (p.contact = ANY (${emails}::text[]) OR p.phone <> '' AND fold_text(p.name) = fold_text(m.name)
           AND p.contact = right(regexp_replace(m.phone, '\\D', '', 'g'), 10))`.execute(tx)
  const ids = sql`ANY (${rows.map(({ id }) => id)}::uuid[])`
  await sql`
    DELETE FROM registrants p USING registrations r
    WHERE p.client_id = ${clientId} AND p.id = ${ids} AND r.client_id = p.client_id AND r.id = p.registration_id
      AND (p.state = 'refused' OR r.closed_at IS NULL)`.execute(tx)
  await emptyRows(tx, 'registrants', sql`client_id = ${clientId} AND id = ${ids}`, { contact: sql`id::text` })
  await sql`DELETE FROM registration_checks WHERE client_id = ${clientId} AND email = ANY (${emails}::text[])`.execute(
    tx,
  )
}

/**
 * True when a person has something on the platform beside what was erased: another client, a role, an application.
 */
export async function isNeededElsewhere(tx: Executor, userId: string): Promise<boolean> {
  // A statement of its own, so that of two clients that erase the person at once the second one sees what the first did.
  await sql`SELECT FROM users WHERE id = ${userId} FOR UPDATE`.execute(tx)
  const { rows } = await sql<{ needed: boolean }>`
    SELECT authority <> '{}'
      OR EXISTS (SELECT FROM memberships WHERE user_id = ${userId} AND erased_at IS NULL)
      OR EXISTS (SELECT FROM clients WHERE applied_by = ${userId} AND status = 'pending') AS needed
    FROM users WHERE id = ${userId}`.execute(tx)
  return rows[0]?.needed ?? false
}

/** An account that is nobody's, for rows that must name one. */
export async function insertNobody(tx: Executor): Promise<string> {
  const ids = newUserIds()
  await tx
    .insertInto('users')
    .values({
      ...ids,
      email: null,
      name: erasedName,
      locale: 'tr',
      deactivated_at: sql`now()`,
      erased_at: sql`now()`,
    })
    .execute()
  return ids.id
}

/** Gives a membership and its assignments to another account. */
export async function moveMembership(
  tx: Executor,
  { clientId, membershipId, from, to }: { clientId: string; membershipId: string; from: string; to: string },
): Promise<void> {
  await sql`UPDATE memberships SET user_id = ${to} WHERE client_id = ${clientId} AND id = ${membershipId}`.execute(
    tx,
  )
  await sql`
    UPDATE consents SET user_id = ${to} WHERE client_id = ${clientId} AND assignment_id IN
      (SELECT id FROM assignments WHERE client_id = ${clientId} AND membership_id = ${membershipId})`.execute(
    tx,
  )
  await sql`UPDATE assignments SET user_id = ${to}
    WHERE client_id = ${clientId} AND membership_id = ${membershipId}`.execute(tx)
  await sql`DELETE FROM group_people WHERE client_id = ${clientId} AND user_id = ${from} AND results <= 0`.execute(
    tx,
  )
  // Somebody who has left still opens an invitation of the client, to take back consents.
  await endInvitationSessions(tx, { clientId, userId: from })
  // Ended before, but they would say that the account was here.
  await deleteOwned(tx, 'account', sql`client_id = ${clientId} AND user_id = ${from}`, 'alsoAtClient')
}

/** Empties an account that nothing else needs. */
export async function emptyAccount(tx: Executor, userId: string): Promise<void> {
  await deleteOwned(tx, 'account', sql`user_id = ${userId}`)
  await emptyRows(tx, 'users', sql`id = ${userId}`, {
    public_id: newUserIds().public_id,
    deactivated_at: sql`coalesce(deactivated_at, now())`,
    erased_at: sql`now()`,
  })
}

/** Since when somebody has done something for a client as its manager or as an operator; undefined where they never have. */
export async function findRoleStart(
  tx: Executor,
  key: { clientId: string; userId: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ start: string | null }>`
    SELECT CASE WHEN authority <> '{}' THEN '-infinity' ELSE (
      SELECT min(joined_at)::text FROM memberships m
      WHERE m.user_id = u.id AND m.client_id = ${key.clientId} AND m.role = 'manager') END AS start
    FROM users u WHERE id = ${key.userId}`.execute(tx)
  return rows[0]?.start ?? undefined
}

/**
 * Takes away what is kept for a while only: answers to calls, imported lists, mails of the demo.
 * @param person with `needed` the addresses stay where they are of no client
 */
export async function deleteTemporary(
  tx: Executor,
  person: {
    clientId: string
    ids: readonly string[]
    emails: readonly string[]
    name: string
    needed: boolean
  },
): Promise<void> {
  const { clientId, ids, emails, name, needed } = person
  const traces = [...ids, ...emails]
  const named = (text: ReturnType<typeof sql>) =>
    sql`EXISTS (SELECT FROM unnest(${traces}::text[]) AS trace WHERE strpos(${text}, '"' || trace || '"') > 0)`
  await sql`DELETE FROM idempotency_keys WHERE client_id = ${clientId} AND ${named(sql`answer::text`)}`.execute(
    tx,
  )
  await sql`
    DELETE FROM invitation_jobs WHERE client_id = ${clientId} AND finished_at IS NOT NULL
      AND (${named(sql`coalesce(result::text, '') || coalesce(problem::text, '')`)}
        OR strpos(coalesce(result::text, ''), ${JSON.stringify(name)}) > 0)`.execute(tx)
  await sql`DELETE FROM demo_mails WHERE recipient = ANY (${needed ? [] : emails}::text[])
    OR EXISTS (SELECT FROM unnest(${[...emails, name]}::text[]) AS said WHERE strpos(text || html, said) > 0)
    OR strpos(subject, ${name}) > 0`.execute(tx)
  if (!needed)
    await sql`DELETE FROM throttles
    WHERE EXISTS (SELECT FROM unnest(${traces}::text[]) AS trace WHERE right(key, length(trace) + 1) = ':' || trace)`.execute(
      tx,
    )
}
