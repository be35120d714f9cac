import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addJob, addJobs } from '#server/jobs/add.ts'
import { runDueJobs } from '#server/jobs/start.ts'
import { createMailer, type Mailer } from '#server/mail/mailer.ts'
import { createPdfEngine } from '#server/pdf/engine.ts'
import { createSheetEngine } from '#server/sheets/engine.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { addAssignment, addClient, addMember } from '#test/support/invited.ts'
import { makeJobsDue, waitingJobs } from '#test/support/jobs.ts'
import { quietLog } from '#test/support/quiet-log.ts'
import { readMail } from '#test/support/read-mail.ts'
import { type SmtpProcess, startSmtp } from '#test/support/smtp-process.ts'
import { waitForMidWindow } from '#test/support/windows.ts'
import { sendInvitation, sendWithdrawal } from './jobs.ts'

let database: TestDatabase
let smtp: SmtpProcess
let mailer: Mailer
let clientId: string
let log = quietLog()

beforeAll(async () => {
  database = await createTestDatabase()
  smtp = await startSmtp()
  mailer = createMailer({ smtpUrl: smtp.url, from: 'davet@terazi.example', db: database.db })
})
afterAll(async () => {
  mailer.close()
  await smtp.end()
  await database.drop()
})
beforeEach(async () => {
  log = quietLog()
  clientId = await addClient(database.db)
  await sql`DELETE FROM graphile_worker._private_jobs`.execute(database.db)
})

