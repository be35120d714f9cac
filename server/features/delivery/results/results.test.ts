import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getAssignment, listAssignments, resultsCsv } from '#contract/assignments.ts'
import type { QueryIn } from '#contract/kit.ts'
import { submitAttempt } from '#contract/participant.ts'
import { getReport, reportPdf } from '#contract/reports.ts'
import { saveResponses } from '#contract/responses.ts'
import { safeCell } from '#server/sheets/csv.ts'
import { pdfText } from '#test/pdf.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning, type Running } from '#test/support/taking.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
})
afterAll(() => server.close())

/** Somebody who has answered every item by its first option. */
async function addDone(code: string, name?: string): Promise<Running> {
  const done = await addRunning(server, cast.anadolu, code)
  const { db } = server.database
  if (name !== undefined)
    await db.updateTable('memberships').set({ name }).where('user_id', '=', done.userId).execute()
  const responses = Object.fromEntries(done.choices.map(({ id, options }) => [id, options[0] ?? '']))
  const { token, assignmentId, started } = done
  await request(server.url, saveResponses, { token, body: { testId: started.testId, responses } })
  await request(server.url, submitAttempt, { token, params: { assignmentId }, body: {} })
  return done
}

const csvOf = async (acceptLanguage: string) => {
  const { text } = await request(server.url, resultsCsv, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
    headers: { 'accept-language': acceptLanguage },
  })
  return text
}

describe('a sensitive inventory', () => {
  test('SR-27: is read by the named ones alone; for others, and for the person, there is no report', async () => {
    const { assignmentId, token: own } = await addDone('SCL90')
    const report = (token: string) => request(server.url, getReport, { token, params: { assignmentId } })
    const reportable = async (token: string) =>
      (await request(server.url, getAssignment, { token, params: { assignmentId } })).answer.reportable
    expect((await report(cast.manager.token)).answer.checklist?.answered).toBe(90)
    expect(await reportable(cast.manager.token)).toBe(true)
    expect((await report(own)).code).toBe('not_found')
    // Neither an operator's role nor managing the client is enough.
    for (const { token } of [cast.admin, cast.superuser]) {
      expect((await report(token)).code).toBe('not_found')
      expect(await reportable(token)).toBe(false)
    }
    await server.database.db
      .deleteFrom('report_recipients')
      .where('user_id', '=', cast.manager.userId)
      .execute()
    expect((await report(cast.manager.token)).code).toBe('not_found')
    const pdf = await request(server.url, reportPdf, { token: cast.manager.token, params: { assignmentId } })
    expect(pdf.code).toBe('not_found')
    expect(await reportable(cast.manager.token)).toBe(false)
    const list = await request(server.url, listAssignments, {
      token: cast.manager.token,
      params: { clientId: cast.anadolu },
      query: { status: 'completed' },
    })
    expect(list.answer.results.map(({ inventory: { code }, reportable }) => [code, reportable])).toEqual([
      ['SCL90', false],
    ])
  })

  test('SR-27: is in the export without any score', async () => {
    await addDone('ENGLISH')
    const [head = '', ...rows] = (await csvOf('tr')).trim().split('\r\n')
    expect(head).not.toMatch(/GSI|PST|PSDI|SOM/)
    const cells = rows.find((row) => row.includes('SCL90'))?.split(';') ?? []
    // The first ten columns say who, what and when; everything after them is a score.
    expect(cells.length).toBeGreaterThan(12)
    expect(cells.slice(10).join('')).toBe('')
    const open = rows.find((row) => row.includes('ENGLISH'))?.split(';') ?? []
    expect(open.slice(10).join('')).not.toBe('')
  })
})

