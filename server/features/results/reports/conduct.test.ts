import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMinutes, addNote, endTest, pauseTests } from '#contract/board.ts'
import { getReport, reportPdf } from '#contract/reports.ts'
import { pdfText } from '#test/pdf.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning, pass, type Running, submit } from '#test/support/taking.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
})
afterAll(() => server.close())

const asManager = ({ assignmentId }: Running) => ({ token: cast.manager.token, params: { assignmentId } })

async function interrupted(): Promise<Running> {
  const running = await addRunning(server, cast.anadolu, 'ENGLISH')
  const pause = (paused: boolean) =>
    request(server.url, pauseTests, {
      token: cast.manager.token,
      params: { clientId: cast.anadolu },
      body: { paused, assignmentIds: [running.assignmentId] },
    })
  await pause(true)
  await pass(server, running, 600)
  await pause(false)
  await request(server.url, addMinutes, { ...asManager(running), body: { minutes: 5 } })
  await request(server.url, addNote, { ...asManager(running), body: { text: 'Yangın tatbikatı vardı.' } })
  return running
}

test('managers read how a test was taken, on the screen and in the PDF', async () => {
  const running = await interrupted()
  await request(server.url, endTest, asManager(running))
  const { answer } = await request(server.url, getReport, asManager(running))
  expect(answer.submittedBy).toBe('manager')
  expect(answer.conduct).toMatchObject({
    addedMinutes: 5,
    endedByManager: true,
    startedOffline: false,
    notes: [{ text: 'Yangın tatbikatı vardı.', createdBy: 'manager' }],
  })
  expect(answer.conduct?.pausedSeconds).toBeGreaterThanOrEqual(600)
  expect(answer.limitSeconds).toBe(
    (Date.parse(running.started.deadline ?? '') - Date.parse(running.started.startedAt)) / 1000 + 300,
  )
  const pdf = await request(server.url, reportPdf, { ...asManager(running), query: { lang: 'en' } })
  const text = await pdfText(pdf.bytes)
  expect(text).toContain('How it was taken')
  expect(text).toContain('Yangın tatbikatı vardı.')
  expect(text).toContain('A manager ended the test.')
})

test('the person’s own report says of it only that the organisation ended the test', async () => {
  const [ended, handedIn] = [await interrupted(), await interrupted()]
  await request(server.url, endTest, asManager(ended))
  await submit(server, handedIn)
  for (const [running, submittedBy] of [
    [ended, 'manager'],
    [handedIn, 'person'],
  ] as const) {
    const own = { token: running.token, params: { assignmentId: running.assignmentId } }
    const { answer } = await request(server.url, getReport, own)
    expect(answer).toMatchObject({ reader: 'participant', conduct: null, submittedBy })
    const pdf = await request(server.url, reportPdf, { ...own, query: { lang: 'en' } })
    const text = await pdfText(pdf.bytes)
    expect(text).not.toMatch(/How it was taken|Time ran out|Yangın/)
    expect(text.includes(`${answer.client.name} ended the test.`)).toBe(submittedBy === 'manager')
  }
})
