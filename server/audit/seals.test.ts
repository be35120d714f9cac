import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { clientOfJob } from '#server/authority/client.ts'
import { connect, type Database, type Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { sealByTheClock } from '#server/features/audit/jobs.ts'
import { eraseAgain, marksOf } from '#server/features/erasure/again.ts'
import { erasePerson } from '#server/features/erasure/erase.ts'
import { addJobs } from '#server/jobs/add.ts'
import { slipKeyOf } from '#server/secrets.ts'
import { publicKeyOf } from '#server/signing.ts'
import { createTestDatabase, type TestDatabase, withDatabase } from '#test/support/database.ts'
import { addClient, addMember, addUser } from '#test/support/invited.ts'
import { testSlipKey as key, startTestServer } from '#test/support/server.ts'
import { tracesIn } from '#test/support/traces.ts'
import { lastSeal, sealAudit } from './seal.ts'
import { verifyAudit } from './verify.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(() => withoutGuards(sql`TRUNCATE audit_entries, audit_seals, audit_renamings`))

const db = () => database.db
const tables = ['audit_entries', 'audit_seals', 'audit_renamings']
async function guards(tx: Executor, change: 'ENABLE' | 'DISABLE'): Promise<void> {
  for (const name of tables)
    await sql`ALTER TABLE ${sql.table(name)} ${sql.raw(change)} TRIGGER USER`.execute(tx)
}
const withoutGuards = (change: ReturnType<typeof sql>) =>
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

async function add(tx: Executor, entry: Entry): Promise<string> {
  const { minutesOld, actorId = null, subjectId = null, clientId = null } = entry
  const id = newId()
  await sql`
    INSERT INTO audit_entries (id, at, action, reason, actor_id, subject_id, client_id, address, command_id, details)
    VALUES (${id}, now() - ${minutesOld} * interval '1 minute', 'sign_in', 'password', ${actorId}, ${subjectId}, ${clientId},
      '192.0.2.7', ${newId()}, '{"quantity": 1.10, "codes": ["ğ"]}')`.execute(tx)
  return id
}

const verify = (tx: Executor = db(), expected?: string) =>
  verifyAudit(tx, { publicKey: publicKeyOf(key), expect: expected })
const broken = async (tx: Executor = db(), expected?: string) => (await verify(tx, expected)).broken?.what

class Undone extends Error {}

/** What verifying says after a change that somebody made without the guards; the change itself is taken back. */
async function afterChange(change: (tx: Executor) => Promise<unknown>, expected?: string) {
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
async function sealedLog() {
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
async function addElsewhere(userId: string) {
  const [clientId, membershipId] = [await addClient(db()), newId()]
  await sql`
    INSERT INTO memberships (client_id, id, user_id, role, name, search_text)
    VALUES (${clientId}, ${membershipId}, ${userId}, 'employee', 'Ad', '')`.execute(db())
  return { clientId, membershipId }
}

const erase = ({ clientId, membershipId }: { clientId: string; membershipId: string }, on: Database = db()) =>
  on.transaction().execute(async (tx) => {
    const client = await clientOfJob(tx, clientId)
    await erasePerson(tx, key, client, membershipId, { userId: null, address: '', reason: 'manager' })
  })

test('what is settled is sealed once, in order, also by two servers at once; what is younger waits', async () => {
  for (const minutesOld of [90, 30, 11]) await add(db(), { minutesOld })
  await add(db(), { minutesOld: 9 })
  await Promise.all([sealAudit(db(), key), sealAudit(db(), key)])
  await sealAudit(db(), key)
  expect(await verify()).toMatchObject({
    ...{ broken: undefined, seals: 1, entries: 3 },
    ...{ unsealed: 1, late: 0, delayed: 0 },
  })
  expect(await lastSeal(db())).toMatchObject({ number: 1, entries: 3 })
})

test('a long log is sealed in seals of a thousand entries', async () => {
  const together = new Date()
  await sql`
    INSERT INTO audit_entries (id, at, action)
    SELECT gen_random_uuid(), ${together}::timestamptz - interval '1 day', 'sign_in' FROM generate_series(1, 2500)`.execute(
    db(),
  )
  expect(await sealAudit(db(), key)).toBe(2500)
  expect(await verify()).toMatchObject({ broken: undefined, seals: 3, entries: 2500, unsealed: 0, late: 0 })
  expect(await lastSeal(db())).toMatchObject({ entries: 2500 })
})

test('an entry that commits late is in the next seal, and counts as late', async () => {
  await add(db(), { minutesOld: 30 })
  const slow = await db().startTransaction().execute()
  const late = await add(slow, { minutesOld: 29 })
  await add(db(), { minutesOld: 28 })
  await sealAudit(db(), key)
  expect(await verify()).toMatchObject({ entries: 2, unsealed: 0, late: 0 })
  await slow.commit().execute()
  const seen = { broken: undefined, late: 1, lastLate: { id: late } }
  expect(await verify()).toMatchObject({ ...seen, entries: 2, unsealed: 1 })
  await sealAudit(db(), key)
  expect(await verify()).toMatchObject({ ...seen, entries: 3, unsealed: 0, seals: 2 })
})

test('a clock that was wrong for a while leaves no entry out', async () => {
  await add(db(), { minutesOld: 5000 })
  await sealAudit(db(), key)
  // As if that seal had been made by a clock a month ahead.
  await withoutGuards(sql`UPDATE audit_seals SET reached = reached + interval '30 days'`)
  await add(db(), { minutesOld: 20 })
  expect(await sealAudit(db(), key)).toBe(1)
})

test('SR-54: any single change of a sealed entry is found, in each column', async () => {
  const entries = await sealedLog()
  const someone = await addUser(db())
  const changed: Record<string, ReturnType<typeof sql>> = {
    id: sql`gen_random_uuid()`,
    at: sql`at + interval '1 microsecond'`,
    action: sql`action || 'x'`,
    reason: sql`NULL`,
    actor_id: sql`${someone}`,
    subject_id: sql`NULL`,
    client_id: sql`NULL`,
    address: sql`address || '0'`,
    // The same number, written in another way.
    details: sql`'{"quantity": 1.1, "codes": ["ğ"]}'::jsonb`,
    command_id: sql`NULL`,
    salt: sql`gen_random_uuid()`,
  }
  const { rows: columns } = await sql<{ name: string }>`
    SELECT attname AS name FROM pg_attribute
    WHERE attrelid = 'audit_entries'::regclass AND attnum > 0 AND NOT attisdropped`.execute(db())
  expect(Object.keys(changed).toSorted()).toEqual(columns.map(({ name }) => name).toSorted())
  expect(await verify()).toMatchObject({ broken: undefined, entries: 12, erased: 3 })
  for (const id of entries)
    for (const [column, value] of Object.entries(changed)) {
      const { broken: found } = await afterChange((tx) =>
        sql`UPDATE audit_entries SET ${sql.ref(column)} = ${value} WHERE id = ${id}`.execute(tx),
      )
      const what = column === 'id' ? 'entry_missing' : 'entry_changed'
      expect(found, column).toMatchObject({
        what,
        entry: { id },
        seal: Math.floor(entries.indexOf(id) / 3) + 1,
      })
    }
})

test('SR-54: any entry that was deleted or added is found', async () => {
  const entries = await sealedLog()
  for (const id of entries) {
    const { broken: found } = await afterChange((tx) =>
      sql`DELETE FROM audit_entries WHERE id = ${id}`.execute(tx),
    )
    expect(found).toMatchObject({ what: 'entry_missing', entry: { id } })
  }
  // The last seal reaches up to 390 minutes ago.
  for (const minutesOld of [600, 499.5, 460, 451]) {
    let added = ''
    const { broken: found } = await afterChange(async (tx) => {
      added = await add(tx, { minutesOld })
    })
    expect(found).toMatchObject({ what: 'entry_added', entry: { id: added } })
  }
  // Within the hour in which a slow transaction is possible it is reported, and the next seal has it.
  for (const minutesOld of [449, 391])
    expect(await afterChange((tx) => add(tx, { minutesOld }))).toMatchObject({ late: 1, unsealed: 3 })
  // Moments that no clock shows.
  for (const [at, what] of [
    ['-infinity', 'entry_added'],
    ['0044-03-15 BC', 'entry_added'],
    ['12026-01-01', undefined],
    ['infinity', undefined],
  ]) {
    const found = await afterChange((tx) =>
      sql`INSERT INTO audit_entries (id, at, action) VALUES (gen_random_uuid(), ${at}, 'x')`.execute(tx),
    )
    expect(found.broken?.what).toBe(what)
  }
})

test('SR-54: any single change of a seal is found, in each column, and its deletion', async () => {
  await sealedLog()
  const newest = (await lastSeal(db()))?.hash
  const { rows: columns } = await sql<{ name: string; type: string }>`
    SELECT attname AS name, format_type(atttypid, NULL) AS type FROM pg_attribute
    WHERE attrelid = 'audit_seals'::regclass AND attnum > 0 AND NOT attisdropped`.execute(db())
  const changes: Record<string, (column: ReturnType<typeof sql.ref>) => ReturnType<typeof sql>> = {
    bigint: (column) => sql`${column} + 100`,
    'timestamp with time zone': (column) => sql`${column} - interval '1 microsecond'`,
    'uuid[]': (column) => sql`${column}[2:3] || ${column}[1]`,
    bytea: (column) => sql`set_byte(${column}, 5, 255 - get_byte(${column}, 5))`,
    text: (column) => sql`reverse(${column})`,
  }
  for (const number of [1, 2, 3, 4]) {
    for (const { name, type } of columns) {
      const change = changes[type]
      if (change === undefined) throw new Error(`No change for ${type}`)
      const column = sql.ref(name)
      const { broken: found } = await afterChange(
        async (tx) =>
          sql`UPDATE audit_seals SET ${column} = ${change(column)} WHERE number = ${number} AND ${column} IS NOT NULL`.execute(
            tx,
          ),
        newest,
      )
      // The first seal has none before it.
      if (name === 'previous' && number === 1) expect(found).toBeUndefined()
      else expect(found, `${number} ${name}`).toBeDefined()
    }
    const { broken: found } = await afterChange(
      (tx) => sql`DELETE FROM audit_seals WHERE number = ${number}`.execute(tx),
      newest,
    )
    expect(found).toEqual(number === 4 ? { what: 'seal_expected' } : { what: 'seal_missing', seal: number })
  }
})

test('seals that somebody made with another key, or only cut off, are found by key and by a hash kept elsewhere', async () => {
  await sealedLog()
  const newest = (await lastSeal(db()))?.hash
  expect(await broken(db(), newest)).toBeUndefined()
  await withoutGuards(sql`TRUNCATE audit_seals`)
  expect(await broken()).toBeUndefined()
  expect(await broken(db(), newest)).toBe('seal_expected')
  // The server itself then seals what was changed; when it did so can't be hidden.
  await sealAudit(db(), key)
  expect(await verify()).toMatchObject({ broken: undefined, delayed: 12, lastDelayed: { number: 1 } })
  expect(await broken(db(), newest)).toBe('seal_expected')
  await withoutGuards(sql`TRUNCATE audit_seals`)
  await sealAudit(db(), slipKeyOf('forger'.repeat(6)))
  expect(await broken()).toBe('seal_of_other_key')
})

test('erasing a person keeps the seals right, and leaves nothing to find out by trying who it was', async () => {
  const one = await addClient(db())
  const { userId, membershipId } = await addMember(db(), one)
  const elsewhere = await addElsewhere(userId)
  const two = elsewhere.clientId
  for (const clientId of [one, two, null])
    for (const actorId of [userId, null])
      await add(db(), { minutesOld: 70, actorId, subjectId: userId, clientId })
  const saltsOf = async () =>
    (
      await sql<{ salt: string }>`SELECT salt::text AS salt FROM audit_entries ORDER BY id`.execute(db())
    ).rows.map(({ salt }) => salt)
  const salts = await saltsOf()
  await sealAudit(db(), key)
  // They stay at the second client, so only the first one's entries get another id.
  await erase({ clientId: one, membershipId })
  expect(await verify()).toMatchObject({ broken: undefined, entries: 6, erased: 2 })
  await erase(elsewhere)
  expect(await verify()).toMatchObject({ broken: undefined, entries: 6, erased: 6 })
  expect(await tracesIn(db(), salts)).toEqual([])
  expect(await tracesIn(db(), ['192.0.2.7'])).toEqual([])
})

test('an entry that was renamed before it was sealed verifies as well', async () => {
  const clientId = await addClient(db())
  const { userId, membershipId } = await addMember(db(), clientId)
  await add(db(), { minutesOld: 30, actorId: userId, clientId })
  await erase({ clientId, membershipId })
  await sealAudit(db(), key)
  expect(await verify()).toMatchObject({ broken: undefined, entries: 1, erased: 0, unsealed: 2 })
})

test('an erasure that nobody signed, or that fits another entry, is found', async () => {
  const entries = await sealedLog()
  const renamed = entries.slice(3, 6)
  const forge = (set: ReturnType<typeof sql>) =>
    afterChange((tx) => sql`UPDATE audit_renamings SET ${set} WHERE entry_id = ${renamed[0]}`.execute(tx))
  for (const column of ['before', 'after'])
    expect(
      (
        await forge(
          sql`${sql.ref(column)} = set_byte(${sql.ref(column)}, 3, 255 - get_byte(${sql.ref(column)}, 3))`,
        )
      ).broken?.what,
    ).toBe('renaming_forged')
  expect((await forge(sql`signature = reverse(signature)`)).broken?.what).toBe('renaming_forged')
  expect((await forge(sql`entry_id = ${entries[0]}`)).broken?.what).toBe('renaming_forged')
  expect((await forge(sql`entry_id = gen_random_uuid()`)).broken).toMatchObject({
    what: 'entry_changed',
    entry: { id: renamed[0] },
  })
})

test('seals and erasures in them refuse changes', async () => {
  await sealedLog()
  for (const table of ['audit_seals', 'audit_renamings'].map((name) => sql.table(name)))
    for (const change of [
      sql`UPDATE ${table} SET signature = ''`,
      sql`DELETE FROM ${table}`,
      sql`TRUNCATE ${table}`,
    ])
      await expect(change.execute(db())).rejects.toThrow('seals of the audit log are only ever added')
})

test('an older database that was restored verifies, goes on, and erases again', async () => {
  const made = await createTestDatabase()
  const clientId = await addClient(made.db)
  const { userId, membershipId } = await addMember(made.db, clientId)
  await add(made.db, { minutesOld: 400, actorId: userId, clientId })
  await sealAudit(made.db, key)
  const early = (await lastSeal(made.db))?.hash
  await made.close()
  const restored = await copyOf(made.url)
  const lived = connect(made.url, 2, () => undefined)
  try {
    await add(lived.db, { minutesOld: 60 })
    await erase({ clientId, membershipId }, lived.db)
    await sealAudit(lived.db, key)
    const newer = (await lastSeal(lived.db))?.hash
    expect(await broken(lived.db, early)).toBeUndefined()

    expect(await verify(restored.db, early)).toMatchObject({ broken: undefined, entries: 1, erased: 0 })
    expect(await broken(restored.db, newer)).toBe('seal_expected')
    expect(await eraseAgain(restored.db, key, await marksOf(lived.db))).toMatchObject({ people: 1 })
    await add(restored.db, { minutesOld: 30 })
    await sealAudit(restored.db, key)
    const found = await verify(restored.db, early)
    expect(found).toMatchObject({ broken: undefined, seals: 2, entries: 2, erased: 1 })
  } finally {
    for (const { close, url } of [{ ...lived, url: made.url }, restored]) {
      await close()
      await onServer(`DROP DATABASE ${nameOf(url)}`)
    }
  }
})

const nameOf = (url: string) => new URL(url).pathname.slice(1)

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** A copy of a database, as a backup of it would be. */
async function copyOf(url: string) {
  const copy = withDatabase(inject('postgresUrl'), `test_restored_${newId().slice(-12)}`)
  await onServer(`CREATE DATABASE ${nameOf(copy)} TEMPLATE ${nameOf(url)} STRATEGY FILE_COPY`)
  return { ...connect(copy, 2, () => undefined), url: copy }
}

test('the server seals by the clock', async () => {
  const server = await startTestServer()
  try {
    await add(server.database.db, { minutesOld: 30 })
    await addJobs(server.database.db, sealByTheClock, [{}])
    await server.runJobs()
    expect(await lastSeal(server.database.db)).toMatchObject({ number: 1 })
  } finally {
    await server.close()
  }
})
