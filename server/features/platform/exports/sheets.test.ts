import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAssignments } from '#contract/assigning.ts'
import { getAssignment, type NamedPurpose, resultsCsv } from '#contract/assignments.ts'
import { ledgerCsv, ledgerXlsx, peopleXlsx, resultsXlsx } from '#contract/exports.ts'
import { listQuotaEntries } from '#contract/ledger.ts'
import { submitAttempt } from '#contract/participant.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { dateOf, fileIn, rowsOf, sheetsOf } from '#test/support/sheet.ts'
import { addRunning } from '#test/support/taking.ts'

let server: TestServer
let cast: Cast
let assignmentId: string

// Already the next day in Istanbul.
const ended = new Date('2026-10-25T23:48:30Z')
const asked = (locale: string) => ({
  token: cast.manager.token,
  params: { clientId: cast.anadolu },
  headers: { 'accept-language': locale },
})

/** Somebody without an address, with a result and a test that waits. */
beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
  const { db } = server.database
  const { token, userId, ...running } = await addRunning(server, cast.anadolu, 'ENGLISH')
  assignmentId = running.assignmentId
  await request(server.url, submitAttempt, { token, params: { assignmentId }, body: {} })
  await db
    .updateTable('attempts')
    .set({ closed_at: ended })
    .where('assignment_id', '=', assignmentId)
    .execute()
  await db.updateTable('users').set({ email: null }).where('id', '=', userId).execute()
  await db
    .updateTable('memberships')
    .set({
      name: 'Ali Kaya',
      email: null,
      phone: '+90 532 111 22 33',
      staff_number: 'SIC-9',
      joined_at: ended,
    })
    .where('user_id', '=', userId)
    .execute()
  await request(server.url, createAssignments, {
    ...asked('tr'),
    body: { userIds: [userId], inventoryIds: [inventory(cast, 'MYT')], description: 'Bahar' },
  })
})
afterAll(() => server.close())

/** The cells of a file's first row whose first column says this, by heading. */
function cellsOf(bytes: Buffer, has: string) {
  const [heads, ...rows] = rowsOf(bytes)
  const row = rows.find((one) => [...one.values()].some(({ value }) => value === has))
  return new Map([...(heads ?? [])].map(([column, { value }]) => [value, row?.get(column)]))
}

