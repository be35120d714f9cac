import { afterAll, beforeAll, expect, test } from 'vitest'
import { erasePerson } from '#contract/erasure.ts'
import { getReport, reportPdf } from '#contract/reports.ts'
import { saveResponses } from '#contract/responses.ts'
import { pdfText } from '#test/pdf.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { addClient } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning, submit } from '#test/support/taking.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
})
afterAll(() => server.close())

test('a group that falls below five people by an erasure has no mean any more, on the page and in the PDF', async () => {
  const clientId = await addClient(server.database.db)
  const people: Awaited<ReturnType<typeof addRunning>>[] = []
  for (let n = 0; n < 5; n++) {
    const person = await addRunning(server, clientId, 'ENGLISH')
    const responses = Object.fromEntries(
      person.choices.map(({ id, options }, at) => [id, options[(n + at) % 3] ?? '']),
    )
    const { token } = person
    await request(server.url, saveResponses, { token, body: { testId: person.started.testId, responses } })
    await submit(server, {
      started: { ...person.started, attemptToken: token },
      assignmentId: person.assignmentId,
    })
    people.push(person)
  }
  const [kept, gone] = people
  if (!kept || !gone) throw new Error('nobody')
  const asked = { token: cast.admin.token, params: { assignmentId: kept.assignmentId } }
  const shown = async () => {
    const { answer } = await request(server.url, getReport, asked)
    const { bytes } = await request(server.url, reportPdf, { ...asked, query: { lang: 'en' } })
    const means = [
      answer.placement?.groupAverage,
      ...answer.categories.flatMap(({ scales }) => scales.map(({ groupAverage }) => groupAverage)),
    ]
    return {
      people: answer.group?.size,
      means: means.some((mean) => mean !== null && mean !== undefined),
      inPdf: (await pdfText(bytes)).includes('Group average'),
    }
  }
  expect(await shown()).toEqual({ people: 5, means: true, inPdf: true })
  const erased = await request(server.url, erasePerson, {
    token: cast.admin.token,
    params: { clientId, membershipId: gone.membershipId },
    body: { confirm: 'ŞÜKRÜ İĞNECİ' },
  })
  expect(erased.status).toBe(204)
  expect(await shown()).toEqual({ people: undefined, means: false, inPdf: false })
})
