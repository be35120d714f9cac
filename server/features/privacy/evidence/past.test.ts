import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { disableInventory, enableInventory } from '#contract/enablements.ts'
import { erasePerson, holdPerson } from '#contract/erasure.ts'
import { setRetention } from '#contract/retention.ts'
import { recordAudit } from '#server/audit/audit.ts'
import { findSeal, sealAudit } from '#server/audit/seal.ts'
import { clientOfJob } from '#server/authority/client.ts'
import { newId } from '#server/db/ids.ts'
import { textWith } from '#server/features/inventories/recipients.ts'
import { currentVersions } from '#server/features/inventories/versions.ts'
import { withdraw } from '#server/features/privacy/erasure/withdraw.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { addClient, addMember } from '#test/support/invited.ts'
import { startTestServer, type TestServer, testSlipKey } from '#test/support/server.ts'
import { addRunning } from '#test/support/taking.ts'
import { evidenceOf } from './evidence.ts'
import { evidencePage } from './page.ts'
import { findPeriod } from './period-queries.ts'
import { seal } from './sign.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
})
afterAll(() => server.close())

const db = () => server.database.db
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const dayAgo = async (days: number, timeZone: string) => {
  const { rows } = await sql<{ day: string }>`
    SELECT ((now() AT TIME ZONE ${timeZone})::date - ${days}::int)::text AS day`.execute(db())
  return rows[0]?.day ?? ''
}

/** The evidence of the days from `from` days ago to `to` days ago. */
async function said(clientId: string, from: number, to: number) {
  const client = await clientOfJob(db(), clientId)
  const [first, last] = [await dayAgo(from, client.timeZone), await dayAgo(to, client.timeZone)]
  const period = await findPeriod(db(), client, { from: first, to: last })
  return evidenceOf(db(), client, period, { named: new Set(), operator: {} })
}

test('what was enabled, and who read, is as it was in the period, not as it was changed since', async () => {
  const { admin, manager, anadolu: clientId } = cast
  const params = { clientId, inventoryId: inventory(cast, 'SCL90') }
  const enable = (purpose: string, recipientIds: string[]) =>
    request(server.url, enableInventory, {
      token: admin.token,
      params,
      body: { purpose, legalBasis: 'Açık rıza', recipientIds },
    })
  const disable = () => request(server.url, disableInventory, { token: admin.token, params })
  await disable()
  await sql`DELETE FROM enablement_history`.execute(db())
  await sql`DELETE FROM recipient_history`.execute(db())
  const second = await addMember(db(), clientId, { role: 'manager', name: 'İkinci Okuyan' })
  await sql`UPDATE users SET name = 'İkinci Okuyan' WHERE id = ${second.userId}`.execute(db())
  const age = async (days: number) => {
    for (const table of ['enablement_history', 'recipient_history'])
      await sql`UPDATE ${sql.table(table)} SET since = since - make_interval(days => ${days}::int),
        until = until - make_interval(days => ${days}::int)`.execute(db())
  }
  await enable('Tarama', [manager.userId, second.userId])
  await age(20)
  // The same again is no change.
  await enable('Tarama', [manager.userId, second.userId])
  await enable('İşe dönüş', [manager.userId])
  await age(20)
  await disable()

  const first = await said(clientId, 45, 30)
  expect(first.enabled).toMatchObject([{ purpose: 'Tarama', until: null, forCandidates: false }])
  expect(first.recipients.map(({ name }) => name)).toContain('İkinci Okuyan')
  expect(first.recipients).toHaveLength(2)
  const later = await said(clientId, 15, 5)
  expect(later.enabled).toMatchObject([{ purpose: 'İşe dönüş', until: null }])
  expect(later.recipients).toHaveLength(1)
  const all = await said(clientId, 45, 0)
  expect(all.enabled.map(({ purpose, until }) => [purpose, until !== null])).toEqual([
    ['Tarama', true],
    ['İşe dönüş', true],
  ])
  expect(all.recipients.every(({ until }) => until !== null)).toBe(true)
  expect(await said(clientId, 100, 60)).toMatchObject({ enabled: [], recipients: [] })
})

