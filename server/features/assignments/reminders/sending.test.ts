import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/db/ids.ts'
import { addJob } from '#server/jobs/add.ts'
import type { CurrentJob } from '#server/jobs/define.ts'
import type { JobDeps } from '#server/jobs/deps.ts'
import { Unconfirmed } from '#server/mail/unconfirmed.ts'
import { createPdfEngine } from '#server/pdf/engine.ts'
import { createSheetEngine } from '#server/sheets/engine.ts'
import { addAssignment, addClient, addMember } from '#test/support/invited.ts'
import { makeJobsDue } from '#test/support/jobs.ts'
import { quietLog } from '#test/support/quiet-log.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { zoneWhereItIs } from '#test/support/zones.ts'
import { insertDueReminders, insertReminders } from './queries.ts'
import { remindByTheClock } from './schedule.ts'
import { sendReminder } from './sending.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const db = () => server.database.db

async function scene() {
  const clientId = await addClient(db())
  await db()
    .updateTable('clients')
    .set({ time_zone: zoneWhereItIs(12) })
    .where('id', '=', clientId)
    .execute()
  const member = await addMember(db(), clientId)
  const ids = {
    english: await addAssignment(db(), clientId, member, { code: 'ENGLISH', locale: 'en' }),
    symptoms: await addAssignment(db(), clientId, member, { code: 'SCL90', locale: 'en' }),
  }
  const remind = (assignmentId: string) =>
    insertReminders(db(), { clientId, by: member.userId, sendAt: new Date() }, [
      { id: newId(), assignmentId, membershipId: member.membershipId },
    ])
  const unsent = async () =>
    (
      await db()
        .selectFrom('reminders')
        .select('assignment_id')
        .where('client_id', '=', clientId)
        .where('sent_at', 'is', null)
        .execute()
    ).map((row) => row.assignment_id)
  return { clientId, member, ids, remind, unsent, payload: { clientId, membershipId: member.membershipId } }
}

/** Sends mails slowly: each is on its way until it is let go. */
function slowMails() {
  const named: string[][] = []
  const gate = Promise.withResolvers<void>()
  const failures: Error[] = []
  const deps = {
    db: db(),
    pdf: createPdfEngine({ log: quietLog() }),
    sheets: createSheetEngine(),
    log: quietLog(),
    config: {
      publicUrl: 'https://terazi.example',
      contactEmail: 'a@terazi.test',
      operator: {},
      defaultLocale: 'tr',
      slipKey: Buffer.alloc(32),
    },
    mailer: {
      async send({ content }) {
        const failure = failures.shift()
        if (failure !== undefined) throw failure
        named.push((content.rows ?? []).map(({ label }) => label))
        await gate.promise
      },
      close: () => undefined,
    },
  } satisfies JobDeps
  const fail = (error = new Error('mail not sent')) => failures.push(error)
  return { deps, named, arrive: gate.resolve, fail }
}

const job = (id: string): CurrentJob => ({
  id,
  createdAt: new Date(),
  attempt: 1,
  maxAttempts: 16,
  signal: new AbortController().signal,
})

test('after two reminder commands each test is in one mail, even if the first is slow', async () => {
  const { ids, remind, unsent, payload } = await scene()
  const { deps, named, arrive } = slowMails()
  await remind(ids.english)
  const first = sendReminder.run(payload, deps, job('first'))
  await expect.poll(() => named.length).toBe(1)
  await remind(ids.symptoms)
  const second = sendReminder.run(payload, deps, job('second'))
  await expect.poll(() => named.length).toBe(2)
  arrive()
  await Promise.all([first, second])
  expect(named.map((tests) => tests.length)).toEqual([1, 1])
  expect(new Set(named.flat()).size).toBe(2)
  expect(await unsent()).toEqual([])
})

test('a mail that failed names its tests again', async () => {
  const { ids, remind, unsent, payload } = await scene()
  const { deps, named, arrive, fail } = slowMails()
  arrive()
  await remind(ids.english)
  fail()
  await expect(sendReminder.run(payload, deps, job('tried'))).rejects.toThrow('mail not sent')
  expect(await unsent()).toEqual([ids.english])
  await sendReminder.run(payload, deps, job('tried'))
  expect(named).toHaveLength(1)
  expect(await unsent()).toEqual([])
})

test('while the client is suspended a reminder waits, and is not taken for sent; nor is one of a test that is over', async () => {
  const { clientId, member, ids, remind, unsent, payload } = await scene()
  await remind(ids.english)
  await remind(ids.symptoms)
  await addJob(db(), sendReminder, payload)
  const set = (status: 'active' | 'suspended') =>
    db().updateTable('clients').set({ status }).where('id', '=', clientId).execute()
  const mails = async () =>
    (
      await db()
        .selectFrom('demo_mails')
        .select('kind')
        .where('recipient', '=', `${member.userId}@example.com`)
        .execute()
    ).length
  await set('suspended')
  await server.runJobs()
  expect([await mails(), (await unsent()).length]).toEqual([0, 2])
  await set('active')
  await db()
    .updateTable('assignments')
    .set({ status: 'cancelled', ended_at: new Date(), end_reason: 'cancelled' })
    .where('id', '=', ids.symptoms)
    .execute()
  await makeJobsDue(db())
  await server.runJobs()
  expect([await mails(), await unsent()]).toEqual([1, []])
})

