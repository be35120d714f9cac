import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { connect } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { eraseAgain, marksOf } from '#server/features/privacy/erasure/erasure-marks.ts'
import {
  add,
  addElsewhere,
  afterChange,
  broken,
  db,
  erase,
  openAuditLog,
  sealedLog,
  verify,
} from '#test/support/audit-log.ts'
import { createTestDatabase, withDatabase } from '#test/support/database.ts'
import { addClient, addMember } from '#test/support/invited.ts'
import { testSlipKey as key } from '#test/support/server.ts'
import { tracesIn } from '#test/support/traces.ts'
import { findSeal, sealAudit } from './seal.ts'

openAuditLog()

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
  await addElsewhere(userId)
  await add(db(), { minutesOld: 30, actorId: userId, clientId })
  const both = await add(db(), { minutesOld: 40, actorId: userId, subjectId: userId, clientId })
  await erase({ clientId, membershipId })
  const { rows } = await sql`
    SELECT FROM audit_entries WHERE id = ${both} AND (${userId} IN (actor_id, subject_id) OR address <> '')`.execute(
    db(),
  )
  expect(rows).toEqual([])
  await sealAudit(db(), key)
  expect(await verify()).toMatchObject({ broken: undefined, entries: 2, erased: 0, unsealed: 2 })
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
  const early = (await findSeal(made.db))?.hash
  await made.close()
  const restored = await copyOf(made.url)
  const lived = connect(made.url, 2, () => undefined)
  try {
    await add(lived.db, { minutesOld: 60 })
    await erase({ clientId, membershipId }, lived.db)
    await sealAudit(lived.db, key)
    const newer = (await findSeal(lived.db))?.hash
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
