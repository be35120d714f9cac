import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addJob } from '#server/jobs/add.ts'
import { runDueJobs } from '#server/jobs/start.ts'
import { createMailer } from '#server/mail/mailer.ts'
import { createPdfEngine } from '#server/pdf/engine.ts'
import { createSheetEngine } from '#server/sheets/engine.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { addUser } from '#test/support/invited.ts'
import { waitingJobs } from '#test/support/jobs.ts'
import { quietLog } from '#test/support/quiet-log.ts'
import { waitForMidWindow } from '#test/support/windows.ts'
import { sendMagicLink } from './jobs.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await sql`TRUNCATE demo_mails, throttles`.execute(database.db)
  await waitForMidWindow(database.db)
})

async function runJobs(): Promise<void> {
  const log = quietLog()
  const { db, url } = database
  const mailer = createMailer({ from: 'davet@terazi.example', db })
  await runDueJobs({
    connectionString: url,
    jobs: [sendMagicLink],
    log,
    deps: {
      db,
      mailer,
      pdf: createPdfEngine({ log }),
      sheets: createSheetEngine(),
      log,
      config: {
        publicUrl: 'https://terazi.example',
        contactEmail: 'contact@terazi.test',
        operator: {},
        defaultLocale: 'tr' as const,
        slipKey: Buffer.alloc(32),
      },
    },
  })
}

const mails = () => database.db.selectFrom('demo_mails').selectAll().orderBy('id').execute()
const lives = async (userId: string) => {
  const { rows } = await sql<{ minutes: number; live: boolean }>`
    SELECT round(extract(epoch FROM expires_at - created_at) / 60)::int AS minutes, expires_at > now() AS live
    FROM one_time_links WHERE user_id = ${userId} AND purpose = 'magic' ORDER BY created_at`.execute(
    database.db,
  )
  return rows
}

test('a person who asks gets a link that lives 15 minutes, in the language of the page', async () => {
  const userId = await addUser(database.db, { email: 'ayse@example.com', name: 'Ayşe' })
  await addJob(database.db, sendMagicLink, { email: 'ayse@example.com', locale: 'en' })
  await runJobs()
  const [mail] = await mails()
  expect(mail).toMatchObject({
    recipient: 'ayse@example.com',
    kind: 'magic_link',
    subject: 'Your sign-in link for Terazi',
  })
  expect(mail?.links).toEqual([
    expect.stringMatching(/^https:\/\/terazi\.example\/magic-link\/[\w-]+\/once_[\w-]{43}$/),
  ])
  expect(await lives(userId)).toEqual([{ minutes: 15, live: true }])
})

test('a newer link ends the older one', async () => {
  const userId = await addUser(database.db, { email: 'twice@example.com' })
  for (const locale of ['tr', 'tr'] as const) {
    await addJob(database.db, sendMagicLink, { email: 'twice@example.com', locale })
    await runJobs()
  }
  expect((await lives(userId)).map(({ live }) => live)).toEqual([false, true])
})

test('nobody gets a mail at an unknown address or a deactivated account', async () => {
  const userId = await addUser(database.db, { email: 'gone@example.com' })
  await sql`UPDATE users SET deactivated_at = now() WHERE id = ${userId}`.execute(database.db)
  await addJob(database.db, sendMagicLink, { email: 'gone@example.com', locale: 'tr' })
  await addJob(database.db, sendMagicLink, { email: 'unknown@example.com', locale: 'tr' })
  await runJobs()
  expect(await mails()).toEqual([])
  expect(await lives(userId)).toEqual([])
  expect(await waitingJobs(database.db)).toEqual([])
})

test('five an hour, then silence, and the last link goes on working', async () => {
  const userId = await addUser(database.db, { email: 'many@example.com' })
  for (let n = 0; n < 7; n += 1)
    await addJob(database.db, sendMagicLink, { email: 'many@example.com', locale: 'tr' })
  await runJobs()
  expect(await mails()).toHaveLength(5)
  expect((await lives(userId)).filter(({ live }) => live)).toHaveLength(1)
})
