import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resultsCsv } from '#contract/assignments.ts'
import { dayIn } from '#contract/clock.ts'
import { withdrawConsent } from '#contract/consents.ts'
import { enableInventory } from '#contract/enablements.ts'
import { erasePerson } from '#contract/erasure.ts'
import { evidenceJson } from '#contract/evidence.ts'
import { peopleCsv } from '#contract/exports.ts'
import { formatDay } from '#contract/format.ts'
import { refuseConsent, submitAttempt } from '#contract/participant.ts'
import { getReport, reportPdf } from '#contract/reports.ts'
import { checkIdentity, decideRequest, enterRequest, makeRequest } from '#contract/requests.ts'
import { recordAudit, system } from '#server/audit/audit.ts'
import { findSeal, sealAudit } from '#server/audit/seal.ts'
import { attachedText } from '#server/pdf/attached.ts'
import { publicKeyOf } from '#server/signing.ts'
import { pdfText } from '#test/pdf.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { madeEvidence } from '#test/support/evidence.ts'
import { addAssignment, addClient } from '#test/support/invited.ts'
import { startTestServer, type TestServer, testSlipKey } from '#test/support/server.ts'
import { addRunning, addTaker } from '#test/support/taking.ts'
import { isIntact, readSealed } from './sign.ts'

let server: TestServer
let cast: Cast
let read: string
let sealHash: string
let erased: { userId: string; assignmentId: string }

/** A client that enabled a sensitive test, whose report was read twice, and that erased somebody. */
beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
  const params = { clientId: cast.anadolu, inventoryId: inventory(cast, 'SCL90') }
  await request(server.url, enableInventory, {
    token: cast.admin.token,
    params,
    body: {
      purpose: 'İş sağlığı',
      legalBasis: 'Açık rıza',
      recipientIds: [cast.manager.userId],
      clinicianId: cast.manager.userId,
    },
  })
  const done = async () => {
    const { token, ...running } = await addRunning(server, cast.anadolu, 'SCL90')
    const of = { params: { assignmentId: running.assignmentId } }
    await request(server.url, submitAttempt, { token, ...of, body: {} })
    return running
  }
  const one = await done()
  read = one.assignmentId
  const report = { token: cast.manager.token, params: { assignmentId: read } }
  await request(server.url, getReport, report)
  await request(server.url, reportPdf, { ...report, query: { purpose: 'specialist' } })
  await request(server.url, resultsCsv, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
    query: { purpose: 'placement' },
  })
  const asks = await addTaker(server, cast.anadolu)
  const { id: requestId } = (
    await request(server.url, makeRequest, { token: asks.token, body: { kind: 'rectification' } })
  ).answer
  const desk = { token: cast.manager.token, params: { requestId } }
  await request(server.url, checkIdentity, { ...desk, body: { way: 'call' } })
  await request(server.url, decideRequest, { ...desk, body: { decision: 'refused', reason: 'Ad doğru' } })
  const gone = await done()
  erased = gone
  await request(server.url, erasePerson, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu, membershipId: gone.membershipId },
    body: { confirm: 'ŞÜKRÜ İĞNECİ' },
  })
  const { db } = server.database
  await sql`INSERT INTO audit_entries (id, at, action) VALUES (gen_random_uuid(), now() - interval '1 hour', 'sign_in')`.execute(
    db,
  )
  await sealAudit(db, testSlipKey)
  sealHash = (await findSeal(db))?.hash ?? 'none'
})
afterAll(() => server.close())

const asked = (query: { from?: string; to?: string } = {}) => ({
  token: cast.manager.token,
  params: { clientId: cast.anadolu },
  query,
  headers: { 'accept-language': 'tr' },
})

