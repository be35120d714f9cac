import { afterAll, beforeAll, expect, test } from 'vitest'
import { assignmentOrdering, listAssignments, resultsCsv } from '#contract/assignments.ts'
import { openMagicLink } from '#contract/auth.ts'
import { demoMailbox } from '#contract/dev.ts'
import { getOwnAssignment, listOwnAssignments, startAttempt, submitAttempt } from '#contract/participant.ts'
import { inviteEmails } from '#contract/people.ts'
import { listQuotas } from '#contract/quotas.ts'
import { getReport, reportPdf } from '#contract/reports.ts'
import { saveResponses } from '#contract/responses.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
})
afterAll(() => server.close())

const linkParts = (link: string) => {
  const [uid = '', token = ''] = new URL(link).pathname.split('/').slice(2)
  return { uid, token }
}

test('an invited person takes a test, and the manager reads the report', async () => {
  const { url } = server
  const { manager, anadolu } = cast
  const invited = await request(url, inviteEmails, {
    token: manager.token,
    params: { clientId: anadolu },
    body: {
      emails: [
        { email: 'Sukru.Igneci@ornek.test', name: 'ŞÜKRÜ İĞNECİ', group: 'Paketleme' },
        'bozuk@',
        'sukru.igneci@ornek.test',
      ],
      inventoryIds: [inventory(cast, 'ENGLISH')],
      locale: 'tr',
    },
  })
  expect(invited.answer.created).toHaveLength(1)
  expect(invited.answer.failed.map((row) => row.reason)).toEqual(['invalid_email', 'duplicate'])
  const quotas = await request(url, listQuotas, { token: manager.token, params: { clientId: anadolu } })
  expect(quotas.answer.find((quota) => quota.inventory.code === 'ENGLISH')).toMatchObject({
    availableQuantity: 999,
    used: 1,
  })

  await server.runJobs()
  const mails = await request(url, demoMailbox, { query: { to: 'sukru.igneci@ornek.test' } })
  expect(mails.answer).toHaveLength(1)
  const link = mails.answer[0]?.links.find((one) => one.includes('/magic-link/')) ?? ''
  const session = await request(url, openMagicLink, { params: linkParts(link) })
  expect(session.answer.user.authority).toEqual(['participant'])
  const { token } = session.answer

  const own = await request(url, listOwnAssignments, { token })
  expect(own.answer.name).toBe('ŞÜKRÜ İĞNECİ')
  const assignmentId = own.answer.results[0]?.id ?? ''
  const detail = await request(url, getOwnAssignment, { token, params: { assignmentId } })
  const refused = await request(url, startAttempt, { token, params: { assignmentId }, body: {} })
  expect([refused.status, refused.code]).toEqual([409, 'consent_required'])
  const accepted = detail.answer.notices.map((notice) => notice.id)
  const started = await request(url, startAttempt, { token, params: { assignmentId }, body: { accepted } })
  const items = started.answer.form.sections.flatMap((section) => section.items)
  expect(items).toHaveLength(75)
  expect(JSON.stringify(started.answer.form)).not.toContain('"key"')

  const responses = Object.fromEntries(
    items
      .slice(0, 40)
      .map((item, index) => [item.id, { value: item.options?.[0]?.id ?? '', seq: index + 1 }]),
  )
  const { testId, attemptToken, epoch } = started.answer
  const saved = await request(url, saveResponses, { token: attemptToken, body: { testId, epoch, responses } })
  expect(saved.answer.data.saved).toHaveLength(40)
  expect(saved.answer.data.superseded).toEqual([])
  const again = await request(url, saveResponses, { token, body: { testId, epoch, responses } })
  expect(again.answer.data).toMatchObject({ superseded: [], late: [] })

  const last = items[40]
  const submitted = await request(url, submitAttempt, {
    token: attemptToken,
    params: { assignmentId },
    body: { responses: { [last?.id ?? '']: last?.options?.[1]?.id ?? '' } },
  })
  expect(submitted.answer.receipt).toMatch(/^TRZ-[A-Z2-9]{4}-[A-Z2-9]{2}$/)
  const repeated = await request(url, submitAttempt, {
    token: attemptToken,
    params: { assignmentId },
    body: {},
  })
  expect(repeated.answer).toEqual(submitted.answer)
  const late = await request(url, saveResponses, { token: attemptToken, body: { testId, epoch, responses } })
  expect([late.status, late.code]).toEqual([409, 'attempt_submitted'])
  const reopened = await request(url, openMagicLink, { params: linkParts(link) })
  expect(reopened.answer.done).toEqual({ receipt: submitted.answer.receipt })

  const list = await request(url, listAssignments, { token: manager.token, params: { clientId: anadolu } })
  expect(list.answer.results[0]).toMatchObject({
    status: 'completed',
    reportable: true,
    report: {
      level: expect.any(String),
      score: { value: expect.any(Number), max: 75 },
      quality: expect.any(String),
    },
    progress: { answered: 41, total: 75 },
  })
  for (const ordering of assignmentOrdering.options) {
    const ordered = await request(url, listAssignments, {
      token: manager.token,
      params: { clientId: anadolu },
      query: { ordering },
    })
    expect(ordered.status, ordering).toBe(200)
  }
  const report = await request(url, getReport, { token: manager.token, params: { assignmentId } })
  expect(report.answer.placement?.max).toBe(75)
  expect(report.answer.answered).toBe(41)
  const pdf = await request(url, reportPdf, { token: manager.token, params: { assignmentId } })
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const csv = await request(url, resultsCsv, { token: manager.token, params: { clientId: anadolu } })
  expect(csv.text).toContain('ŞÜKRÜ İĞNECİ;sukru.igneci@ornek.test;Paketleme;ENGLISH')
})
