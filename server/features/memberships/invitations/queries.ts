import { sql } from 'kysely'
import type { Locale } from '#contract/fields.ts'
import type { Executor } from '#server/db/database.ts'
import { knownToClient } from '#server/db/known-to-client.ts'
import { mailAddress } from '#server/db/mail-address.ts'
import { isWithheld } from '#server/db/withheld.ts'
import { amongChosen, type ChosenMembers } from '#server/features/memberships/filter.ts'

export interface Invited {
  userId: string
  name: string
  /** Null for somebody whose link travels on paper. */
  email: string | null
  staffNumber: string
  group: string
  role: 'manager' | 'candidate' | 'employee'
  /** A manager who sees results and changes nothing. */
  reader: boolean
  /** The groups that a reader is limited to; null for all people. */
  readerGroups: string[] | null
  locale: Locale
  client: { name: string; email: string; phone: string; timeZone: string }
  /** Its client may write to nobody for now. */
  suspended: boolean
  /** They agreed to something here, and may withdraw that. */
  consented: boolean
  /** They began a test with parts that may be declined. */
  askedOfParts: boolean
  /** A manager's link ends 7 days from now. */
  managerLinkEnds: Date
  /** The link of somebody who has no test yet: 30 days from now. */
  emptyLinkEnds: Date
}

/** A live member of a client; undefined once they are gone. */
export async function findInvited(
  db: Executor,
  clientId: string,
  membershipId: string,
): Promise<Invited | undefined> {
  const row = await db
    .selectFrom('memberships as member')
    .innerJoin('users as person', 'person.id', 'member.user_id')
    .innerJoin('clients as client', 'client.id', 'member.client_id')
    .where('member.client_id', '=', clientId)
    .where('member.id', '=', membershipId)
    .where('member.removed_at', 'is', null)
    .where('person.deactivated_at', 'is', null)
    .select([
      'person.id as userId',
      'member.name',
      mailAddress('person', 'member').as('email'),
      'member.staff_number as staffNumber',
      'member.group_name as group',
      'member.role',
      'member.reader',
      'member.reader_groups as readerGroups',
      // Slips are printed in it, so it is no language of the account's.
      sql<Locale>`CASE WHEN member.role = 'manager' THEN person.locale
        ELSE (SELECT known.locale FROM (${knownToClient('member.client_id', 'member.user_id')}) known) END`.as(
        'locale',
      ),
      'client.name as clientName',
      'client.email as clientEmail',
      'client.phone as clientPhone',
      'client.time_zone as timeZone',
      sql<boolean>`client.status <> 'active'`.as('suspended'),
      // An address that others gave may be a manager's.
      sql<boolean>`NOT person.email_handed AND EXISTS (SELECT FROM consents given WHERE given.client_id = member.client_id
        AND given.user_id = member.user_id AND given.kind = 'explicit_consent' AND given.withdrawn_at IS NULL)`.as(
        'consented',
      ),
      sql<boolean>`EXISTS (SELECT FROM assignments asked JOIN inventory_versions version ON version.id = asked.version_id
        WHERE asked.client_id = member.client_id AND asked.user_id = member.user_id AND asked.started_at IS NOT NULL
          AND version.sensitive_scales <> '{}')`.as('askedOfParts'),
      sql<Date>`now() + interval '7 days'`.as('managerLinkEnds'),
      sql<Date>`now() + interval '30 days'`.as('emptyLinkEnds'),
    ])
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { clientName: name, clientEmail: email, clientPhone: phone, timeZone, ...person } = row
  return { ...person, client: { name, email, phone, timeZone } }
}

/** The name of somebody who did something at a client: as it knows them, or of an operator the account's. */
export async function findName(db: Executor, clientId: string, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users as person')
    .leftJoin('memberships as member', (join) =>
      join
        .onRef('member.user_id', '=', 'person.id')
        .on('member.client_id', '=', clientId)
        .on('member.removed_at', 'is', null),
    )
    .where('person.id', '=', userId)
    .select((row) => row.fn.coalesce('member.name', 'person.name').as('name'))
    .executeTakeFirst()
  return row?.name
}

/** Something to take that is neither withheld nor past its last day, of an assignment `assignment` and its client `client`. */
const open = sql<boolean>`assignment.status = 'pending' AND (
  assignment.due_date IS NULL OR assignment.due_date >= (now() AT TIME ZONE client.time_zone)::date)
  AND NOT ${isWithheld('assignment')}`

