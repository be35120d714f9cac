import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { sealAudit } from '#server/audit/seal.ts'
import { verifyAudit } from '#server/audit/verify.ts'
import { clientOfJob } from '#server/authority/client.ts'
import type { Database, Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { erasePerson } from '#server/features/privacy/erasure/erase.ts'
import { publicKeyOf } from '#server/signing.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { addClient, addMember, addUser } from './invited.ts'
import { testSlipKey as key } from './server.ts'

// An audit log to seal, and to change as people who can switch its triggers off would.

let database: TestDatabase

/** Gives a test file a database whose audit log is empty before each test. */
export function openAuditLog(): void {
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())
  beforeEach(() => withoutGuards(sql`TRUNCATE audit_entries, audit_seals, audit_renamings`))
}

export const db = () => database.db
const tables = ['audit_entries', 'audit_seals', 'audit_renamings']
async function guards(tx: Executor, change: 'ENABLE' | 'DISABLE'): Promise<void> {
  for (const name of tables)
    await sql`ALTER TABLE ${sql.table(name)} ${sql.raw(change)} TRIGGER USER`.execute(tx)
}
export const withoutGuards = (change: ReturnType<typeof sql>) =>
  db()
    .transaction()
    .execute(async (tx) => {
      await guards(tx, 'DISABLE')
      await change.execute(tx)
      await guards(tx, 'ENABLE')
    })

interface Entry {
  minutesOld: number
  actorId?: string | null
  subjectId?: string | null
  clientId?: string | null
}

export async function add(tx: Executor, entry: Entry): Promise<string> {
  const { minutesOld, actorId = null, subjectId = null, clientId = null } = entry
  const id = newId()
  await sql`
    INSERT INTO audit_entries (id, at, action, reason, actor_id, subject_id, client_id, address, command_id, details)
    VALUES (${id}, now() - ${minutesOld} * interval '1 minute', 'sign_in', 'password', ${actorId}, ${subjectId}, ${clientId},
      '192.0.2.7', ${newId()}, '{"quantity": 1.10, "codes": ["ğ"]}')`.execute(tx)
  return id
}

export const verify = (tx: Executor = db(), expected?: string) =>
  verifyAudit(tx, { publicKey: publicKeyOf(key), expect: expected })
export const broken = async (tx: Executor = db(), expected?: string) =>
  (await verify(tx, expected)).broken?.what

class Undone extends Error {}

/** The result of verifying after a change that somebody made without the guards; the change itself is undone. */
export async function afterChange(change: (tx: Executor) => Promise<unknown>, expected?: string) {
  let found: Awaited<ReturnType<typeof verify>> | undefined
  await db()
    .transaction()
    .execute(async (tx) => {
      await guards(tx, 'DISABLE')
      await change(tx)
      found = await verify(tx, expected)
      throw new Undone()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  if (found === undefined) throw new Error('Nothing was verified')
  return found
}

/** Four seals of three entries; in one of them somebody was erased since. */
export async function sealedLog() {
  const clientId = await addClient(db())
  const { userId, membershipId } = await addMember(db(), clientId)
  await addElsewhere(userId)
  const other = await addUser(db())
  const entries: string[] = []
  for (let one = 0; one < 12; one++) {
    const subjectId = one >= 3 && one < 6 ? userId : other
    entries.push(await add(db(), { minutesOld: 500 - 10 * one, actorId: other, subjectId, clientId }))
  }
  await sealAudit(db(), key, 3)
  await erase({ clientId, membershipId })
  return entries
}

/** A membership at another client: an account that is needed there stays, and what is erased gets another id. */
export async function addElsewhere(userId: string) {
  const [clientId, membershipId] = [await addClient(db()), newId()]
  await sql`
    INSERT INTO memberships (client_id, id, user_id, role, name, email, search_text)
    SELECT ${clientId}, ${membershipId}, id, 'employee', 'Ad', email, '' FROM users WHERE id = ${userId}`.execute(
    db(),
  )
  return { clientId, membershipId }
}

interface Membership {
  clientId: string
  membershipId: string
}

export async function eraseIn(tx: Executor, { clientId, membershipId }: Membership): Promise<void> {
  const client = await clientOfJob(tx, clientId)
  await erasePerson(tx, key, client, membershipId, { userId: null, address: '', reason: 'manager' })
}

export const erase = (member: Membership, on: Database = db()) =>
  on.transaction().execute((tx) => eraseIn(tx, member))