const runJobs = () =>
  runDueJobs({
    connectionString: database.url,
    jobs: [sendInvitation, sendWithdrawal],
    log,
    deps: {
      db: database.db,
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

const payload = (membershipId: string, eventKey = membershipId) => ({
  clientId,
  membershipId,
  reason: 'invited' as const,
  eventKey,
})

/** The mails that came for one address. */
async function mailsTo(address: string) {
  return (await smtp.messages()).filter(({ to }) => to.includes(address)).map(({ raw }) => readMail(raw))
}

const links = (userId: string) =>
  database.db.selectFrom('one_time_links').selectAll().where('user_id', '=', userId).execute()

describe('what an invitation says', () => {
  test('which tests wait, how long they take, until when, and a link of its own', async () => {
    const member = await addMember(database.db, clientId, { email: 'sukru@example.com' })
    await addAssignment(database.db, clientId, member, { code: 'SCL90', due: '2099-11-27' })
    await addAssignment(database.db, clientId, member, { code: 'ENGLISH', due: '2099-11-27' })
    await addJob(database.db, sendInvitation, payload(member.membershipId))
    await runJobs()

    const [mail, ...others] = await mailsTo('sukru@example.com')
    expect(others).toEqual([])
    expect(mail?.headers.get('subject')).toBe('Anadolu Gıda A.Ş. sizden 2 test çözmenizi istiyor')
    expect(mail?.headers.get('from')).toBe('Anadolu Gıda A.Ş. (Terazi) <davet@terazi.example>')
    expect(mail?.headers.get('reply-to')).toBe('Anadolu Gıda A.Ş. <ik@anadolu.example>')
    expect(mail?.text).toContain('Merhaba, ŞÜKRÜ İĞNECİ')
    expect(mail?.text).toMatch(/İngilizce seviye tespit testi +45 dakika/)
    expect(mail?.text).toMatch(/Son gün +27 Kasım 2099 Cuma/)
    expect(mail?.text).toMatch(/https:\/\/terazi\.example\/magic-link\/[\w-]+\/[\w-]{43}\n/)
    const [link] = await links(member.userId)
    expect(link).toMatchObject({ purpose: 'invitation', client_id: clientId })
    // The end of that day in Istanbul, UTC+3.
    expect(link?.expires_at.toISOString()).toBe('2099-11-27T21:00:00.000Z')
  })

  test('in English where the assignment is, and without a last day for 30 days', async () => {
    const member = await addMember(database.db, clientId, { email: 'ann@example.com', name: 'Ann Lee' })
    await addAssignment(database.db, clientId, member, { code: 'ENGLISH', locale: 'en' })
    await addJob(database.db, sendInvitation, { ...payload(member.membershipId), reason: 'assigned' })
    await runJobs()
    const [mail] = await mailsTo('ann@example.com')
    expect(mail?.headers.get('subject')).toBe('Anadolu Gıda A.Ş. has sent you a new test')
    expect(mail?.html).toContain('lang="en"')
    expect(mail?.text).toContain('Hello Ann Lee')
    const { rows } = await sql<{ days: number }>`
      SELECT round(extract(epoch FROM expires_at - created_at) / 86400)::int AS days FROM one_time_links
      WHERE user_id = ${member.userId}`.execute(database.db)
    expect(rows).toEqual([{ days: 30 }])
  })

  test('from when each can be started, in which order, and with which break', async () => {
    const member = await addMember(database.db, clientId, { email: 'sira@example.com' })
    const first = await addAssignment(database.db, clientId, member, { code: 'MYT' })
    const second = await addAssignment(database.db, clientId, member, { code: 'ENGLISH' })
    const set = (at: string, ids: string[]) =>
      sql`
      UPDATE assignments SET opens_at = ${at}::timestamptz, battery_id = ${first}::uuid, pause_minutes = 15,
        battery_place = CASE id WHEN ${first} THEN 1 ELSE 2 END, created_at = '2026-01-01'
      WHERE id = ANY (${ids}::uuid[])`.execute(database.db)
    await set('2998-12-01T06:00Z', [first, second])
    await addJob(database.db, sendInvitation, payload(member.membershipId))
    await runJobs()
    const [mail] = await mailsTo('sira@example.com')
    expect(mail?.text).toMatch(/Açılış +1 Aralık 2998 \S+, 09:00/)
    expect(mail?.text).toMatch(/sırayla çözün[\s\S]+15 dakika ara/)
    expect(mail?.text.indexOf('İngilizce')).toBeGreaterThan(mail?.text.indexOf('MYT') ?? 0)
    // A test that opens later than the usual 30 days is still opened by its link.
    const [link] = await links(member.userId)
    expect(link?.expires_at.toISOString()).toBe('2998-12-31T06:00:00.000Z')

    await set('2998-12-02T06:00Z', [second])
    await addJob(database.db, sendInvitation, payload(member.membershipId, 'again'))
    await runJobs()
    const [, other] = await mailsTo('sira@example.com')
    expect(other?.text).toMatch(/55 dakika · açılış 01\.12\.2998 09:00/)
    expect(other?.text).toMatch(/45 dakika · açılış 02\.12\.2998 09:00/)
  })

  test('where to withdraw a consent, to who has given one here', async () => {
    const member = await addMember(database.db, clientId, { email: 'riza@example.com' })
    const id = await addAssignment(database.db, clientId, member, { code: 'SCL90' })
    await sql`
      INSERT INTO consents (client_id, assignment_id, notice_id, notice_version, kind, user_id, version_id, locale, text_hash)
      SELECT client_id, id, 'consent', 2, 'explicit_consent', user_id, version_id, 'tr', sha256('') FROM assignments
      WHERE id = ${id}`.execute(database.db)
    const link =
      /Rızalarım[^\n]*https:\/\/terazi\.example\/magic-link\/[\w-]+\/[\w-]{43}\?redirectUrl=%2Fparticipant%2Fconsents/
    await addJob(database.db, sendInvitation, payload(member.membershipId))
    await addJob(database.db, sendWithdrawal, {
      clientId,
      membershipId: member.membershipId,
      assignmentIds: [id],
    })
    await runJobs()
    const mails = await mailsTo('riza@example.com')
    expect(mails.map(({ text }) => link.test(text))).toEqual([true, true])
    await sql`UPDATE consents SET withdrawn_at = now() WHERE assignment_id = ${id}`.execute(database.db)
    await addJob(database.db, sendInvitation, payload(member.membershipId, 'again'))
    await runJobs()
    expect((await mailsTo('riza@example.com')).at(-1)?.text).not.toContain('consents')
  })

  test('that tests are not for this person any more', async () => {
    const member = await addMember(database.db, clientId, { email: 'yerine@example.com' })
    const id = await addAssignment(database.db, clientId, member, { code: 'ENGLISH' })
    const { membershipId } = member
    await addJob(database.db, sendWithdrawal, { clientId, membershipId, assignmentIds: [id] })
    await runJobs()
    const [mail] = await mailsTo('yerine@example.com')
    expect(mail?.headers.get('subject')).toBe('Anadolu Gıda A.Ş.: test davetiniz geri alındı')
    expect(mail?.text).toMatch(/İngilizce seviye tespit testi +Geri alındı/)
    expect(mail?.text).not.toContain('https://')
  })

  test('a manager is asked in, not tested', async () => {
    const member = await addMember(database.db, clientId, { email: 'boss@example.com', role: 'manager' })
    await addJob(database.db, sendInvitation, payload(member.membershipId))
    await runJobs()
    const [mail] = await mailsTo('boss@example.com')
    expect(mail?.headers.get('subject')).toBe('Anadolu Gıda A.Ş. için Terazi’ye davet edildiniz')
    expect(await links(member.userId)).toMatchObject([{ purpose: 'manager_invitation' }])
  })
})

test.each([
  ['nothing is assigned', async () => undefined],
  [
    'it was cancelled meanwhile',
    async (member: { membershipId: string; userId: string }) => {
      const id = await addAssignment(database.db, clientId, member, { code: 'SCL90' })
      await sql`UPDATE assignments SET status = 'cancelled', ended_at = now() WHERE id = ${id}`.execute(
        database.db,
      )
    },
  ],
  [
    'its last day is over',
    async (member: { membershipId: string; userId: string }) => {
      await addAssignment(database.db, clientId, member, { code: 'SCL90', due: '2020-01-01' })
    },
  ],
  [
    'the person was removed',
    async (member: { membershipId: string; userId: string }) => {
      await addAssignment(database.db, clientId, member, { code: 'SCL90' })
      await sql`UPDATE memberships SET removed_at = now() WHERE id = ${member.membershipId}`.execute(
        database.db,
      )
    },
  ],
])('no mail and no link when %s', async (_, prepare) => {
  const member = await addMember(database.db, clientId, { email: `${crypto.randomUUID()}@example.com` })
  await prepare(member)
  const before = (await smtp.messages()).length
  await addJob(database.db, sendInvitation, payload(member.membershipId))
  await runJobs()
  expect(await smtp.messages()).toHaveLength(before)
  expect(await links(member.userId)).toEqual([])
  expect(await waitingJobs(database.db)).toEqual([])
})

test('while the client is suspended the mail waits as the test does', async () => {
  const member = await addMember(database.db, clientId, { email: 'suspended@example.com' })
  await addAssignment(database.db, clientId, member, { code: 'SCL90' })
  const set = (status: 'active' | 'suspended') =>
    database.db.updateTable('clients').set({ status }).where('id', '=', clientId).execute()
  await set('suspended')
  await addJob(database.db, sendInvitation, payload(member.membershipId))
  await runJobs()
  expect(await links(member.userId)).toEqual([])
  expect(await waitingJobs(database.db)).toMatchObject([{ name: 'send_invitation', attempts: 0 }])
  await makeJobsDue(database.db)
  await runJobs()
  expect(await waitingJobs(database.db)).toHaveLength(1)
  await set('active')
  await makeJobsDue(database.db)
  await runJobs()
  expect(await mailsTo('suspended@example.com')).toHaveLength(1)
  expect(await waitingJobs(database.db)).toEqual([])
})

describe('when the mail server', () => {
  async function invite(email: string) {
    const member = await addMember(database.db, clientId, { email })
    await addAssignment(database.db, clientId, member, { code: 'SCL90' })
    await database.db
      .transaction()
      .execute((tx) => addJobs(tx, sendInvitation, [payload(member.membershipId)]))
    return member
  }

  test('is down, the invitation is kept, and the mail goes out once when it is back', async () => {
    await smtp.stop()
    await invite('down@example.com')
    await runJobs()
    await makeJobsDue(database.db)
    await runJobs()
    expect(await waitingJobs(database.db)).toMatchObject([{ attempts: 2, lastError: /^mail not sent/ }])
    await smtp.start()
    await makeJobsDue(database.db)
    await runJobs()
    await makeJobsDue(database.db)
    await runJobs()
    expect(await mailsTo('down@example.com')).toHaveLength(1)
    expect(await waitingJobs(database.db)).toEqual([])
  })

  test('says later, the mail comes later', async () => {
    await smtp.setMode('temporary')
    await invite('later@example.com')
    await runJobs()
    expect(await waitingJobs(database.db)).toMatchObject([{ attempts: 1, maxAttempts: 16 }])
    await smtp.setMode('accept')
    await makeJobsDue(database.db)
    await runJobs()
    expect(await mailsTo('later@example.com')).toHaveLength(1)
  })

  test('refuses the address, it is not tried again, kept with its error, and logged without the address', async () => {
    await smtp.setMode('refuse-recipient')
    const { userId } = await invite('refused@example.com')
    await runJobs()
    await smtp.setMode('accept')
    await makeJobsDue(database.db)
    await runJobs()
    expect(await mailsTo('refused@example.com')).toEqual([])
    expect(await waitingJobs(database.db)).toMatchObject([
      { attempts: 1, maxAttempts: 1, lastError: /550 5\.1\.1/ },
    ])
    const warned = log.lines.filter(({ level, text }) => level === 'warn' && text.includes(userId))
    expect(warned).toHaveLength(1)
    expect(JSON.stringify(log.lines)).not.toMatch(/refused@example|magic-link/)
  })

  test('takes its time, nobody waits for it', async () => {
    await smtp.setMode('hold')
    await invite('slow@example.com')
    const running = runJobs()
    await smtp.held()
    // The business goes on while the mail is on its way: no transaction is open, no row is locked.
    await database.db.transaction().execute(async (tx) => {
      await sql`SET LOCAL lock_timeout = '1s'`.execute(tx)
      await sql`UPDATE assignments SET description = 'x' WHERE client_id = ${clientId}`.execute(tx)
    })
    await smtp.setMode('accept')
    await smtp.release()
    await running
    expect(await mailsTo('slow@example.com')).toHaveLength(1)
  })

  test('takes the mail and hangs up before saying so, the second copy is recognisable', async () => {
    await smtp.setMode('drop-after-data')
    await invite('twice@example.com')
    await runJobs()
    await smtp.setMode('accept')
    await makeJobsDue(database.db)
    await runJobs()
    const copies = await mailsTo('twice@example.com')
    expect(copies).toHaveLength(2)
    expect(new Set(copies.map(({ headers }) => headers.get('message-id'))).size).toBe(1)
    expect(await waitingJobs(database.db)).toEqual([])
  })
})

test('the sixth mail within an hour comes later instead of never', async () => {
  await waitForMidWindow(database.db)
  const member = await addMember(database.db, clientId, { email: 'many@example.com' })
  await addAssignment(database.db, clientId, member, { code: 'SCL90' })
  const payloads = Array.from({ length: 8 }, (_, n) => payload(member.membershipId, `event-${n}`))
  await addJobs(database.db, sendInvitation, payloads)
  await runJobs()
  expect(await mailsTo('many@example.com')).toHaveLength(5)
  expect(await waitingJobs(database.db)).toMatchObject([{ name: 'send_invitation', attempts: 0 }])
})

test('no live token is in a job, in its error or in the log', async () => {
  const member = await addMember(database.db, clientId, { email: 'secret@example.com' })
  await addAssignment(database.db, clientId, member, { code: 'SCL90' })
  await smtp.setMode('drop-after-data')
  await addJob(database.db, sendInvitation, payload(member.membershipId))
  await runJobs()
  await smtp.setMode('accept')
  const [mail] = await mailsTo('secret@example.com')
  const token = /magic-link\/[\w-]+\/([\w-]+)/.exec(mail?.text ?? '')?.[1]
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(JSON.stringify([log.lines, await waitingJobs(database.db)])).not.toContain(token)
})