test('consents and withdrawals are counted by text and in the days that they were given and withdrawn', async () => {
  const clientId = await addClient(db())
  const people = [await addRunning(server, clientId, 'SCL90'), await addRunning(server, clientId, 'SCL90')]
  await sql`UPDATE consents SET accepted_at = accepted_at - interval '20 days' WHERE client_id = ${clientId}`.execute(
    db(),
  )
  const [one, held] = people
  if (!one || !held) throw new Error('nobody')
  const { token } = cast.admin
  const params = { clientId, membershipId: held.membershipId }
  await request(server.url, holdPerson, { token, params, body: { reason: 'Dava' } })
  // Under a legal hold nothing is erased, but the consent is withdrawn.
  for (const { assignmentId, membershipId, userId } of [one, held])
    await db()
      .transaction()
      .execute((tx) =>
        withdraw(
          tx,
          testSlipKey,
          { clientId, assignmentId, membershipId, asksConsent: true },
          { userId, address: '', proved: false, provedContact: false, mailed: true },
        ),
      )
  const explicit = ({ consents }: Awaited<ReturnType<typeof said>>) =>
    consents.given
      .filter(({ kind }) => kind === 'explicit_consent')
      .map(({ given, withdrawn }) => [given, withdrawn])
  const [before, now] = [await said(clientId, 30, 10), await said(clientId, 5, 0)]
  expect([explicit(before), before.consents.withdrawn]).toEqual([[[2, 0]], 0])
  expect([explicit(now), now.consents.withdrawn]).toEqual([[[0, 2]], 2])
  // The text that somebody agreed to is one of those in force, by the same hash but for what its page said of readers.
  const scl90 = (await currentVersions(db())).find(({ definition }) => definition.code === 'SCL90')
  const inForce = now.notices.flatMap(({ texts }) => Object.entries(texts))
  expect(before.consents.given.map(({ recipients }) => recipients !== '')).toContain(true)
  for (const { notice, locale, textHash, recipients } of before.consents.given) {
    const { text = '' } = scl90?.definition.texts[locale].notices?.[notice] ?? {}
    expect(inForce).toContainEqual([locale, sha256(text)])
    expect(textHash).toBe(sha256(textWith(text, recipients)))
  }
})

test('a text whose page named another purpose is the same text in evidence, with what its page said each time', async () => {
  const clientId = await addClient(db())
  await addRunning(server, clientId, 'SCL90')
  await sql`UPDATE inventory_enablements SET purpose = 'İşe dönüş' WHERE client_id = ${clientId}`.execute(
    db(),
  )
  await addRunning(server, clientId, 'SCL90')
  const evidence = await said(clientId, 5, 0)
  const [one, other, ...more] = evidence.consents.given.filter(({ kind }) => kind === 'explicit_consent')
  if (!one || !other) throw new Error('nobody agreed')
  const inForce = evidence.notices.find(({ notice }) => notice === one.notice)
  expect([one.number, other.number]).toEqual([inForce?.number, inForce?.number])
  expect([one.noticeHash, other.noticeHash, more]).toEqual([inForce?.texts.tr, inForce?.texts.tr, []])
  expect(one.textHash).not.toBe(other.textHash)
  const { sections } = evidencePage(evidence, seal(evidence, testSlipKey), { locale: 'tr', reader: 'Ada' })
  const rowsOf = (title: string) => sections.find((section) => section.title === title)?.rows ?? []
  const digits = one.noticeHash?.slice(0, 8) ?? ''
  const [version, agreed] = [`SCL90 ${one.number}`, `${one.version} (${digits})`]
  const shown = rowsOf('Rıza ve okuma sayıları').filter(([, , text]) => text === agreed)
  expect(shown.map(([test]) => test)).toEqual([version, version])
  const words = shown.map(([, text]) => text).toSorted()
  expect(words).toEqual([
    expect.stringMatching(/\nSayfasında yazan: .* neden soruyor\? İş sağlığı\nSonucunuzu kim okur\?\n- /),
    expect.stringMatching(/neden soruyor\? İşe dönüş\n/),
  ])
  expect(rowsOf('Geçerli metinler').map(([, , text]) => text)).toContainEqual(
    `${one.version} (tr\u00a0${digits}, en\u00a0${inForce?.texts.en?.slice(0, 8)})`,
  )
})

