import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'

interface Person {
  email?: string | null
  name?: string
  locale?: 'tr' | 'en'
}

/** A user, straight into the table. */
export async function addUser(db: Executor, person: Person = {}): Promise<string> {
  const id = newId()
  const { email = `${id}@example.com`, name = 'ŞÜKRÜ İĞNECİ', locale = 'tr' } = person
  await db
    .insertInto('users')
    .values({ id, public_id: id.slice(-12), email, name, locale })
    .execute()
  return id
}

/** An active client in Istanbul's time zone. */
export async function addClient(db: Executor): Promise<string> {
  const id = newId()
  await db
    .insertInto('clients')
    .values({
      id,
      name: 'Anadolu Gıda A.Ş.',
      email: 'ik@anadolu.example',
      phone: '0232 000 00 00',
      status: 'active',
      created_by: null,
    })
    .execute()
  return id
}

/** A membership at a client. */
export async function addMember(
  db: Executor,
  clientId: string,
  person: Person & { role?: 'manager' | 'candidate' | 'employee' } = {},
): Promise<{ userId: string; membershipId: string }> {
  const userId = await addUser(db, person)
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const membershipId = newId()
  await db
    .insertInto('memberships')
    .values({
      client_id: clientId,
      id: membershipId,
      user_id: userId,
      role: person.role ?? 'candidate',
      name: person.name ?? 'ŞÜKRÜ İĞNECİ',
      email,
      search_text: '',
      removed_by: null,
    })
    .execute()
  return { userId, membershipId }
}

/** Makes somebody a reader at a client: of all people, or of the people of some groups. */
export async function addReader(
  db: Executor,
  clientId: string,
  userId: string,
  groups: string[] | null = null,
): Promise<void> {
  await db
    .insertInto('memberships')
    .values({
      client_id: clientId,
      id: newId(),
      user_id: userId,
      role: 'manager',
      name: 'Okuyucu',
      search_text: 'okuyucu',
      removed_by: null,
      reader: true,
      reader_groups: groups,
    })
    .execute()
}

/** Many at once. @returns their memberships */
export async function addMembers(db: Executor, clientId: string, count: number): Promise<string[]> {
  const people = Array.from({ length: count }, () => ({ userId: newId(), membershipId: newId() }))
  await db
    .insertInto('users')
    .values(
      people.map(({ userId: id }) => ({
        id,
        public_id: id.slice(-12),
        email: null,
        name: 'Ada',
        locale: 'tr' as const,
      })),
    )
    .execute()
  await db
    .insertInto('memberships')
    .values(
      people.map(({ userId, membershipId }) => ({
        client_id: clientId,
        id: membershipId,
        user_id: userId,
        role: 'candidate' as const,
        name: 'Ada',
        search_text: '',
        removed_by: null,
      })),
    )
    .execute()
  return people.map(({ membershipId }) => membershipId)
}

/** Names a reader if there is none: nothing sensitive is asked otherwise. */
export async function nameReader(db: Executor, clientId: string, inventoryId: string): Promise<void> {
  const named = await db
    .selectFrom('report_recipients')
    .select('user_id')
    .where('client_id', '=', clientId)
    .where('inventory_id', '=', inventoryId)
    .limit(1)
    .execute()
  if (named.length > 0) return
  const reader = await addUser(db, { name: 'Okur' })
  await db
    .insertInto('report_recipients')
    .values({ client_id: clientId, inventory_id: inventoryId, user_id: reader, named_by: reader })
    .execute()
}

/** A pending assignment of the newest published version of an inventory. A sensitive one is open to its person. */
export async function addAssignment(
  db: Executor,
  clientId: string,
  member: { userId: string; membershipId: string },
  assignment: { code: string; locale?: 'tr' | 'en'; due?: string | null },
): Promise<string> {
  const version = await db
    .selectFrom('inventories')
    .innerJoin('inventory_versions', 'inventory_versions.inventory_id', 'inventories.id')
    .where('inventories.code', '=', assignment.code)
    .select(['inventories.id as inventoryId', 'inventory_versions.id as versionId', 'sensitive'])
    .orderBy('inventory_versions.number', 'desc')
    .executeTakeFirstOrThrow()
  const id = newId()
  if (version.sensitive) {
    await db
      .insertInto('inventory_enablements')
      .values({
        client_id: clientId,
        inventory_id: version.inventoryId,
        legal_basis: 'Açık rıza',
        purpose: 'İş sağlığı',
        for_candidates: true,
        enabled_by: member.userId,
      })
      .onConflict((conflict) =>
        conflict.columns(['client_id', 'inventory_id']).doUpdateSet({ for_candidates: true }),
      )
      .execute()
    await nameReader(db, clientId, version.inventoryId)
  }
  await db
    .insertInto('assignments')
    .values({
      client_id: clientId,
      id,
      membership_id: member.membershipId,
      user_id: member.userId,
      inventory_id: version.inventoryId,
      version_id: version.versionId,
      locale: assignment.locale ?? 'tr',
      due_date: assignment.due ?? null,
      created_by: member.userId,
      end_reason: null,
    })
    .execute()
  return id
}

/** Somebody who belonged to a client before, and belongs to it once more. */
export async function addTwice(
  db: Executor,
  clientId: string,
  { role = 'employee' }: { role?: 'employee' | 'manager' } = {},
) {
  const before = await addMember(db, clientId)
  await sql`UPDATE memberships SET removed_at = now(), joined_at = now() - interval '1 year'
    WHERE id = ${before.membershipId}`.execute(db)
  const now = await addMember(db, clientId, { role })
  await sql`UPDATE memberships SET user_id = ${before.userId}, email = (SELECT email FROM users WHERE id = ${before.userId})
    WHERE id = ${now.membershipId}`.execute(db)
  return { userId: before.userId, before: before.membershipId, now: now.membershipId }
}
