import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSlipCode } from '#contract/auth.ts'
import { setAvatar } from '#contract/avatars.ts'
import { holdPerson } from '#contract/erasure.ts'
import type { AnswerOf } from '#contract/kit.ts'
import { type getOwnData, ownDataPdf } from '#contract/own-data.ts'
import { getReport } from '#contract/reports.ts'
import { checkIdentity, makeRequest } from '#contract/requests.ts'
import { saveResponses } from '#contract/responses.ts'
import { recordAudit } from '#server/audit/audit.ts'
import { newId } from '#server/db/ids.ts'
import { openSession } from '#server/features/access/sessions/sessions.ts'
import { choosePassword } from '#server/features/access/users/users.ts'
import { createLink, endOlderInvitations } from '#server/features/memberships/links/links.ts'
import { pdfInfo, pdfText } from '#test/pdf.ts'
import { request } from '#test/support/api.ts'
import { castPassword } from '#test/support/cast.ts'
import { enableSensitive, withdraw } from '#test/support/consenting.ts'
import { addAssignment, addMember } from '#test/support/invited.ts'
import { mailOf, type OwnDataScene, soon, startOwnData } from '#test/support/own-data.ts'
import { addEnded } from '#test/support/retention.ts'
import { testSlipKey } from '#test/support/server.ts'
import { addRunning, addTaker, submit } from '#test/support/taking.ts'
import { paperOf } from './paper.ts'

let where: OwnDataScene

beforeAll(async () => {
  where = await startOwnData()
})
afterAll(() => where.server.close())

const testOf = (data: AnswerOf<typeof getOwnData>, assignmentId: string) =>
  data.clients.flatMap(({ tests }) => tests).find(({ id }) => id === assignmentId)