test('a request decided after the period is still open in it, and a text replaced after it still in force', async () => {
  const clientId = await addClient(db())
  const { membershipId } = await addRunning(server, clientId, 'ENGLISH')
  await sql`
    INSERT INTO person_requests (client_id, id, membership_id, kind, locale, created_at, due_at, decision, decided_at)
    VALUES (${clientId}, ${newId()}, ${membershipId}, 'access', 'tr', now() - interval '20 days', now(), 'accepted', now())`.execute(
    db(),
  )
  expect((await said(clientId, 30, 10)).requests).toMatchObject([{ decision: null, decidedAt: null }])
  expect((await said(clientId, 5, 0)).requests).toMatchObject([{ decision: 'accepted' }])
  const now = await said(clientId, 5, 0)
  expect(now.notices.map(({ code }) => code)).toContain('ENGLISH')
  expect((await said(clientId, 30, 10)).notices).toEqual([])
})

test('periods of retention are those at the end of the period', async () => {
  const { token } = cast.admin
  const { answer } = await request(server.url, setRetention, {
    token,
    params: { clientId: cast.ege },
    body: {
      candidateMonths: 3,
      employeeMonths: 12,
      sensitiveMonths: 2,
      tests: [{ inventoryId: inventory(cast, 'ENGLISH'), months: 9 }],
    },
  })
  expect(answer).toMatchObject({ candidateMonths: 3 })
  expect((await said(cast.ege, 30, 10)).retention).toMatchObject({ candidate: 6, employee: 24, tests: [] })
  const now = await said(cast.ege, 5, 0)
  expect(now.retention).toEqual({
    candidate: 3,
    employee: 12,
    sensitive: 2,
    tests: [{ code: 'ENGLISH', months: 9 }],
  })
  expect(JSON.stringify(now.verbis)).toContain('adaylarda 3 ay')
})

test('somebody who was here twice is erased once, and people who registered are counted by what they read', async () => {
  const clientId = await addClient(db())
  await sql`
    WITH opened AS (
      INSERT INTO registrations (client_id, id, code, name, inventory_ids, locale, cap, ends_on, approval, created_by)
      VALUES (${clientId}, ${newId()}, ${newId().slice(-8)}, 'Depo', ${[inventory(cast, 'ENGLISH')]}, 'tr', 5, '2999-12-31', true,
        ${cast.admin.userId}) RETURNING client_id, id)
    INSERT INTO registrants (client_id, id, registration_id, name, email, contact, locale, notice_version, state)
    SELECT client_id, gen_random_uuid(), id, 'Ada', 'ada@example.com', 'ada@example.com', 'tr', 1, 'waiting' FROM opened`.execute(
    db(),
  )
  expect((await said(clientId, 5, 0)).consents.registrations).toEqual([{ version: 1, read: 1 }])
  const before = await addRunning(server, clientId, 'ENGLISH')
  await sql`UPDATE memberships SET removed_at = now() WHERE id = ${before.membershipId}`.execute(db())
  const again = await addMember(db(), clientId, { name: 'Gülşah Öztürk', role: 'employee' })
  await sql`UPDATE memberships SET user_id = ${before.userId} WHERE id = ${again.membershipId}`.execute(db())
  const erased = await request(server.url, erasePerson, {
    token: cast.admin.token,
    params: { clientId, membershipId: again.membershipId },
    body: { confirm: 'Gülşah Öztürk' },
  })
  expect(erased.status).toBe(204)
  expect((await said(clientId, 5, 0)).erasures).toEqual([{ what: 'person', reason: 'manager', count: 1 }])
})

test('evidence of a past period has no seal until one reaches its end, and then keeps that one', async () => {
  const clientId = await addClient(db())
  const past = () => said(clientId, 30, 2)
  const present = async () => (await said(clientId, 30, 0)).auditSeal
  const printed = async () => {
    const evidence = await past()
    const words = { locale: 'tr', reader: 'Ada' } as const
    return evidencePage(evidence, seal(evidence, testSlipKey), words).seal.facts
  }
  const sealOne = async (age: string) => {
    await sql`INSERT INTO audit_entries (id, at, action)
      VALUES (gen_random_uuid(), now() - ${age}::interval, 'sign_in')`.execute(db())
    expect(await sealAudit(db(), testSlipKey, 1)).toBe(1)
    return findSeal(db())
  }
  const first = await sealOne('5 days')
  expect([(await past()).auditSeal, await present()]).toEqual([null, first])
  const value = 'Bu dönemin denetim kaydı henüz mühürlenmedi. Sunucu kaydı her saat mühürler.'
  expect(await printed()).toContainEqual({ label: 'Denetim kaydının mührü', value })
  const second = await sealOne('1 hour')
  const evidence = await past()
  expect([evidence.auditSeal, await present()]).toEqual([second, second])
  expect(await printed()).toContainEqual({ label: 'Denetim kaydının mührü', value: second?.hash })
  const third = await sealOne('30 minutes')
  expect(await past()).toEqual(evidence)
  expect(await present()).toEqual(third)
})