/** Those of these people who have something to take, by name, after the given one. */
export async function findWaiting(
  db: Executor,
  clientId: string,
  chosen: ChosenMembers,
  { withoutEmail, after, limit }: { withoutEmail: boolean; after: string | null; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT m.id FROM memberships m JOIN users u ON u.id = m.user_id
    LEFT JOIN memberships last ON last.client_id = m.client_id AND last.id = ${after}::uuid
    WHERE m.client_id = ${clientId} AND ${amongChosen({ id: clientId }, chosen)} AND m.removed_at IS NULL
      AND m.role IN ('candidate', 'employee') AND u.deactivated_at IS NULL
      AND (NOT ${withoutEmail}::boolean OR m.email IS NULL)
      AND (${after}::uuid IS NULL
           OR (m.name COLLATE "tr-x-icu", m.id) > (last.name COLLATE "tr-x-icu", last.id))
      AND EXISTS (SELECT FROM assignments assignment JOIN clients client ON client.id = assignment.client_id
                  WHERE assignment.client_id = m.client_id AND assignment.membership_id = m.id AND ${open})
    ORDER BY m.name COLLATE "tr-x-icu", m.id LIMIT ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

export interface OpenTest {
  /** The assignment's. */
  id: string
  locale: Locale
  /** The inventory's name in the assignment's language. */
  name: string
  minutes: number
  /** A calendar day, `yyyy-mm-dd`. */
  due: string | null
  /** When it can be started; null where it can already. */
  opensAt: Date | null
  /** The place of a test in an order of several, and below it the pause before it. */
  place: number | null
  pauseMinutes: number | null
  createdBy: string
  /** The last day's end in the client's time zone; 30 days from now, or from its opening, when nothing is due. */
  linkEnds: Date
}

/**
 * Finds memberships of somebody with an address in which they can open something: pending tests, or a client they manage
 * and have not joined.
 */
export async function findInvitable(
  db: Executor,
  userId: string,
): Promise<{ client_id: string; id: string }[]> {
  const { rows } = await sql<{ client_id: string; id: string }>`
    SELECT m.client_id, m.id FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.user_id = ${userId} AND m.removed_at IS NULL AND m.email IS NOT NULL AND u.deactivated_at IS NULL
      AND CASE m.role WHEN 'manager' THEN u.email_verified_at IS NULL ELSE EXISTS (
        SELECT FROM assignments a
        WHERE a.client_id = m.client_id AND a.user_id = m.user_id AND a.membership_id = m.id AND a.status = 'pending') END
    ORDER BY m.id`.execute(db)
  return rows
}

/** Finds the names of assignments, in the language they were given in. */
export async function findNames(
  db: Executor,
  clientId: string,
  assignmentIds: readonly string[],
): Promise<{ locale: Locale | undefined; names: string[] }> {
  const { rows } = await sql<{ locale: Locale; name: string }>`
    SELECT a.locale, v.definition #>> ARRAY['texts', a.locale, 'name'] AS name
    FROM assignments a JOIN inventory_versions v ON v.id = a.version_id
    WHERE a.client_id = ${clientId} AND a.id = ANY (${assignmentIds}::uuid[])
    ORDER BY a.battery_place, a.id`.execute(db)
  return { locale: rows[0]?.locale, names: rows.map((row) => row.name) }
}

/**
 * Finds a person's open tests of a client, the newest first; tests past their last day, and withheld ones, are left out.
 */
export async function openTests(db: Executor, clientId: string, membershipId: string): Promise<OpenTest[]> {
  return db
    .selectFrom('assignments as assignment')
    .innerJoin('inventory_versions as version', 'version.id', 'assignment.version_id')
    .innerJoin('clients as client', 'client.id', 'assignment.client_id')
    .where('assignment.client_id', '=', clientId)
    .where('assignment.membership_id', '=', membershipId)
    .where(open)
    .select([
      'assignment.id',
      'assignment.locale',
      sql<string>`version.definition #>> ARRAY['texts', assignment.locale, 'name']`.as('name'),
      // A limited test takes as long as this person's limit. The formula is that of announcedMinutes in attempts/time.ts.
      sql<number>`CASE WHEN version.definition ? 'timeLimitSeconds' AND assignment.time_percent IS NOT NULL
        THEN greatest(1, floor(ceil((version.definition ->> 'timeLimitSeconds')::int * assignment.time_percent / 100.0) / 60))
        ELSE (version.definition ->> 'minutes')::int END::int`.as('minutes'),
      'assignment.due_date as due',
      sql<Date | null>`CASE WHEN assignment.opens_at > now() THEN assignment.opens_at END`.as('opensAt'),
      'assignment.battery_place as place',
      'assignment.pause_minutes as pauseMinutes',
      'assignment.created_by as createdBy',
      sql<Date>`coalesce(
        (assignment.due_date + 1)::timestamp AT TIME ZONE client.time_zone,
        greatest(now(), assignment.opens_at) + interval '30 days'
      )`.as('linkEnds'),
    ])
    .orderBy('assignment.created_at', 'desc')
    .orderBy('assignment.battery_place')
    .orderBy('assignment.id', 'desc')
    .execute()
}
