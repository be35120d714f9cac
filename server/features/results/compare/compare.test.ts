import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Comparison, comparePdf, compareResults, compareXlsx } from '#contract/compare.ts'
import { erasePerson } from '#contract/erasure.ts'
import { evidenceJson } from '#contract/evidence.ts'
import { getOwnData } from '#contract/own-data.ts'
import { saveResponses } from '#contract/responses.ts'
import { readContent } from '#server/features/inventories/content.ts'
import { publishVersion } from '#server/features/inventories/publish.ts'
import { readSealed } from '#server/features/privacy/evidence/sign.ts'
import { pdfInfo, pdfText } from '#test/pdf.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { addAssignment } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { fileIn, rowsOf, sheetsOf } from '#test/support/sheet.ts'
import { addRunning, type Running, startTest, submit } from '#test/support/taking.ts'

let server: TestServer
let cast: Cast
beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
})
afterAll(() => server.close())

const db = () => server.database.db

/** Somebody who has given so many right answers, or handed a test in as it was. */
async function taken(code: string, right?: number, clientId = cast.anadolu): Promise<Running> {
  const running = await addRunning(server, clientId, code)
  await answer(running, code, right)
  return running
}

async function answer(running: Running, code: string, right?: number): Promise<void> {
  if (right !== undefined) {
    const definition = (await readContent()).find((one) => one.code === code)
    const keys = new Map(
      definition?.sections.flatMap(({ items }) =>
        items.flatMap((item) => (item.type === 'single' ? [[item.id, item.key]] : [])),
      ),
    )
    const responses = Object.fromEntries(
      running.choices.map(({ id, options }, at) => {
        const key = String(keys.get(id))
        return [id, at < right ? key : (options.find((option) => option !== key) ?? '')]
      }),
    )
    const body = { testId: running.started.testId, responses }
    await request(server.url, saveResponses, { token: running.token, body })
  }
  await submit(server, running)
}

const named = async (membershipId: string, name: string) =>
  db().updateTable('memberships').set({ name }).where('id', '=', membershipId).execute()
const idsOf = (people: readonly Running[]) => people.map(({ assignmentId }) => assignmentId).join(',')
const ask = (assignments: string, token = cast.manager.token) =>
  request(server.url, compareResults, {
    token,
    params: { clientId: cast.anadolu },
    query: { assignments },
    headers: { 'accept-language': 'en' },
  })
const scoreOf = ({ tests }: Comparison, key: string) => tests[0]?.scores.find((one) => one.key === key)