describe('the export', () => {
  const names = [
    '=HYPERLINK("https://evil.example")',
    '+1',
    '-2+3',
    '@SUM(A1)',
    '＝cmd',
    'Ali; "Veli"',
    '<img src=x onerror=alert(1)>',
  ]

  test('SR-40: never contains a cell that a spreadsheet computes', async () => {
    for (const name of names) await addDone('ENGLISH', name)
    const text = await csvOf('tr')
    expect(text.startsWith('\ufeff')).toBe(true)
    const people = text.slice(1).split('\r\n').slice(1)
    for (const row of people.filter((one) => one !== '')) expect(row).not.toMatch(/^"?[=+\-@＝]/)
    expect(text).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
    expect(text).toContain("'＝cmd;")
    expect(text).toContain('"Ali; ""Veli""";')
  })

  test('marks what begins like a formula, and leaves the rest as it is', () => {
    for (const text of [
      '=1',
      '+1',
      '-1',
      '@a',
      '\t=1',
      ' =1',
      '\u00a0=1',
      '＝1',
      '＋1',
      '－1',
      '＠a',
      '\rx',
    ]) {
      expect(safeCell(text)).toBe(`'${text}`)
    }
    for (const text of ['Ali', 'a=b', '', '1', "O'Neil", 'ali@example.test'])
      expect(safeCell(text)).toBe(text)
  })

  test('is headed by the names of the scales in the language of its reader, with the decimals of the report', async () => {
    const done = await addDone('MYT', 'Ondalık Kişi')
    const { answer } = await request(server.url, getReport, {
      token: cast.manager.token,
      params: { assignmentId: done.assignmentId },
    })
    const scales = answer.categories.flatMap((category) => category.scales)
    const attitude = scales.find(({ key }) => key === 'sorumluluk_alma_becerisi')
    const [head = '', ...rows] = (await csvOf('tr')).slice(1).trim().split('\r\n')
    const heads = head.split(';')
    expect(new Set(heads).size).toBe(heads.length)
    expect(heads.filter((one) => /^[a-z0-9_]+$/i.test(one) && one.includes('_'))).toEqual([])
    const cells = rows.find((row) => row.includes('Ondalık Kişi'))?.split(';') ?? []
    const cell = (title: string) => cells[heads.indexOf(title)]
    const turkish = (value: number | null | undefined, factor: number) =>
      String(Math.round((value ?? Number.NaN) * factor) / factor).replace('.', ',')
    expect(cell('Sorumluluk alma becerisi')).toBe(turkish(attitude?.raw, 100))
    expect(cell('Sorumluluk alma becerisi, T')).toBe(turkish(attitude?.standardScore, 1))
    const english = (await csvOf('en')).slice(1).split('\r\n')[0]
    expect(english).toContain('Taking responsibility')
    expect(english).not.toMatch(/Sorumluluk|sorumluluk_/)
  })

  test('is a download that no browser opens as a page', async () => {
    const { headers } = await request(server.url, resultsCsv, {
      token: cast.manager.token,
      params: { clientId: cast.anadolu },
    })
    expect(headers.get('content-type')).toContain('text/csv')
    expect(headers.get('content-disposition')).toContain('attachment')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })
})

test('a report that is not ready yet says so, and an unknown score is refused', async () => {
  const { assignmentId } = await addRunning(server, cast.anadolu, 'ENGLISH')
  const { token } = cast.manager
  const early = await request(server.url, getReport, { token, params: { assignmentId } })
  expect([early.status, early.code]).toEqual([409, 'report_not_ready'])
  // What is wrong with the request is said before what is wrong with the state.
  const wrong = await fetch(`${server.url}/api/assignments/${assignmentId}/report.pdf?details=perhaps`, {
    headers: { authorization: `Token ${token}` },
  })
  expect(wrong.status).toBe(400)
  const done = await addDone('ENGLISH')
  const params = { assignmentId: done.assignmentId }
  const unknown = await request(server.url, reportPdf, { token, params, query: { scores: 'nothing' } })
  expect([unknown.status, Object.keys(Object(unknown.json).message)]).toEqual([400, ['scores']])
  const withDetails = async (query: QueryIn<typeof reportPdf>) => {
    const pdf = await request(server.url, reportPdf, { token: done.token, params, query })
    return (await pdfText(pdf.bytes)).includes('Details by scale')
  }
  expect(await withDetails({ lang: 'en', details: 'false' })).toBe(false)
  expect(await withDetails({ lang: 'en' })).toBe(true)
})
