import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAssignments, resultsCsv } from '#contract/assignments.ts'
import { auditAction, listAudit } from '#contract/audit.ts'
import { auditSentence } from '#contract/audit-words.ts'
import { authToken, openMagicLink, signOut } from '#contract/auth.ts'
import { erasedName } from '#contract/erasure.ts'
import { submitAttempt } from '#contract/participant.ts'
import { inviteEmails } from '#contract/people.ts'
import { addQuota } from '#contract/quotas.ts'
import { getReport } from '#contract/reports.ts'
import { recordAudit } from '#server/audit/audit.ts'
import { newId } from '#server/db/ids.ts'
import { translate } from '#server/locales.ts'
import { request, type Sent } from '#test/support/api.ts'
import { type Cast, castOf, castPassword, inventory } from '#test/support/cast.ts'
import { addUser } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning } from '#test/support/taking.ts'
import { waitForMidWindow } from '#test/support/windows.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
})
afterAll(() => server.close())

const list = async (query: NonNullable<Sent<typeof listAudit>['query']>) =>
  (await request(server.url, listAudit, { token: cast.superuser.token, query })).answer.results
const signIn = (username: string, password: string) =>
  request(server.url, authToken, { body: { username, password } })

test('SR-54: signing in is on record: who, when, by which way and from where', async () => {
  await signIn(cast.manager.email, castPassword)
  const [entry] = await list({ action: 'sign_in', actor: cast.manager.userId })
  expect(entry).toMatchObject({
    reason: 'password',
    actor: { id: cast.manager.userId, email: cast.manager.email },
    subject: { id: cast.manager.userId },
    address: '127.0.0.1',
    client: null,
  })
})

test('SR-54: refusals are on record by a code, without what was typed', async () => {
  await waitForMidWindow(server.database.db)
  await signIn(cast.otherManager.email, 'a-typed-secret')
  await signIn('typed-secret@example.test', 'a-typed-secret')
  await request(server.url, openMagicLink, { params: { uid: 'nobody', token: 'typed-secret'.repeat(3) } })
  for (let tries = 0; tries < 14; tries += 1) await signIn(cast.admin.email, 'a-typed-secret')
  const entries = await list({ action: 'sign_in_refused', page_size: '100' })
  const reasons = entries.map(({ reason, subject }) => `${reason} ${subject?.email ?? ''}`)
  expect(reasons).toContain(`wrong_password ${cast.otherManager.email}`)
  expect(reasons).toContain('unknown_address ')
  expect(reasons).toContain('magic_link_invalid ')
  // A burst fills the record with its tries and one line for all that were one too many.
  expect(reasons.filter((reason) => reason === `wrong_password ${cast.admin.email}`)).toHaveLength(10)
  expect(reasons.filter((reason) => reason === 'too_many_requests ')).toHaveLength(1)
  expect(JSON.stringify(entries)).not.toContain('typed-secret')
})

test('SR-54: an export is on record with its client', async () => {
  await request(server.url, resultsCsv, { token: cast.manager.token, params: { clientId: cast.anadolu } })
  const [entry] = await list({ action: 'export', client: cast.anadolu })
  expect(entry).toMatchObject({ actor: { id: cast.manager.userId }, client: { name: 'Anadolu Gıda A.Ş.' } })
  expect(await list({ action: 'export', client: cast.ege })).toEqual([])
})

test('entries are found by day, person and words', async () => {
  await signIn(cast.stranger.email, castPassword)
  const today = new Date().toISOString().slice(0, 10)
  const ofStranger = { subject: cast.stranger.userId }
  expect(await list({ ...ofStranger, from: today })).toHaveLength(1)
  expect(await list({ ...ofStranger, to: '2020-01-01' })).toEqual([])
  expect(await list({ search: 'stranger@example' })).toHaveLength(1)
  expect(await list({ search: '%' })).toEqual([])
  expect(await list({ search: '127.0.0', subject: cast.stranger.userId })).toHaveLength(1)
  expect(await list({ search: '10.0.0', subject: cast.stranger.userId })).toEqual([])
  // Finds both who did it and who was affected; an unknown id finds nothing.
  expect(await list({ person: cast.stranger.userId })).toHaveLength(1)
  expect(await list({ person: cast.anadolu })).toEqual([])
})