test("the clock's steps keep a person's tests together, and none of their mails goes out before the next step", async () => {
  await remindByTheClock(db())
  const { clientId, member } = await scene()
  const other = await addMember(db(), clientId)
  for (const code of ['ENGLISH', 'SCL90']) await addAssignment(db(), clientId, other, { code })
  await db()
    .updateTable('assignments')
    .set({ created_at: new Date(Date.now() - 86_400_000 * 5), due_date: await inThreeDays(clientId) })
    .where('client_id', '=', clientId)
    .execute()
  const step = await db()
    .transaction()
    .execute((tx) => insertDueReminders(tx, null, 2))
  expect(new Set(step.map(({ membershipId }) => membershipId)).size).toBe(1)
  expect(step).toHaveLength(2)
  await remindByTheClock(db())
  expect(await dueNow()).toBe(0)
  expect(member.membershipId).not.toBe(other.membershipId)
})

async function inThreeDays(clientId: string): Promise<string> {
  const { day } = await db()
    .selectFrom('clients')
    .select((client) =>
      client
        .fn<string>('to_char', [sql`(now() AT TIME ZONE time_zone)::date + 3`, sql.lit('YYYY-MM-DD')])
        .as('day'),
    )
    .where('id', '=', clientId)
    .executeTakeFirstOrThrow()
  return day
}

async function dueNow(): Promise<number> {
  const { rows } = await sql<{ due: number }>`
    SELECT count(*)::int AS due FROM graphile_worker.jobs WHERE task_identifier = 'send_reminder' AND run_at <= now()`.execute(
    db(),
  )
  return rows[0]?.due ?? 0
}

test('a reminder that no mail goes out for, as its test ended or was closed meanwhile, is not kept as one', async () => {
  const { ids, remind, unsent, payload } = await scene()
  const { deps, named, arrive } = slowMails()
  arrive()
  for (const id of [ids.english, ids.symptoms]) await remind(id)
  for (const table of ['report_recipients', 'inventory_enablements'] as const)
    await db().deleteFrom(table).where('client_id', '=', payload.clientId).execute()
  await sendReminder.run(payload, deps, job('once'))
  expect([named.length, await unsent()]).toEqual([1, []])
})

test('a reminder whose mail went out is kept as one, also where the try ended before that was written down and the test has ended since', async () => {
  const { clientId, ids, remind, payload } = await scene()
  const { deps, named, arrive, fail } = slowMails()
  arrive()
  const sent = async () => {
    const rows = await db()
      .selectFrom('reminders')
      .select('sent_at')
      .where('client_id', '=', clientId)
      .execute()
    return rows.map((row) => row.sent_at !== null)
  }
  await remind(ids.english)
  await sql`CREATE FUNCTION refuse_sent() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'gone'; END $$`.execute(
    db(),
  )
  await sql`CREATE TRIGGER gone BEFORE UPDATE ON reminders FOR EACH ROW WHEN (NEW.sent_at IS NOT NULL)
    EXECUTE FUNCTION refuse_sent()`.execute(db())
  await expect(sendReminder.run(payload, deps, job('ended'))).rejects.toThrow('gone')
  await sql`DROP FUNCTION refuse_sent() CASCADE`.execute(db())
  const end = (id: string) =>
    sql`UPDATE assignments SET status = 'cancelled', ended_at = now() WHERE id = ${id}`.execute(db())
  await end(ids.english)
  await sendReminder.run(payload, deps, job('ended'))
  expect([named.length, await sent()]).toEqual([1, [true]])
  // One whose mail is known not to have gone out is not.
  await remind(ids.symptoms)
  fail()
  await expect(sendReminder.run(payload, deps, job('failed'))).rejects.toThrow('mail not sent')
  await end(ids.symptoms)
  await sendReminder.run(payload, deps, job('failed'))
  expect([named.length, await sent()]).toEqual([1, [true]])
})

test('a reminder whose mail may have gone out is kept as one, also after a try that is known to have failed', async () => {
  const { clientId, ids, remind, unsent, payload } = await scene()
  const { deps, named, fail } = slowMails()
  await remind(ids.english)
  fail(new Unconfirmed('mail not sent: ETIMEDOUT'))
  fail()
  for (let tries = 1; tries <= 2; tries += 1)
    await expect(sendReminder.run(payload, deps, job('unsure'))).rejects.toThrow('mail not sent')
  await sql`UPDATE assignments SET status = 'cancelled', ended_at = now() WHERE id = ${ids.english}`.execute(
    db(),
  )
  await sendReminder.run(payload, deps, job('unsure'))
  const kept = await db().selectFrom('reminders').select('id').where('client_id', '=', clientId).execute()
  expect([named.length, kept.length, await unsent()]).toEqual([0, 1, []])
})

test('where not even the claim can be let go of, what failed first is said', async () => {
  const { ids, remind, payload } = await scene()
  const { deps, fail } = slowMails()
  await remind(ids.english)
  fail()
  await sql`CREATE FUNCTION refuse_release() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'gone'; END $$`.execute(
    db(),
  )
  await sql`CREATE TRIGGER gone BEFORE UPDATE ON reminders FOR EACH ROW WHEN (NEW.claimed_by IS NULL)
    EXECUTE FUNCTION refuse_release()`.execute(db())
  const failed = await sendReminder.run(payload, deps, job('twice')).catch((error: unknown) => error)
  await sql`DROP FUNCTION refuse_release() CASCADE`.execute(db())
  expect(failed).toMatchObject({
    message: expect.stringContaining('gone'),
    cause: { message: 'mail not sent' },
  })
})
