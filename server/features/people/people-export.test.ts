import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resultsCsv } from '#contract/assignments.ts'
import { peopleCsv, peopleXlsx, resultsXlsx } from '#contract/exports.ts'
import { inviteEmails } from '#contract/people.ts'
import { clientOfJob } from '#server/authority/client.ts'
import type { Cell } from '#server/sheets/csv.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { addClient } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { fileIn } from '#test/support/sheet.ts'
import { peopleRows } from './people-export.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
})
afterAll(() => server.close())

const asked = () => ({
  token: cast.manager.token,
  params: { clientId: cast.anadolu },
  headers: { 'accept-language': 'tr' },
})

test('people leave as CSV that Turkish Excel reads and as an Excel file of texts, by filter', async () => {
  await request(server.url, inviteEmails, {
    ...asked(),
    body: {
      role: 'employee',
      inventoryIds: [],
      emails: [
        { name: '=Bir+1', staffNumber: 'X-1', phone: '+90 532 111 22 33', group: 'Depo' },
        { name: 'Şükrü; "İğneci" & <Oğlu>', staffNumber: 'X-2' },
      ],
    },
  })
  const csv = await request(server.url, peopleCsv, { ...asked(), query: { role: 'employee' } })
  const lines = csv.bytes.toString('utf8').split('\r\n')
  expect(lines[0]).toMatch(/^\ufeffAd soyad;E-posta;Telefon;Sicil no;/)
  expect(lines).toHaveLength(4)
  expect(csv.bytes.toString('utf8')).toContain(`'=Bir+1;;'+90 532 111 22 33;X-1;Çalışan;Depo;`)
  const some = await request(server.url, peopleCsv, {
    ...asked(),
    query: { role: 'employee', group: 'Depo' },
  })
  expect(some.bytes.toString('utf8').split('\r\n')).toHaveLength(3)

  const xlsx = await request(server.url, peopleXlsx, { ...asked(), query: { role: 'employee' } })
  const sheet = fileIn(xlsx.bytes, 'xl/worksheets/sheet1.xml')
  const texts = fileIn(xlsx.bytes, 'xl/sharedStrings.xml')
  expect(texts).toContain('>=Bir+1<')
  expect(texts).toMatch(/Şükrü; ("|&quot;)İğneci\1 &amp; &lt;Oğlu/)
  expect(sheet).not.toContain('<f>')
  // Texts are typed as such; the counts of tests are numbers.
  expect(sheet).toMatch(/<c r="A2"[^>]* t="s"/)
  expect(sheet).toMatch(/<c r="H2"[^>]*><v>0<\/v>/)
  const results = await request(server.url, resultsXlsx, asked())
  expect(fileIn(results.bytes, 'xl/sharedStrings.xml')).toContain('Ad soyad')
})

test('a list of a hundred pages has everybody once, in the order of their names, also where many have the same one', async () => {
  const people = 2500
  const { db } = server.database
  const clientId = await addClient(db)
  const names = ['Çınar', 'Ilgaz', 'İnci', 'Şen', 'Zor']
  await sql`
    WITH people AS (
      INSERT INTO users (id, public_id, email, name, locale)
      SELECT gen_random_uuid(), 'export-' || n, 'export-' || n || '@example.test', 'x', 'tr' FROM generate_series(1, ${people}::int) n
      RETURNING id, email, split_part(public_id, '-', 2)::int AS n
    )
    INSERT INTO memberships (client_id, id, user_id, role, name, email, search_text)
    SELECT ${clientId}, gen_random_uuid(), id, 'candidate', (${names}::text[])[n % 5 + 1], email, '' FROM people`.execute(
    db,
  )
  const { bytes } = await request(server.url, peopleCsv, {
    ...asked(),
    token: cast.admin.token,
    params: { clientId },
  })
  const rows = bytes
    .toString('utf8')
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(';'))
  expect(new Set(rows.map((row) => row[1])).size).toBe(people)
  const ordered = names.flatMap((name) => Array(people / 5).fill(name))
  expect(rows.map((row) => row[0])).toEqual(ordered)

  // A hundred pages, as a hundred thousand people have: no more is read at once, and each begins where the last one ended.
  const pages: Cell[][][] = []
  const client = await clientOfJob(db, clientId)
  for await (const page of peopleRows(db, client, {}, 'tr', people / 100)) pages.push(page)
  const headings = pages.shift()
  expect(headings).toHaveLength(1)
  expect(pages.map((page) => page.length)).toEqual(Array(100).fill(people / 100))
  expect(new Set(pages.flat().map((row) => row[1])).size).toBe(people)
  expect(pages.flat().map((row) => row[0])).toEqual(ordered)
})

test('a filter that can’t be is refused before the file begins', async () => {
  for (const call of [peopleCsv, resultsCsv]) {
    const refused = await request(server.url, call, { ...asked(), query: { score: 'total' } })
    expect([refused.status, Object.keys(Object(refused.json).message)]).toEqual([400, ['inventory']])
  }
})