describe('a comparison', () => {
  test('says for each score who differs reliably, and where nobody does', async () => {
    // The error of the total is 3.6 points: a reliable difference has more than 8.4.
    const people = [await taken('ENGLISH', 60), await taken('ENGLISH', 53), await taken('ENGLISH', 30)]
    const [high, near, low] = people.map(({ assignmentId }) => assignmentId)
    const { answer } = await ask(idsOf(people))
    expect(answer.people.map(({ userId }) => userId)).toEqual(people.map(({ userId }) => userId))
    const total = scoreOf(answer, 'total')
    expect(total?.scores.map(({ value, se }) => [value, se])).toEqual([
      [60, 3.6],
      [53, 3.6],
      [30, 3.6],
    ])
    expect(total?.scores[0]?.margin).toBeCloseTo((1.645 * 3.6) / Math.SQRT2)
    expect([total?.verdict, total?.higher]).toEqual([
      'reliable',
      [
        { assignmentId: high, than: [low] },
        { assignmentId: near, than: [low] },
      ],
    ])
    const two = (await ask(idsOf(people.slice(0, 2)))).answer
    expect([scoreOf(two, 'total')?.verdict, scoreOf(two, 'total')?.higher]).toEqual(['none', []])
    expect(answer.tests[0]?.results[0]).toMatchObject({
      quality: expect.any(String),
      readAloudUsed: false,
      endedBy: 'person',
      accommodations: { timePercent: 100, readAloud: true },
    })
  })

  test('has 2 to 6 people of this client, and not two tests of one person', async () => {
    const one = await taken('ENGLISH')
    const field = async (assignments: string) => Object.keys(Object((await ask(assignments)).json).message)
    expect(await field(one.assignmentId)).toEqual(['assignments'])
    expect(await field(`${one.assignmentId},${one.assignmentId}`)).toEqual(['assignments'])
    const others = await Promise.all(Array.from({ length: 6 }, () => taken('ENGLISH')))
    expect(await field(idsOf([one, ...others]))).toEqual(['assignments'])
    expect((await ask(idsOf(others))).status).toBe(200)
    // People who are left out take nobody's place.
    const running = await addRunning(server, cast.anadolu, 'ENGLISH')
    const withRunning = await ask(idsOf([...others, running]))
    expect(withRunning.status).toBe(200)
    expect(withRunning.answer.leftOut).toMatchObject([{ userId: running.userId, reason: 'not_ready' }])
    const theirs = await taken('ENGLISH', undefined, cast.ege)
    expect((await ask(idsOf([one, theirs]))).code).toBe('not_found')
    expect((await ask(idsOf(others), cast.otherManager.token)).code).toBe('not_found')
  })

  test('compares each test and version separately, and leaves out what it may not show by name', async () => {
    const [a, b] = [await taken('MYT'), await taken('MYT')]
    const [english, sensitive] = [await taken('ENGLISH'), await taken('SCL90')]
    const running = await addRunning(server, cast.anadolu, 'MYT')
    const { answer, text } = await ask(idsOf([a, b, english, sensitive, running]))
    expect(answer.tests.map(({ code, results }) => [code, results.length])).toEqual([
      ['MYT', 2],
      ['ENGLISH', 1],
    ])
    expect(answer.tests[1]?.scores.every(({ verdict }) => verdict === 'alone')).toBe(true)
    expect(answer.leftOut.map(({ assignmentId, reason }) => [assignmentId, reason])).toEqual([
      [sensitive.assignmentId, 'sensitive'],
      [running.assignmentId, 'not_ready'],
    ])
    expect(answer.people).toHaveLength(3)
    expect(text).not.toContain('psikolojik_durum')
    expect(text).not.toContain('GSI')
    // Another version of the same test is a table of its own.
    await sql`UPDATE results SET version_id = (SELECT version_id FROM results WHERE assignment_id = ${english.assignmentId})
      WHERE assignment_id = ${b.assignmentId}`.execute(db())
    const apart = (await ask(idsOf([a, b]))).answer
    expect(apart.tests.map(({ results }) => results.length)).toEqual([1, 1])
  })

  test('goes on without a result that was erased, withdrawn or restricted', async () => {
    const [a, b, erased, restricted] = await Promise.all(Array.from({ length: 4 }, () => taken('ENGLISH')))
    if (!a || !b || !erased || !restricted) throw new Error('four have taken it')
    await named(erased.membershipId, 'Eda Silinen')
    await request(server.url, erasePerson, {
      token: cast.manager.token,
      params: { clientId: cast.anadolu, membershipId: erased.membershipId },
      body: { confirm: 'Eda Silinen' },
    })
    await sql`UPDATE assignments SET restricted_at = now() WHERE id = ${restricted.assignmentId}`.execute(
      db(),
    )
    const { answer, text } = await ask(idsOf([a, b, erased, restricted]))
    expect(answer.leftOut.map(({ name, reason }) => [name === '', reason])).toEqual([
      [true, 'erased'],
      [false, 'restricted'],
    ])
    expect(text).not.toContain('Eda Silinen')
    expect(answer.tests[0]?.results).toHaveLength(2)
  })
})

