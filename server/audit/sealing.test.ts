import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { scheduledSealing } from '#server/features/audit/jobs.ts'
import { addJobs } from '#server/jobs/add.ts'
import {
  add,
  addElsewhere,
  db,
  eraseIn,
  openAuditLog,
  verify,
  withoutGuards,
} from '#test/support/audit-log.ts'
import { addClient, addMember } from '#test/support/invited.ts'
import { testSlipKey as key, startTestServer } from '#test/support/server.ts'
import { findSeal, sealAudit } from './seal.ts'

openAuditLog()

test('what is settled is sealed once, in order, also by two servers at once; what is younger waits', async () => {
  for (const minutesOld of [90, 30, 11]) await add(db(), { minutesOld })
  await add(db(), { minutesOld: 9 })
  await Promise.all([sealAudit(db(), key), sealAudit(db(), key)])
  await sealAudit(db(), key)
  expect(await verify()).toMatchObject({
    broken: undefined,
    seals: 1,
    entries: 3,
    unsealed: 1,
    late: 0,
    delayed: 0,
  })
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

test('of many late entries each is sealed once, also between those that were sealed before', async () => {
  for (const minutesOld of [60, 40, 20]) await add(db(), { minutesOld })
  await sealAudit(db(), key)
  for (const minutesOld of [55, 50, 45, 30, 15]) await add(db(), { minutesOld })
  expect(await sealAudit(db(), key, 2)).toBe(5)
  expect(await verify()).toMatchObject({ broken: undefined, seals: 4, entries: 8, unsealed: 0 })
})

test('sealing waits for no erasure, and is right before and after it', async () => {
  const clientId = await addClient(db())
  const { userId, membershipId } = await addMember(db(), clientId)
  await addElsewhere(userId)
  await add(db(), { minutesOld: 50 })
  await add(db(), { minutesOld: 40, actorId: userId, clientId })
  await add(db(), { minutesOld: 30 })
  const erasing = await db().startTransaction().execute()
  await eraseIn(erasing, { clientId, membershipId })
  expect(await sealAudit(db(), key)).toBe(3)
  expect(await verify()).toMatchObject({ broken: undefined, entries: 3, erased: 0 })
  await erasing.commit().execute()
  expect(await verify()).toMatchObject({ broken: undefined, entries: 3, erased: 1, late: 0, unsealed: 2 })
})

test('a clock that was wrong for a while leaves no entry out', async () => {
  await add(db(), { minutesOld: 5000 })
  await sealAudit(db(), key)
  // The seal gets the time of a clock that is a month ahead.
  await withoutGuards(sql`UPDATE audit_seals SET reached = reached + interval '30 days'`)
  await add(db(), { minutesOld: 20 })
  expect(await sealAudit(db(), key)).toBe(1)
})

test('the server seals by the clock', async () => {
  const server = await startTestServer()
  try {
    await add(server.database.db, { minutesOld: 30 })
    await addJobs(server.database.db, scheduledSealing, [{}])
    await server.runJobs()
    expect(await findSeal(server.database.db)).toBeDefined()
  } finally {
    await server.close()
  }
})