test('results name people without an address by telephone and staff number', async () => {
  const { text } = await request(server.url, resultsCsv, asked('tr'))
  expect(text.slice(1).split('\r\n')[0]).toMatch(
    /^Ad soyad;E-posta;Grup;Test;Testin adı;Sürüm;Tamamlanma;Süre \(sn\);Cevaplanan;Soru;Toplam;Seviye;Telefon;Sicil no;/,
  )
  expect(text).toMatch(/\r\nAli Kaya;;;ENGLISH;.*;'\+90 532 111 22 33;SIC-9;/)
  expect(text).toContain(';26.10.2026 02:48;')
  const row = cellsOf((await request(server.url, resultsXlsx, asked('en'))).bytes, 'Ali Kaya')
  expect([row.get('Phone')?.value, row.get('Staff number')?.value]).toEqual(['+90 532 111 22 33', 'SIC-9'])
})

test.each([
  ['tr', 'Tamamlanma', 'Katılma', 'dd\\.mm\\.yyyy hh:mm', 'dd\\.mm\\.yyyy'],
  ['en', 'Completed', 'Joined', 'd mmm yyyy hh:mm', 'd mmm yyyy'],
])(
  "dates in Excel files are dates at the client's place: %s",
  async (locale, completed, joined, moment, day) => {
    const results = await request(server.url, resultsXlsx, asked(locale))
    const end = cellsOf(results.bytes, 'Ali Kaya').get(completed)
    expect([dateOf(end?.value), end?.format]).toEqual(['2026-10-26 02:48', moment])
    const people = await request(server.url, peopleXlsx, asked(locale))
    const since = cellsOf(people.bytes, 'Ali Kaya').get(joined)
    expect([dateOf(since?.value), since?.format]).toEqual(['2026-10-26 00:00', day])
  },
)

test('the workbook has a sheet for each test, and says of what is sensitive that it is restricted', async () => {
  for (const code of ['SCL90', 'MYT']) {
    const { token, ...running } = await addRunning(server, cast.anadolu, code)
    const params = { assignmentId: running.assignmentId }
    await request(server.url, submitAttempt, { token, params, body: {} })
  }
  const { bytes, headers } = await request(server.url, resultsXlsx, asked('tr'))
  // When it was made and who did it.
  expect(decodeURIComponent(headers.get('content-disposition') ?? '')).toMatch(
    /^attachment; filename="sonuclar [\d -]{15} [\w .-]+\.xlsx"; filename\*=UTF-8''sonuçlar \d{4}-\d\d-\d\d \d{4} [^/]+\.xlsx$/,
  )
  const names = sheetsOf(bytes)
  expect(names).toHaveLength(4)
  const sheet = (name: RegExp) => {
    const number = names.findIndex((one) => name.test(one)) + 1
    const [heads = new Map(), ...rows] = rowsOf(bytes, number)
    const headings = [...heads].map(([column, { value }]) => ({ column, title: String(value) }))
    const value = (title: string, row = rows[0]) =>
      row?.get(headings.find((one) => one.title === title)?.column ?? '')?.value
    const xml = fileIn(bytes, `xl/worksheets/sheet${number}.xml`)
    return { rows, titles: headings.map(({ title }) => title), value, xml, last: headings.at(-1)?.column }
  }
  const english = sheet(/İngilizce/)
  expect(english.rows).toHaveLength(1)
  expect([english.value('Toplam'), english.value('Toplam, en çok'), english.value('Toplam, %')]).toEqual([
    0, 75, 0,
  ])
  expect(english.value('Cevap kalitesi')).toBeTruthy()
  expect(english.xml).toContain(`<autoFilter ref="A1:${english.last}2"/>`)
  const style = /<c r="A1" [^>]*s="(\d+)"/.exec(english.xml)?.[1]
  expect(style).toBeDefined()
  expect(fileIn(bytes, 'xl/styles.xml')).toContain('<b/>')

  const restricted = sheet(/belirti/)
  expect(restricted.titles.at(-1)).toBe('Sonuç')
  expect(restricted.value('Sonuç')).toBe('kısıtlı')
  expect(restricted.titles.join()).not.toMatch(/Süre|Cevaplanan|Soru/)

  const profile = sheet(/^MYT/)
  expect(new Set(profile.titles).size).toBe(profile.titles.length)
  const scale = 'Sorumluluk alma becerisi'
  const one = await request(server.url, resultsXlsx, { ...asked('tr'), query: { assignment: assignmentId } })
  expect(sheetsOf(one.bytes)).toEqual([names.find((name) => /İngilizce/.test(name)), 'Bu dosya hakkında'])
  const { name } = await server.database.db
    .selectFrom('users')
    .select('name')
    .where('id', '=', cast.manager.userId)
    .executeTakeFirstOrThrow()
  const about = rowsOf(bytes, 4).map((row) => [...row.values()].map(({ value }) => value))
  expect(about).toEqual(
    expect.arrayContaining([
      ['Hazırlayan', name],
      ['Amaç', expect.any(String)],
    ]),
  )
  expect(profile.titles).toEqual(
    expect.arrayContaining([scale, `${scale}, en çok`, `${scale}, %`, `${scale}, T`]),
  )
})

test('a file of results says what it is for, as its maker said, and so does the audit log', async () => {
  const take = async (call: typeof resultsXlsx | typeof resultsCsv, purpose?: NamedPurpose) => {
    const query = { assignment: assignmentId, ...(purpose !== undefined && { purpose }) }
    const file = await request(server.url, call, { ...asked('tr'), query })
    const { details } = await server.database.db
      .selectFrom('audit_entries')
      .select('details')
      .where('action', '=', 'export')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    return { file, name: decodeURIComponent(file.headers.get('content-disposition') ?? ''), details }
  }
  const about = (bytes: Buffer) =>
    rowsOf(bytes, 2).flatMap((row) => {
      const [head, value] = [...row.values()].map((cell) => cell.value)
      return head === 'Amaç' ? [value] : []
    })
  const usual = await take(resultsXlsx, 'placement')
  expect(about(usual.file.bytes)).toEqual([
    'İşe alım ya da yerleştirme. İhtiyacınız kalmayınca dosyayı silin.',
  ])
  expect([usual.details, usual.name]).toEqual([
    { purpose: 'placement' },
    expect.stringContaining('İşe alım ya da yerleştirme.xlsx'),
  ])
  const csv = await take(resultsCsv, 'claim')
  expect([csv.details, csv.name]).toEqual([
    { purpose: 'claim' },
    expect.stringContaining('Hukuki talep ya da resmi makam.csv'),
  ])
  expect(csv.file.text).not.toContain('hukuki talep')
  const plain = await take(resultsXlsx)
  expect([plain.details, about(plain.file.bytes)]).toEqual([
    {},
    [expect.stringMatching(/^Kurumun kendi testlerini/)],
  ])
})

test('the ledger names whose unit it was by staff number, and its dates are dates', async () => {
  const { text } = await request(server.url, ledgerCsv, asked('tr'))
  expect(text.split('\r\n').find((line) => line.includes('Ali Kaya'))).toMatch(/;Ali Kaya;SIC-9;/)
  const { answer } = await request(server.url, listQuotaEntries, {
    ...asked('tr'),
    query: { kind: 'assignment', page_size: '100' },
  })
  const entry = answer.results.find(({ assignment }) => assignment?.name === 'Ali Kaya')
  expect(entry?.assignment).toMatchObject({
    email: '',
    phone: '+90 532 111 22 33',
    staffNumber: 'SIC-9',
  })
  const at = Date.parse(entry?.dateAdded ?? '') + 3 * 3_600_000
  const row = cellsOf((await request(server.url, ledgerXlsx, asked('tr'))).bytes, 'Ali Kaya')
  expect(row.get('Sicil no')?.value).toBe('SIC-9')
  expect(dateOf(row.get('Tarih')?.value)).toBe(new Date(at).toISOString().slice(0, 16).replace('T', ' '))
})

test('an assignment names its person by staff number', async () => {
  const { answer } = await request(server.url, getAssignment, { ...asked('tr'), params: { assignmentId } })
  expect(answer.user).toMatchObject({ email: '', staffNumber: 'SIC-9' })
})
