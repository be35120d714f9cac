import { afterAll, beforeAll, expect, test } from 'vitest'
import { remindAssignment } from '#contract/assignment-actions.ts'
import { openMagicLink, requestMagicLink } from '#contract/auth.ts'
import { listPersonMails, listUserMails } from '#contract/mail-history.ts'
import { createLog } from '#server/log.ts'
import { InvalidAddress } from '#server/mail/clean.ts'
import { deliver } from '#server/mail/deliver.ts'
import { deleteOld } from '#server/privacy/queries.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { addAssignment, addMember } from '#test/support/invited.ts'
import { mailsTo } from '#test/support/mails.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { zoneWhereItIs } from '#test/support/zones.ts'

let server: TestServer
let cast: Cast
beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
  // Reminders wait for the morning elsewhere.
  const time_zone = zoneWhereItIs(12)
  await db().updateTable('clients').set({ time_zone }).where('id', '=', cast.anadolu).execute()
})
afterAll(() => server.close())

const db = () => server.database.db

async function person() {
  const member = await addMember(db(), cast.anadolu)
  const params = { clientId: cast.anadolu, membershipId: member.membershipId }
  const ofClient = async () =>
    (await request(server.url, listPersonMails, { token: cast.manager.token, params })).answer.results
  const ofAccount = async () =>
    (
      await request(server.url, listUserMails, {
        token: cast.admin.token,
        params: { userId: member.userId },
      })
    ).answer.results
  return { ...member, address: `${member.userId}@example.com`, ofClient, ofAccount }
}

/** Tries to deliver one mail of one job. */
function trying(member: { userId: string; address: string }, send: () => Promise<void>) {
  const log = createLog('silent')
  const current = { id: '7', createdAt: new Date(0), maxAttempts: 2, signal: new AbortController().signal }
  const content = {
    locale: 'tr' as const,
    subject: '',
    preheader: '',
    heading: '',
    paragraphs: [],
    rows: [],
    action: null,
    notes: [],
    closing: [],
  }
  const message = {
    kind: 'reminder',
    clientId: cast.anadolu,
    eventKey: 'x',
    content,
    to: { name: '', address: member.address },
  }
  return (attempt: number) =>
    deliver({ db: db(), log, mailer: { send, close: () => undefined } }, message, member.userId, {
      ...current,
      attempt,
    }).catch(() => undefined)
}

test('a manager sees the mails of their client, and when a link was opened; operators see those of the account too', async () => {
  const one = await person()
  const assignmentId = await addAssignment(db(), cast.anadolu, one, { code: 'ENGLISH' })
  await request(server.url, remindAssignment, { token: cast.manager.token, params: { assignmentId } })
  await request(server.url, requestMagicLink, { body: { email: one.address } })
  await server.runJobs()
  const [reminder, ...others] = await one.ofClient()
  expect(others).toEqual([])
  expect(reminder).toMatchObject({
    kind: 'reminder',
    address: one.address,
    outcome: 'sent',
    failure: null,
    tries: 1,
    openedAt: null,
  })
  expect(Object.keys(reminder ?? {}).sort()).not.toContain('linkHash')

  const mails = await mailsTo(db(), one.address)
  const [uid = '', token = ''] =
    mails
      .find(({ kind }) => kind === 'reminder')
      ?.links[0]?.split('/')
      .slice(-2) ?? []
  expect((await request(server.url, openMagicLink, { params: { uid, token } })).status).toBe(200)
  expect((await one.ofClient())[0]?.openedAt).toEqual(expect.any(String))
  const all = (await one.ofAccount()).map(({ kind, client }) => [kind, client])
  expect(all.sort()).toEqual([
    ['magic_link', null],
    ['reminder', 'Anadolu Gıda A.Ş.'],
  ])
})

test('a mail goes to the present address of an account, and its client sees the address that it knows', async () => {
  const one = await person()
  const moved = `moved-${one.address}`
  await db().updateTable('users').set({ email: moved }).where('id', '=', one.userId).execute()
  const assignmentId = await addAssignment(db(), cast.anadolu, one, { code: 'ENGLISH' })
  await request(server.url, remindAssignment, { token: cast.manager.token, params: { assignmentId } })
  await server.runJobs()
  expect((await mailsTo(db(), moved)).map(({ kind }) => kind)).toEqual(['reminder'])
  expect((await one.ofClient()).map(({ address }) => address)).toEqual([one.address])
  expect((await one.ofAccount()).map(({ address }) => address)).toEqual([moved])
})

test('what failed says why and whether it is tried again; another try is the same mail, and it ends after 90 days', async () => {
  const one = await person()
  const busy = trying(one, () => Promise.reject(new Error('mail not sent: EENVELOPE RCPT TO 450 4.2.1')))
  await busy(1)
  expect(await one.ofClient()).toMatchObject([
    { outcome: 'retrying', failure: 'not_sent', failureCode: '450 4.2.1', tries: 1 },
  ])
  await busy(2)
  expect(await one.ofClient()).toMatchObject([{ outcome: 'failed', failure: 'not_sent', tries: 2 }])
  await trying(one, () => Promise.resolve())(2)
  expect(await one.ofClient()).toMatchObject([{ outcome: 'sent', failure: null, failureCode: '' }])
  await trying(one, () => Promise.reject(new InvalidAddress('address refused: RCPT TO 550 5.1.1')))(1)
  expect(await one.ofClient()).toMatchObject([
    { outcome: 'failed', failure: 'address_refused', failureCode: '550 5.1.1' },
  ])
  await db()
    .updateTable('person_mails')
    .set({ at: new Date(Date.now() - 91 * 24 * 3_600_000) })
    .execute()
  await deleteOld(db())
  expect(await one.ofClient()).toEqual([])
})