test('evidence has what was done in the period, and its signature is of this installation', async () => {
  const { text, headers } = await request(server.url, evidenceJson, asked())
  expect(headers.get('content-type')).toContain('application/json')
  const sealed = readSealed(text)
  if (sealed === undefined) throw new Error(text)
  expect([isIntact(sealed), sealed.publicKey]).toEqual([true, publicKeyOf(testSlipKey)])
  const { name } = await server.database.db
    .selectFrom('users')
    .select('name')
    .where('id', '=', cast.manager.userId)
    .executeTakeFirstOrThrow()
  expect(sealed.content).toMatchObject({
    client: { id: cast.anadolu },
    retention: { candidate: 6, employee: 24, sensitive: 6, tests: [] },
    consents: { refused: [], withdrawn: 0, registrations: [] },
    enabled: expect.arrayContaining([
      expect.objectContaining({ code: 'SCL90', ground: 'Açık rıza', purpose: 'İş sağlığı', until: null }),
    ]),
    requests: [
      expect.objectContaining({
        kind: 'rectification',
        identity: 'call',
        identityBy: name,
        identityAt: expect.any(String),
        decision: 'refused',
        answeredBy: 'hand',
        reason: 'Ad doğru',
        channel: 'page',
        receivedOn: null,
      }),
    ],
    recipients: expect.arrayContaining([
      {
        code: 'SCL90',
        name,
        clinician: true,
        from: expect.any(String),
        until: null,
        namedBy: expect.any(String),
      },
    ]),
    namings: [expect.objectContaining({ code: 'SCL90', recipients: [name], clinician: name })],
    readings: [
      {
        at: expect.any(String),
        reader: name,
        report: read,
        code: 'SCL90',
        way: 'page',
        sensitive: true,
      },
      {
        at: expect.any(String),
        reader: name,
        report: read,
        code: 'SCL90',
        way: 'pdf',
        sensitive: true,
      },
    ],
    erasures: [{ what: 'person', reason: 'manager', count: 1 }],
    exports: [
      { at: expect.any(String), by: name, what: 'report_pdf', purpose: 'specialist', enabledFor: null },
      { at: expect.any(String), by: name, what: 'results_csv', purpose: 'placement', enabledFor: null },
    ],
  })
  // Nothing of what others do here: neither how many entries there are nor how many seals.
  expect(Object(sealed.content).auditSeal).toEqual({ hash: sealHash, sealedAt: expect.any(String) })
  // The file's name says who made it and when, as for every exported list.
  expect(decodeURIComponent(headers.get('content-disposition') ?? '')).toMatch(
    new RegExp(` \\d{4}-\\d\\d-\\d\\d \\d{4} ${name}\\.json`),
  )
  const { verbis, notices } = sealed.content
  expect(verbis).toHaveLength(8)
  expect(JSON.stringify(verbis)).toMatch(/"veriKategorisi":"Sağlık bilgileri/)
  expect(JSON.stringify(verbis)).toContain('adaylarda 6 ay')
  expect(JSON.stringify(notices)).toMatch(/"code":"SCL90".*"texts":\{"tr":"[\da-f]{64}","en":"[\da-f]{64}"\}/)
  // People are named by nothing but the ids of reports.
  expect(text).not.toContain(erased.userId)
  expect(text).not.toContain('ŞÜKRÜ')
})

test('the PDF carries the JSON that it names, which is the same as the file for a period that is over', async () => {
  const { rows } = await sql<{ day: string }>`SELECT (now() - interval '2 days')::date::text AS day`.execute(
    server.database.db,
  )
  const period = { from: '2020-01-01', to: rows[0]?.day ?? '' }
  const json = readSealed((await request(server.url, evidenceJson, asked(period))).text)
  const { bytes, headers } = await madeEvidence(server, { ...asked(), body: period })
  expect(decodeURIComponent(headers.get('content-disposition') ?? '')).toContain(`2020-01-01 ${period.to} `)
  const words = (await pdfText(bytes)).replace(/\s/g, '')
  const found = attachedText(bytes)
  const attached = 'text' in found ? readSealed(found.text) : undefined
  expect(attached).toEqual(json)
  expect(attached && isIntact(attached)).toBe(true)
  expect(words).toContain(json?.sha256)
  expect(words).toContain(sealHash)
  expect(words).toContain('Verikategorisi')
  expect(json?.content).toMatchObject({ erasures: [], readings: [], exports: [] })
})

test('how many agreed to a part, refused or withdrew a part is for the readers of that test alone', async () => {
  const { db } = server.database
  const inventoryId = inventory(cast, 'MYT')
  await request(server.url, enableInventory, {
    token: cast.admin.token,
    params: { clientId: cast.ege, inventoryId },
    body: { legalBasis: 'Açık rıza', recipientIds: [cast.otherManager.userId] },
  })
  const running = await addRunning(server, cast.ege, 'MYT')
  const taker = await addTaker(server, cast.ege)
  const refused = await addAssignment(db, cast.ege, taker, { code: 'SCL90' })
  const { status } = await request(server.url, refuseConsent, {
    token: taker.token,
    params: { assignmentId: refused },
  })
  expect(status).toBe(204)
  const withdrawn = { token: running.token, params: { assignmentId: running.assignmentId } }
  expect((await request(server.url, withdrawConsent, withdrawn)).status).toBe(204)
  const seenBy = async (token: string) => {
    const { text } = await request(server.url, evidenceJson, { token, params: { clientId: cast.ege } })
    const { consents, erasures } = Object(readSealed(text)?.content)
    const given = consents.given.map((one: Record<string, unknown>) => [
      one.notice,
      one.given,
      one.withdrawn,
      one.offline,
    ])
    return {
      given,
      refused: consents.refused,
      withdrawn: consents.withdrawn,
      erasures,
      complete: consents.complete,
    }
  }
  expect(await seenBy(cast.otherManager.token)).toEqual({
    given: [
      ['information', 1, 0, 0],
      ['wellbeing', 1, 1, 0],
    ],
    refused: [{ code: 'SCL90', refused: 1 }],
    withdrawn: 1,
    erasures: [{ what: 'scale', reason: 'withdrawal', count: 1 }],
    complete: true,
  })
  expect(await seenBy(cast.admin.token)).toEqual({
    given: [['information', 1, 0, 0]],
    refused: [],
    withdrawn: 0,
    erasures: [],
    complete: false,
  })
  // On paper texts have their names, and what is left out is said for just what is.
  const { bytes } = await madeEvidence(server, {
    token: cast.admin.token,
    params: { clientId: cast.ege },
  })
  const words = (await pdfText(bytes)).replace(/\s+/g, ' ')
  expect(words).toContain('Bilgileriniz nasıl kullanılır?')
  expect(words).not.toMatch(/\b(information|wellbeing)\b/)
  // Texts of one version that were shown with other readers differ in their hash.
  expect(words).toMatch(/\d \([\da-f]{8}\) tr/)
  expect(words).toMatch(
    /bir bölümüne verilen rızalar ve rıza vermeyenler burada sayılmaz.*Tek başına silinen ölçekler/,
  )
})

test('on paper a request has its way, its day and the reason of its answer, and each export what it was for', async () => {
  const clientId = await addClient(server.database.db)
  const { membershipId } = await addTaker(server, clientId)
  const { token } = cast.admin
  const receivedOn = dayIn(new Date(Date.now() - 30 * 86_400_000).toISOString(), 'Europe/Istanbul')
  const entered = { membershipId, kind: 'access', channel: 'letter', receivedOn } as const
  const { answer } = await request(server.url, enterRequest, { token, params: { clientId }, body: entered })
  const desk = { token, params: { requestId: answer.id } }
  await request(server.url, decideRequest, { ...desk, body: { decision: 'refused', reason: 'Kayıt yok' } })
  await request(server.url, peopleCsv, { token, params: { clientId } })
  // Of an earlier build, which asked for no purpose.
  await recordAudit(server.database.db, { action: 'export', reason: 'results_csv', by: system, clientId })
  const { bytes } = await madeEvidence(server, { token, params: { clientId } })
  const words = (await pdfText(bytes)).replace(/\s+/g, ' ')
  for (const said of [
    'mektup',
    formatDay(receivedOn, 'tr'),
    'kontrol edilmedi',
    'Kayıt yok',
    'Kurumun kendi değerlendirmesi',
  ])
    expect(words).toContain(said)
  const { text } = await request(server.url, evidenceJson, { token, params: { clientId } })
  const { requests, exports } = Object(readSealed(text)?.content)
  expect(requests).toMatchObject([{ channel: 'letter', receivedOn, reason: 'Kayıt yok' }])
  expect(exports.slice(0, 3)).toMatchObject([
    { what: 'people_csv', purpose: 'evaluation' },
    { what: 'results_csv', purpose: null },
    { what: 'evidence_pdf', purpose: 'proof' },
  ])
  // The paper was drawn before its own entry.
  expect(words).toMatch(/sonuçlar, CSV –/)
})

test('a period that ends before it begins is refused', async () => {
  const wrong = await request(server.url, evidenceJson, asked({ from: '2026-05-02', to: '2026-05-01' }))
  expect([wrong.status, Object.keys(Object(wrong.json).message)]).toEqual([400, ['to']])
})