describe('what is held about somebody', () => {
  test('contains answers and scores in words, notes, readers, ground and period, and no key', async () => {
    const { token, userId, assignmentId, started, choices } = await where.planted('SCL90')
    await where.prove(token, mailOf(userId))
    const { answer: data, text } = await where.read(token)
    const own = testOf(data, assignmentId)
    expect(own?.answers).toHaveLength(choices.length)
    const item = started.form.sections.flatMap(({ items }) => items)[0]
    expect(own?.answers[0]).toMatchObject({
      itemId: item?.id,
      question: item?.prompt,
      answer: [item?.options?.[1]?.label],
      value: item?.options?.[1]?.id,
      late: false,
    })
    expect(
      own?.result?.scores.every(
        ({ name, value, standardScore }) => name !== '' && (value ?? standardScore) !== undefined,
      ),
    ).toBe(true)
    expect(own?.result?.scores.some(({ value, band }) => value !== null && band !== null)).toBe(true)
    // No report of this test is for its person, so its bands are named and not explained.
    expect(new Set(own?.result?.scores.map(({ band }) => band?.text ?? ''))).toEqual(new Set(['']))
    expect(own?.notes[0]?.text).toMatch(/^kanarya /)
    expect(own?.readings).toMatchObject([{ reader: 'manager', exported: false }])
    expect([own?.keptMonths, own?.ground.includes('test')]).toEqual([6, true])
    expect(own?.notices.every(({ text }) => text !== '')).toBe(true)
    expect(own?.notices.map(({ textHash }) => /^[0-9a-f]{64}$/.test(textHash))).toContain(true)
    expect(own?.notices[0]).toMatchObject({ device: expect.any(String), channel: 'link' })
    const { parts } = paperOf(data, null, 'tr')
    // Its person handed it in.
    expect(parts.flatMap(({ facts }) => facts).map(({ label }) => label)).not.toContain('Yönetici bitirdi')
    const paper = parts.find(({ heading }) => heading === 'Aydınlatma ve rızalar')
    // Nothing was accepted on a tablet or withdrawn, so there is no column of it.
    expect(paper?.table?.heads).toEqual(['Metin', 'Sürüm', 'İşlem', 'Tarih'])
    expect(paper?.table?.rows.map((row) => row[2]).toSorted()).toEqual(['Açık rıza verildi', 'Okundu'])
    expect(data.record.map(({ action, by }) => [action, by])).toContainEqual(['report_read', 'other'])
    expect(text).not.toMatch(/"(key|keys|weights?|norms?|cuts?|correct|credit|passwordHash|tokenHash)":/)
  })

  test('has the end of name and contact that the lists have: after the last test, and none while one is here', async () => {
    const { userId, membershipId, assignmentId } = await addEnded(where.db, where.cast.anadolu, { months: 2 })
    await sql`UPDATE memberships SET joined_at = now() - interval '10 months' WHERE id = ${membershipId}`.execute(
      where.db,
    )
    const token = await openSession(where.db, {
      userId,
      invitationClientId: null,
      remembered: false,
      byPassword: true,
    })
    const until = async () => (await where.read(token)).answer.clients[0]?.keptUntil
    expect(await until()).toBeNull()
    const { bytes } = await request(where.server.url, ownDataPdf, { token })
    expect((await pdfText(bytes)).replaceAll(/\s+/g, ' ')).toContain('Bir testiniz burada saklandığı sürece')
    const { rows } = await sql<{ end: Date }>`
      UPDATE assignments SET erased_at = now() WHERE id = ${assignmentId}
      RETURNING ended_at + interval '6 months' AS end`.execute(where.db)
    expect(await until()).toBe(rows[0]?.end.toISOString())
  })

  test('has no end of a test that has passed: nothing is erased before managers had their month, and none without a start', async () => {
    const { userId, membershipId, assignmentId } = await addEnded(where.db, where.cast.anadolu, { months: 8 })
    const due = { code: 'ENGLISH', due: '2999-12-31' }
    const pending = await addAssignment(where.db, where.cast.anadolu, { userId, membershipId }, due)
    const token = await openSession(where.db, {
      userId,
      invitationClientId: null,
      remembered: false,
      byPassword: true,
    })
    const { rows } = await sql<{
      floor: Date
    }>`SELECT erasing_start() AS floor`.execute(where.db)
    const { answer } = await where.read(token)
    expect(testOf(answer, assignmentId)?.keptUntil).toBe(rows[0]?.floor.toISOString())
    expect(testOf(answer, pending)?.keptUntil).toBeNull()
  })

  test('has no end of a test under a legal hold, nor of one that was erased', async () => {
    await enableSensitive(where)
    const { token, userId, membershipId, assignmentId } = await where.planted('MYT')
    await where.prove(token, mailOf(userId))
    const own = async () => testOf((await where.read(token)).answer, assignmentId)
    const before = await own()
    expect([before?.keptUntil, before?.scalesKeptUntil]).toEqual([expect.any(String), expect.any(String)])
    await request(where.server.url, holdPerson, {
      token: where.cast.admin.token,
      params: { clientId: where.cast.anadolu, membershipId },
      body: { reason: 'Dava' },
    })
    expect(await own()).toMatchObject({ keptUntil: null, scalesKeptUntil: null })
    const { bytes } = await request(where.server.url, ownDataPdf, { token })
    // The words are there once for name and contact and once for the test.
    expect((await pdfText(bytes)).replaceAll(/\s+/g, ' ').split('Yasal saklama bitene kadar')).toHaveLength(3)
    await sql`UPDATE memberships SET held_at = NULL, held_by = NULL, hold_reason = '' WHERE id = ${membershipId}`.execute(
      where.db,
    )
    await sql`UPDATE assignments SET erased_at = now() WHERE id = ${assignmentId}`.execute(where.db)
    expect(await own()).toMatchObject({ keptUntil: null, scalesKeptUntil: null })
  })

  test('has answers and scores also of a test whose consent was withdrawn, while a legal hold keeps them', async () => {
    const { token, userId, membershipId, assignmentId, choices } = await where.planted('SCL90')
    await request(where.server.url, holdPerson, {
      token: where.cast.admin.token,
      params: { clientId: where.cast.anadolu, membershipId },
      body: { reason: 'İş mahkemesi 2026/114' },
    })
    await where.prove(token, mailOf(userId))
    expect((await withdraw(where, { token, assignmentId })).status).toBe(204)
    const report = { token: where.cast.manager.token, params: { assignmentId } }
    expect((await request(where.server.url, getReport, report)).code).toBe('report_restricted')
    const own = testOf((await where.read(token)).answer, assignmentId)
    expect(own?.answers).toHaveLength(choices.length)
    expect(own?.result?.scores.some(({ value, band }) => value !== null && band !== null)).toBe(true)
  })

  test('names an answer that is a picture by the letter that it had on the screen', async () => {
    const running = await addRunning(where.server, where.cast.anadolu, 'AYT')
    const { token, userId, assignmentId, started } = running
    const seconds = started.form.sections
      .flatMap(({ items }) => items)
      .flatMap(({ id, options }) => (options?.[1]?.image === undefined ? [] : [[id, options[1].id]]))
    expect(new Set(seconds.map(([, option]) => option)).size).toBeGreaterThan(1)
    await request(where.server.url, saveResponses, {
      token: started.attemptToken,
      body: { testId: started.testId, responses: Object.fromEntries(seconds) },
    })
    await submit(where.server, running)
    await where.verify(userId)
    await where.prove(token, mailOf(userId))
    const own = testOf((await where.read(token)).answer, assignmentId)
    expect(own?.answers.map(({ answer }) => answer)).toEqual(seconds.map(() => ['Resim B']))
    // A test with a report for its person explains its bands to them.
    expect(own?.result?.scores.some(({ band }) => band !== null && band.text !== '')).toBe(true)
  })

  test('has scores also where no report is shown, and nothing that says which answer is right', async () => {
    const { token, userId, assignmentId } = await where.planted('AYT')
    await where.prove(token, mailOf(userId))
    const own = testOf((await where.read(token)).answer, assignmentId)
    expect(own?.result?.scores.length).toBeGreaterThan(3)
    expect(Object.keys(own?.answers[0] ?? {}).toSorted()).toEqual([
      'answer',
      'answeredAt',
      'itemId',
      'late',
      'question',
      'seconds',
      'section',
      'storedAt',
      'value',
    ])
  })

  test('says when each invitation was opened first, and of one that was replaced nothing', async () => {
    const { userId } = await addRunning(where.server, where.cast.anadolu, 'ENGLISH')
    await where.verify(userId)
    const link = { userId, purpose: 'invitation', clientId: where.cast.anadolu, createdBy: null } as const
    await createLink(where.db, { ...link, expiresAt: soon() })
    await endOlderInvitations(where.db, userId, where.cast.anadolu)
    const mailed = await createLink(where.db, { ...link, expiresAt: soon() })
    const printed = { handedOver: true, slipKey: testSlipKey } as const
    const slip = await createLink(where.db, { ...link, ...printed, expiresAt: soon() })
    const { token } = await where.byLink(mailed.path)
    await request(where.server.url, openSlipCode, { body: { code: slip.code ?? '' } })
    await where.prove(token, mailOf(userId))
    const opened = async () => (await where.read(token)).answer.links.map(({ openedAt }) => openedAt)
    const first = await opened()
    expect(first.map((at) => at !== null)).toEqual([false, true, true])
    await where.byLink(mailed.path)
    expect(await opened()).toEqual(first)
  })

  test('says of a link that works once when it was used', async () => {
    const { userId, email } = await where.account()
    const link = { userId, purpose: 'magic', clientId: null, createdBy: null, expiresAt: soon() } as const
    const used = await createLink(where.db, link)
    await where.byLink(used.path)
    await createLink(where.db, link)
    const { answer } = await where.read(await where.byPassword(email))
    expect(answer.links.map(({ purpose, openedAt }) => [purpose, openedAt !== null])).toEqual([
      ['magic', true],
      ['magic', false],
    ])
  })

  test('names who read a report, also among thousands of newer entries', async () => {
    const { token, userId, assignmentId } = await where.planted('ENGLISH')
    await sql`INSERT INTO audit_entries (id, action, subject_id, client_id, at)
      SELECT gen_random_uuid(), 'sign_in', ${userId}::uuid, ${where.cast.anadolu}::uuid, now() + interval '1 minute'
      FROM generate_series(1, 2001)`.execute(where.db)
    await where.prove(token, mailOf(userId))
    const { answer: data } = await where.read(token)
    expect(data.record.some(({ action }) => action === 'report_read')).toBe(false)
    expect(testOf(data, assignmentId)?.readings).toMatchObject([{ reader: 'manager', exported: false }])
  })

  test('is of one person, and of the session’s client alone for an invitation', async () => {
    const one = await where.planted('ENGLISH')
    const another = await where.planted('ENGLISH')
    const there = { client_id: where.cast.ege, id: newId(), user_id: one.userId, role: 'candidate' } as const
    await where.db
      .insertInto('memberships')
      .values({ ...there, name: 'Ege Kanarya', search_text: '', removed_by: null })
      .execute()
    await where.prove(one.token, mailOf(one.userId))
    const invited = await where.read(one.token)
    expect(invited.answer.clients.map(({ client }) => client.id)).toEqual([where.cast.anadolu])
    for (const foreign of ['Ege', another.userId, another.assignmentId, another.membershipId])
      expect(invited.text).not.toContain(foreign)
    await choosePassword(where.db, one.userId, castPassword)
    const full = await where.read(await where.byPassword(mailOf(one.userId)))
    expect(full.answer.clients.map(({ name }) => name)).toContain('Ege Kanarya')
    expect(full.text).not.toContain(another.userId)
  })

  test('contains the picture itself, which the document draws', async () => {
    const { userId, email } = await where.account()
    const token = await where.byPassword(email)
    const pictures = async () => {
      const { bytes } = await request(where.server.url, ownDataPdf, { token })
      const drawn = Buffer.from(bytes)
        .toString('latin1')
        .match(/\/Subtype ?\/Image/g)
      return [(await where.read(token)).answer.account.picture, drawn?.length ?? 0] as const
    }
    const [none, undrawn] = await pictures()
    expect(none).toBeNull()
    const file = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#4f46e5' } })
      .png()
      .toBuffer()
    const body = new Blob([new Uint8Array(file)], { type: 'image/png' })
    await request(where.server.url, setAvatar, { token, params: { userId }, body })
    const [picture, drawn] = await pictures()
    expect(drawn).toBe(undrawn + 1)
    const [start = '', base64 = ''] = picture?.split(',') ?? []
    expect(start).toBe('data:image/webp;base64')
    expect(await sharp(Buffer.from(base64, 'base64')).metadata()).toMatchObject({
      format: 'webp',
      width: 256,
      height: 256,
    })
  })

  test('says of each request how and when it was checked who asks, and who did it', async () => {
    const { token, userId } = await addTaker(where.server, where.cast.anadolu)
    await where.verify(userId)
    const make = async (kind: 'access' | 'erasure') =>
      (await request(where.server.url, makeRequest, { token, body: { kind } })).answer.id
    const checked = await make('access')
    await request(where.server.url, checkIdentity, {
      token: where.cast.manager.token,
      params: { requestId: checked },
      body: { way: 'document', note: 'Sürücü belgesi', addressConfirmed: true },
    })
    const unchecked = await make('erasure')
    await where.prove(token, mailOf(userId))
    const coded = await make('access')
    const { answer } = await where.read(token)
    const identities = new Map(answer.clients[0]?.requests.map(({ id, identity }) => [id, identity]))
    const at = expect.any(String)
    expect([checked, unchecked, coded].map((id) => identities.get(id))).toEqual([
      { way: 'document', at, by: 'manager', note: 'Sürücü belgesi', email: mailOf(userId) },
      null,
      { way: 'code', at, by: null, note: '', email: null },
    ])
    const { bytes } = await request(where.server.url, ownDataPdf, { token, query: { lang: 'tr' } })
    const words = (await pdfText(bytes)).replaceAll(/\s+/g, ' ')
    for (const said of ['Kimlik belgesi', 'Sürücü', 'manager']) expect(words).toContain(said)
  })

  test('has what was recorded of consents to sensitive scales, also for an invitation, and of its client alone', async () => {
    await enableSensitive(where)
    const person = await where.planted('MYT')
    const { token, userId, assignmentId } = person
    const there = await addMember(where.db, where.cast.ege)
    await sql`UPDATE memberships SET user_id = ${userId} WHERE id = ${there.membershipId}`.execute(where.db)
    const elsewhere = await addAssignment(where.db, where.cast.ege, { ...there, userId }, { code: 'MYT' })
    await recordAudit(where.db, {
      action: 'consent_given',
      by: { userId, address: '' },
      subjectId: userId,
      details: { code: 'MYT', assignments: [elsewhere] },
    })
    await where.prove(token, mailOf(userId))
    expect((await withdraw(where, { token, assignmentId })).status).toBe(204)
    const consents = async (session: string) =>
      (await where.read(session)).answer.record
        .filter(({ action }) => action.startsWith('consent_'))
        .map(({ action, by, client }) => [action, by, client])
    expect(await consents(token)).toEqual([
      ['consent_withdrawn', 'you', null],
      ['consent_given', 'you', null],
    ])
    await choosePassword(where.db, userId, castPassword)
    expect(await consents(await where.byPassword(mailOf(userId)))).toHaveLength(3)
  })

  test('has why a legal hold keeps it, and how the test was taken', async () => {
    const { token, userId, membershipId, assignmentId } = await where.planted('ENGLISH')
    await request(where.server.url, holdPerson, {
      token: where.cast.admin.token,
      params: { clientId: where.cast.anadolu, membershipId },
      body: { reason: 'İş mahkemesi 2026/114' },
    })
    await where.prove(token, mailOf(userId))
    const { answer } = await where.read(token)
    expect(answer.clients[0]?.heldReason).toBe('İş mahkemesi 2026/114')
    expect(answer.sessions.map(({ provedAt }) => provedAt !== null)).toEqual([true])
    const own = testOf(answer, assignmentId)
    expect(own?.conduct).toMatchObject({ locale: 'tr', closedBy: 'person', tablet: null })
    expect(own?.conduct?.deadline).toEqual(expect.any(String))
    expect([own?.order, own?.restrictedAt, own?.keptAttempts, own?.result?.late]).toEqual([
      null,
      null,
      [],
      null,
    ])
  })

  test('comes as a tagged document in both languages, and each reading is on record', async () => {
    const { token, userId, started } = await where.planted('ENGLISH')
    await where.prove(token, mailOf(userId))
    for (const [lang, word] of [
      ['tr', 'Cevaplar'],
      ['en', 'Answers'],
    ] as const) {
      const answer = await request(where.server.url, ownDataPdf, { token, query: { lang } })
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
      const text = (await pdfText(answer.bytes)).replace(/\s+/g, ' ')
      expect(text).toContain(word)
      expect(text).toContain('ŞÜKRÜ İĞNECİ')
      expect(text).not.toMatch(/own-data:|audit:action/)
      expect((await pdfInfo(answer.bytes)).get('Tagged')).toBe('yes')
    }
    expect(started.form.sections.length).toBeGreaterThan(0)
    const entries = await where.db
      .selectFrom('audit_entries')
      .select(['action', 'reason', 'client_id'])
      .where('subject_id', '=', userId)
      .where('action', '=', 'own_data_read')
      .execute()
    expect(entries).toEqual(
      ['pdf', 'pdf'].map((reason) => ({ action: 'own_data_read', reason, client_id: where.cast.anadolu })),
    )
  })
})