test('a day is a day of the zone that is asked for', async () => {
  const { db } = server.database
  // Two in the morning of 12 March in Istanbul is still 11 March in UTC.
  const id = '01990000-0000-7000-8000-000000000001'
  const at = new Date('2020-03-11T23:00:00Z')
  await db
    .insertInto('audit_entries')
    .values({
      id,
      at,
      action: 'export',
      reason: null,
      actor_id: null,
      subject_id: null,
      client_id: null,
      details: '{}',
    })
    .execute()
  const on = async (from: string, timeZone?: string) =>
    (await list({ from, to: from, ...(timeZone && { timeZone }) })).map((entry) => entry.id)
  expect(await on('2020-03-11')).toEqual([id])
  expect(await on('2020-03-12')).toEqual([])
  expect(await on('2020-03-12', 'Europe/Istanbul')).toEqual([id])
})

test('SR-54: asking for what the roles do not allow is on record, by the call and within bounds', async () => {
  await waitForMidWindow(server.database.db)
  const ask = (token: string) => request(server.url, listAudit, { token, query: { search: 'typed-secret' } })
  for (let tries = 0; tries < 104; tries += 1) await ask(cast.stranger.token)
  const entries = await list({ action: 'access_refused', actor: cast.stranger.userId, page_size: '100' })
  expect(entries).toHaveLength(100)
  expect(entries[0]).toMatchObject({
    reason: 'listAudit',
    details: { call: 'GET /audit/' },
    address: '127.0.0.1',
  })
  // Known only once the body was read: a manager who invites a manager.
  const invite = {
    params: { clientId: cast.anadolu },
    body: { emails: ['x@example.test'], inventoryIds: [], role: 'manager' as const },
  }
  expect((await request(server.url, inviteEmails, { token: cast.manager.token, ...invite })).code).toBe(
    'forbidden',
  )
  expect(await list({ action: 'access_refused', actor: cast.manager.userId })).toHaveLength(1)
})

test('SR-54: asking for records of another client is on record, once for each', async () => {
  await waitForMidWindow(server.database.db)
  const theirs = { token: cast.otherManager.token, params: { clientId: cast.anadolu } }
  for (let time = 0; time < 3; time += 1)
    expect((await request(server.url, listAssignments, theirs)).code).toBe('not_found')
  // An id that nobody has is answered and put on record alike.
  const nowhere = { token: cast.otherManager.token, params: { clientId: newId() } }
  expect((await request(server.url, listAssignments, nowhere)).code).toBe('not_found')
  const entries = await list({ action: 'access_refused', actor: cast.otherManager.userId })
  expect(entries.map(({ reason, details, client }) => [reason, details.sought, client])).toEqual([
    ['not_theirs', nowhere.params, null],
    ['not_theirs', theirs.params, null],
  ])
})

test('SR-54: reading a report and signing out are on record', async () => {
  await waitForMidWindow(server.database.db)
  const { assignmentId, token } = await addRunning(server, cast.anadolu, 'ENGLISH')
  await request(server.url, submitAttempt, { token, params: { assignmentId }, body: {} })
  const read = () => request(server.url, getReport, { token: cast.manager.token, params: { assignmentId } })
  expect([(await read()).status, (await read()).status]).toEqual([200, 200])
  expect(await list({ action: 'report_read', client: cast.anadolu })).toMatchObject([
    { actor: { id: cast.manager.userId }, details: { code: 'ENGLISH' }, assignments: 1 },
  ])
  const leaving = await signIn(cast.stranger.email, castPassword)
  await request(server.url, signOut, { token: leaving.answer.token })
  const [newest] = await list({ action: 'session_ended', actor: cast.stranger.userId })
  expect(newest?.reason).toBe('signed_out')
})

test('SR-54: a manager invited by an admin is on record with the client', async () => {
  await request(server.url, inviteEmails, {
    token: cast.admin.token,
    params: { clientId: cast.ege },
    body: { emails: ['new-manager@example.test'], inventoryIds: [], role: 'manager' },
  })
  expect(await list({ action: 'role_changed', client: cast.ege })).toMatchObject([
    {
      reason: 'manager_invited',
      actor: { id: cast.admin.userId },
      subject: { email: 'new-manager@example.test' },
    },
  ])
})

test('SR-54: added quota is on record with its client, inventory and number, a repetition once', async () => {
  const params = { clientId: cast.ege }
  const body = { inventoryId: inventory(cast, 'ENGLISH'), quantity: 40 }
  for (const _ of [1, 2])
    await request(server.url, addQuota, {
      token: cast.admin.token,
      params,
      body,
      headers: { 'idempotency-key': 'audit-quota' },
    })
  expect(await list({ action: 'quota_added', client: cast.ege })).toMatchObject([
    { actor: { id: cast.admin.userId }, details: { code: 'ENGLISH', quantity: 40 } },
  ])
})