/** The places in two values at which they differ, those of lists without numbers. */
function differences(one: unknown, other: unknown, path = ''): string[] {
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null)
    return one === other ? [] : [path]
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  const at = (key: string) => (Array.isArray(one) ? `${path}[]` : path === '' ? key : `${path}.${key}`)
  return [...keys].flatMap((key) => differences(Object(one)[key], Object(other)[key], at(key)))
}

test('evidence of a past period names itself what later changes in it, and nothing else does', async () => {
  const clientId = await addClient(db())
  const { token } = cast.admin
  const reader = await addMember(db(), clientId, { role: 'manager' })
  const { assignmentId, membershipId } = await addRunning(server, clientId, 'SCL90')
  const params = { clientId, inventoryId: inventory(cast, 'SCL90') }
  const named = { purpose: 'Tarama', legalBasis: 'Açık rıza', recipientIds: [reader.userId] }
  const body = { ...named, clinicianId: reader.userId }
  const enabled = await request(server.url, enableInventory, { token, params, body })
  expect(enabled.status).toBe(200)
  const read = { code: 'SCL90', assignments: [assignmentId], sensitive: true }
  const common = { by: { userId: reader.userId, address: '' }, clientId }
  await recordAudit(db(), { ...common, action: 'report_read', details: read })
  await recordAudit(db(), { ...common, action: 'export', reason: 'people_csv' })
  await sql`INSERT INTO person_requests (client_id, id, membership_id, kind, locale, due_at, identity, identity_at, identity_by)
    VALUES (${clientId}, ${newId()}, ${membershipId}, 'access', 'tr', now(), 'call', now(), ${reader.userId})`.execute(
    db(),
  )
  await sql`INSERT INTO shares (client_id, id, token_hash, pin_hash, show, recipient, locale, created_by, expires_at)
    VALUES (${clientId}, ${newId()}, '', '', 'scores', 'Ada', 'tr', ${reader.userId}, now())`.execute(db())
  const before = await said(clientId, 5, 0)
  await sql`UPDATE clients SET name = 'Yeni A.Ş.', email = 'yeni@example.test', phone = '0 232 999 99 99' WHERE id = ${clientId}`.execute(
    db(),
  )
  await sql`UPDATE users SET name = 'Yeni Ad' WHERE id IN (${reader.userId}, ${cast.admin.userId})`.execute(
    db(),
  )
  const changed = new Set(
    differences(before, await said(clientId, 5, 0)).filter((path) => path !== 'period.statusAt'),
  )
  const { asOfDownload } = before
  expect([...changed].sort()).toEqual(
    asOfDownload
      .filter((path) => !['period.timeZone', 'verbis', 'verbisSorumlu', 'erasures'].includes(path))
      .filter((path) => !path.startsWith('consents.'))
      .concat('verbisSorumlu.eposta', 'verbisSorumlu.telefon', 'verbisSorumlu.veriSorumlusu')
      .sort(),
  )
})

test('of a report that was read, paper names the reader’s right, and no sensitive result that it may not have had', async () => {
  const evidence = await said(await addClient(db()), 30, 2)
  const at = '2026-11-01T08:00:00.000Z'
  const reading = { at, reader: 'Ece', report: newId(), code: 'MYT', way: 'page', sensitive: true } as const
  const read = { ...evidence, readings: [reading] }
  const { sections } = evidencePage(read, seal(read, testSlipKey), { locale: 'tr', reader: 'Ada' })
  expect(sections.find(({ title }) => title === 'Açılan raporlar')).toMatchObject({
    heads: expect.arrayContaining(['Hassas sonuçları okuma hakkıyla']),
    note: expect.stringContaining('Raporda hassas sonuç bulunup bulunmadığını göstermez.'),
  })
})
