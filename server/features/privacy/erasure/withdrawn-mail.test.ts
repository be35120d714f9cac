import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { erasePerson, holdPerson } from '#contract/erasure.ts'
import { checkIdentity, decideRequest, makeRequest } from '#contract/requests.ts'
import { currentVersions } from '#server/features/inventories/versions.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { enableSensitive, withdraw } from '#test/support/consenting.ts'
import { makeKnown } from '#test/support/known-address.ts'
import { mailsTo } from '#test/support/mails.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning, type Running } from '#test/support/taking.ts'
import { tracesIn } from '#test/support/traces.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
  await enableSensitive({ server, cast })
})
afterAll(() => server.close())

const db = () => server.database.db
const addressOf = ({ userId }: Running) => `${userId}@example.com`
const mailsOf = async (person: Running) => {
  await server.runJobs()
  return mailsTo(db(), addressOf(person))
}
const kindsOf = async (person: Running) => (await mailsOf(person)).map(({ kind }) => kind)

/** Somebody whose address the client knows, who has consented to a test. */
async function addKnown(code: 'SCL90' | 'MYT', locale: 'tr' | 'en' = 'tr'): Promise<Running> {
  const person = await addRunning(server, cast.anadolu, code)
  await makeKnown(db(), person.userId)
  await db().updateTable('users').set({ locale }).where('id', '=', person.userId).execute()
  return person
}

/** The test's name, and the words that no mail may have: its scales, and anything about health. */
async function wordsOf(code: 'SCL90' | 'MYT', locale: 'tr' | 'en') {
  const found = (await currentVersions(db())).find(({ definition }) => definition.code === code)
  const texts = found?.definition.texts[locale]
  const scales = Object.values(texts?.scales ?? {}).map(({ name }) => name)
  expect(scales.length).toBeGreaterThan(0)
  const health = locale === 'tr' ? ['sağlık', 'ruhsal', 'psikolojik'] : ['health', 'psycholog', 'well-being']
  return { name: texts?.name ?? '', never: [...scales, ...health] }
}

const ofPerson = ({ membershipId }: Running) => ({
  token: cast.admin.token,
  params: { clientId: cast.anadolu, membershipId },
})
const hold = (person: Running) =>
  request(server.url, holdPerson, { ...ofPerson(person), body: { reason: 'İş mahkemesi 2026/114' } })
const erase = (person: Running) =>
  request(server.url, erasePerson, { ...ofPerson(person), body: { confirm: 'ŞÜKRÜ İĞNECİ' } })

test.each([
  ['SCL90', 'tr', false, /Bu testteki cevaplarınız ve sonucunuz silindi/],
  ['SCL90', 'en', true, /Your answers and your result in this test are hidden.*when the legal hold ends/],
  ['MYT', 'en', false, /The answers and the result it covered were erased.*The rest of the test stays/],
  ['MYT', 'tr', true, /Bu rızayla alınan cevaplar ve sonuç gizlendi.*Testin kalanı durur/],
] as const)(
  'a withdrawn consent to %s (%s, hold: %s) is mailed once, and says no more than that',
  async (code, locale, held, outcome) => {
    const person = await addKnown(code, locale)
    if (held) await hold(person)
    const both = await Promise.all([withdraw({ server }, person), withdraw({ server }, person)])
    expect(both.map(({ status }) => status)).toEqual([204, 204])
    const [mail, ...more] = await mailsOf(person)
    expect(more).toEqual([])
    expect(mail?.kind).toBe('consent_withdrawn')
    expect(mail?.text).toMatch(outcome)
    const { name, never } = await wordsOf(code, locale)
    expect(mail?.text).toContain(name)
    // Lists of mails show the subject and the preheader.
    const preheader = /<div style="display:none[^>]*>([^<]*)</.exec(mail?.html ?? '')?.[1]
    expect(`${mail?.subject} ${preheader}`).not.toContain(name)
    const said = `${mail?.subject} ${mail?.text}`.replaceAll(name, '').toLocaleLowerCase(locale)
    expect(never.filter((words) => said.includes(words.toLocaleLowerCase(locale)))).toEqual([])
    // It may warn of a stranger, so it opens nothing.
    expect(mail?.links.map((link) => new URL(link).pathname)).toEqual(['/participant/consents'])
  },
)

test('nothing is mailed to an address that nobody has shown to be theirs, nor to somebody who was erased since', async () => {
  const unknown = await addRunning(server, cast.anadolu, 'SCL90')
  await withdraw({ server }, unknown)
  expect(await kindsOf(unknown)).toEqual([])
  const erased = await addKnown('SCL90')
  await withdraw({ server }, erased)
  expect((await erase(erased)).status).toBe(204)
  expect(await kindsOf(erased)).toEqual([])
  expect(await tracesIn(db(), [addressOf(erased)])).toEqual([])
})

test('of a test that was erased before, the mail says so', async () => {
  const person = await addKnown('MYT')
  await sql`UPDATE assignments SET erased_at = now() WHERE id = ${person.assignmentId}`.execute(db())
  expect((await withdraw({ server }, person)).status).toBe(204)
  const [mail] = await mailsOf(person)
  expect(mail?.text).toContain('daha önce silinmişti')
  expect(mail?.text).not.toContain('Testin kalanı')
})

test('a mail that went out is erased with the person', async () => {
  const person = await addKnown('MYT')
  await withdraw({ server }, person)
  expect(await kindsOf(person)).toEqual(['consent_withdrawn'])
  await erase(person)
  expect(await tracesIn(db(), [addressOf(person)])).toEqual([])
})

const answer = async (person: Running) => {
  const made = await request(server.url, makeRequest, { token: person.token, body: { kind: 'withdrawal' } })
  const params = { requestId: made.answer.id }
  await request(server.url, checkIdentity, {
    token: cast.manager.token,
    params,
    body: { way: 'document' },
  })
  const decided = await request(server.url, decideRequest, {
    token: cast.manager.token,
    params,
    body: { decision: 'accepted', reason: 'Talebiniz yerine getirildi.' },
  })
  return decided.answer.handOver
}

test('what the desk withdraws is in its answer, mailed or handed over, and in no second mail', async () => {
  const words = 'bütün açık rızalar geri çekildi'
  const person = await addKnown('MYT')
  await answer(person)
  const mails = await mailsOf(person)
  expect(mails).toMatchObject([{ kind: 'request_answer', text: expect.stringContaining(words) }])
  const [agreed, declined] = [
    await addRunning(server, cast.anadolu, 'MYT'),
    await addRunning(server, cast.anadolu, 'MYT', ['wellbeing']),
  ]
  const handed = [await answer(agreed), await answer(declined)]
  expect(handed[0]).toContain(words)
  expect(handed[1]).toBe(handed[0])
})

test('an erasure that answers a withdrawal says that everything is erased, and nothing of consents', async () => {
  const person = await addKnown('SCL90')
  await request(server.url, makeRequest, { token: person.token, body: { kind: 'withdrawal' } })
  await erase(person)
  const mails = await mailsOf(person)
  expect(mails).toMatchObject([{ kind: 'request_answer' }])
  expect(mails[0]?.text).not.toContain('bütün açık rızalar')
})