describe('its files', () => {
  test('are a PDF and a workbook with the same words, for a purpose, on record for each person', async () => {
    const people = [await taken('ENGLISH', 64), await taken('ENGLISH', 20)]
    const [ayla, can] = people
    if (!ayla || !can) throw new Error('two have taken it')
    await named(ayla.membershipId, 'Ayla Şen')
    await named(can.membershipId, 'Can Öz')
    await sql`UPDATE assignments SET time_percent = 150 WHERE id = ${can.assignmentId}`.execute(db())
    const sensitive = await taken('SCL90')
    await named(sensitive.membershipId, 'Saklı Kişi')
    const asked = {
      token: cast.manager.token,
      params: { clientId: cast.anadolu },
      query: { assignments: idsOf([...people, sensitive]), purpose: 'placement' as const },
      headers: { 'accept-language': 'en' },
    }
    expect((await ask(idsOf(people))).answer.tests[0]?.results[1]?.accommodations?.timePercent).toBe(150)
    const pdf = await request(server.url, comparePdf, asked)
    expect(pdf.status, pdf.text.slice(0, 500)).toBe(200)
    const words = (await pdfText(pdf.bytes)).replaceAll(/\s+/g, ' ')
    for (const said of [
      'Ayla Şen',
      'Can Öz',
      'A higher than B',
      'Response quality',
      'Hiring or placing people',
    ])
      expect(words).toContain(said)
    // The client keeps adjusted time out of what leaves it.
    for (const hidden of ['×1.5', 'Time used', 'Saklı Kişi', 'SCL'])
      expect(words, hidden).not.toContain(hidden)
    expect(words).toContain('1 result is not compared.')
    expect((await pdfInfo(pdf.bytes)).get('Tagged')).toBe('yes')
    await sql`INSERT INTO client_brands (client_id, color) VALUES (${asked.params.clientId}, '#0a7d55')`.execute(
      db(),
    )
    const xlsx = await request(server.url, compareXlsx, asked)
    expect(fileIn(xlsx.bytes, 'xl/styles.xml')).toMatch(/0a7d55/i)
    expect(sheetsOf(xlsx.bytes)).toHaveLength(4)
    const texts = fileIn(xlsx.bytes, 'xl/sharedStrings.xml')
    expect(texts).toContain('1 result is not compared.')
    expect(texts).not.toMatch(/Saklı Kişi|SCL|Time used/)
    const cells = rowsOf(xlsx.bytes).map((row) => [...row.values()].map(({ value }) => value))
    expect(cells[0]).toEqual(
      expect.arrayContaining([
        'Score',
        'A Ayla Şen',
        'A Ayla Şen, error',
        'B Can Öz, band',
        'Reliable difference',
      ]),
    )
    expect(cells[1]).toEqual(expect.arrayContaining([64, 3.6, 20, 'A higher than B']))
    expect(decodeURIComponent(xlsx.headers.get('content-disposition') ?? '')).toContain('comparison')

    const entries = await db()
      .selectFrom('audit_entries')
      .select(['action', 'reason', 'subject_id', 'details'])
      .where('subject_id', '=', can.userId)
      .where(sql<boolean>`reason LIKE 'comparison%'`)
      .orderBy('id')
      .execute()
    const details = { code: 'ENGLISH', assignments: [can.assignmentId] }
    expect(entries.map(({ action, reason, details: said }) => [action, reason, said])).toEqual([
      ['report_read', 'comparison', details],
      ['export', 'comparison_pdf', { ...details, purpose: 'placement' }],
      ['export', 'comparison_xlsx', { ...details, purpose: 'placement' }],
    ])
    await sql`UPDATE sessions SET proved_at = now(), proved_by = 'code' WHERE user_id = ${can.userId}`.execute(
      db(),
    )
    const own = await request(server.url, getOwnData, { token: can.token })
    const readings = own.answer.clients.flatMap(({ tests }) => tests.flatMap((one) => one.readings))
    expect(readings.map(({ exported }) => exported).sort()).toEqual([false, true, true])
    const evidence = await request(server.url, evidenceJson, {
      token: cast.manager.token,
      params: { clientId: cast.anadolu },
    })
    const { readings: read, exports: left } = Object(readSealed(evidence.text)?.content)
    expect(
      read
        .filter((one: { report: string }) => one.report === can.assignmentId)
        .map((one: { way: string }) => one.way),
    ).toEqual(['comparison', 'comparison_pdf', 'comparison_xlsx'])
    expect(left.filter((one: { what: string }) => one.what === 'comparison_pdf')).toHaveLength(1)
  })
})

describe('the earlier result of a person', () => {
  test('says what has reliably changed since, where the definition asks for it, and is on record', async () => {
    const english = (await readContent()).find((one) => one.code === 'ENGLISH')
    if (english === undefined) throw new Error('there is no such test')
    await publishVersion(db(), {
      ...english,
      version: english.version + 1,
      report: { ...english.report, reliableChange: true },
    })
    // The error of the total is 3.6 points: a reliable change has at least 1.96 · 3.6 · √2 = 9.98.
    const [first, other] = [await taken('ENGLISH', 40), await taken('ENGLISH', 40)]
    const assignmentId = await addAssignment(db(), cast.anadolu, first, { code: 'ENGLISH' })
    const started = await startTest(server.url, first.token, assignmentId, [])
    const second = { ...first, assignmentId, started }
    await answer(second, 'ENGLISH', 50)
    const { answer: compared } = await ask(idsOf([first, second, other]))
    expect(compared.leftOut).toMatchObject([{ assignmentId: first.assignmentId, reason: 'older_result' }])
    const [changes] = compared.tests.map((one) => one.changes)
    expect(changes).toMatchObject([{ userId: first.userId, assignmentId: first.assignmentId, lower: [] }])
    expect(changes?.[0]?.higher).toEqual([scoreOf(compared, 'total')?.name])
    const read = await db()
      .selectFrom('audit_entries')
      .select('details')
      .where('subject_id', '=', first.userId)
      .where('reason', '=', 'comparison')
      .orderBy('id')
      .execute()
    expect(read.map(({ details }) => Object(details).assignments[0])).toEqual([
      assignmentId,
      first.assignmentId,
    ])
    expect((await ask(idsOf([second, other]))).answer.tests[0]?.changes).toEqual([])
  })
})