test('the record is exported in words, safe for spreadsheets, and the export is on record itself', async () => {
  const { db } = server.database
  const name = '=HYPERLINK("https://example.test")'
  const subject = await addUser(db, { name, email: 'formula@example.test' })
  await recordAudit(db, {
    action: 'admin_link_made',
    by: { userId: cast.admin.userId, address: '' },
    subjectId: subject,
  })
  const ask = async (language: string) => {
    const response = await fetch(`${server.url}/api/audit.csv?person=${subject}`, {
      headers: { authorization: `Token ${cast.superuser.token}`, 'accept-language': language },
    })
    // The file's name says who made it and when; a CSV has no other place for it.
    expect(decodeURIComponent(response.headers.get('content-disposition') ?? '')).toMatch(
      / \d{4}-\d\d-\d\d \d{4} .+\.csv$/,
    )
    return response.text()
  }
  const [head = '', row = '', ...rest] = (await ask('en')).split('\r\n')
  expect(rest).toEqual([''])
  expect(head.startsWith('Time (UTC),Action,What happened,')).toBe(true)
  expect(row).toContain('Sign-in link created,"admin created a sign-in link for =HYPERLINK')
  expect(row).toContain(`"'=HYPERLINK(""https://example.test"")",formula@example.test`)
  expect((await ask('tr')).split('\r\n')[1]).toContain('Giriş bağlantısı;')
  await db
    .updateTable('users')
    .set({ name: erasedName, email: null, erased_at: sql`now()` })
    .where('id', '=', subject)
    .execute()
  const words = `Erased person ${subject.slice(-8)}`
  expect((await ask('en')).split('\r\n')[1]).toContain(
    `link for ${words}.,admin,${cast.admin.email},${words},,`,
  )
  expect(await list({ action: 'export', actor: cast.superuser.userId })).toMatchObject([
    { reason: 'audit_csv' },
    { reason: 'audit_csv' },
    { reason: 'audit_csv' },
  ])
})

test.each(['tr', 'en'] as const)('every action has words in %s, and a sentence without a gap', (locale) => {
  const person = (name: string) => ({ id: name, name, email: '' })
  // Entries without an actor: nobody knows who was refused a sign-in, and the command line has no account.
  const byNobody: readonly string[] = [
    ...['sign_in_refused', 'draft_imported', 'result_rescored'],
    // These are done by a tablet, or by somebody with its code or PIN.
    ...[
      'tablet_added',
      'pin_limit_reached',
      'tablet_pending',
      'offline_attempt_delivered',
      'tablet_delivery_waits',
    ],
    // The command line does these, for the whole installation.
    ...['installation_restored', 'installation_activated'],
    ...['key_rotation_begun', 'key_rotation_finished', 'key_rotation_cancelled'],
    // The end of a retention period does these.
    ...['tests_erased', 'scales_erased'],
    // A job gives up an address that takes nothing for days.
    'webhook_off',
    // The recipient of a share has no account.
    ...['share_opened', 'share_locked'],
  ]
  for (const action of auditAction.options) {
    const entry = {
      id: '',
      at: '',
      action,
      reason: null,
      actor: person('Ada'),
      subject: person('Can'),
      client: { id: '', name: 'Ege' },
      address: '',
      details: { code: 'MYT', recipient: 'Eda' },
      assignments: 0,
    }
    const sentence = auditSentence(entry, (keys, variables) => translate(locale, keys, variables), locale)
    if (!byNobody.includes(action)) expect(sentence).toContain('Ada')
    if (action.startsWith('share_')) expect(sentence).toContain('Eda')
    expect(sentence).not.toMatch(/audit:|\{\{|undefined/)
    expect(translate(locale, `audit:action.${action}`)).not.toBe(`action.${action}`)
  }
})

test('SR-54: entries are only ever added', async () => {
  const { db } = server.database
  await signIn(cast.manager.email, castPassword)
  for (const change of [
    sql`UPDATE audit_entries SET reason = 'x'`,
    sql`DELETE FROM audit_entries`,
    sql`TRUNCATE audit_entries`,
  ])
    await expect(change.execute(db)).rejects.toThrow('audit entries are only ever added')
})
