import { afterAll, beforeAll, expect, test } from 'vitest'
import { evidencePdf, startEvidenceJob } from '#contract/evidence.ts'
import { getJob } from '#contract/jobs.ts'
import { inviteEmails } from '#contract/people.ts'
import { slipJobPdf, startSlipJob } from '#contract/slips.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addWaiting } from '#test/support/slips.ts'

let server: TestServer
let cast: Cast
beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
})
afterAll(() => server.close())

test('slips, lists of people and evidence are followed in one shape, each with the address of its file', async () => {
  const clientId = await addWaiting(server.database.db, inventory(cast, 'ENGLISH'), 2)
  const admin = { token: cast.admin.token, params: { clientId } }
  const slips = await request(server.url, startSlipJob, { ...admin, body: { filter: { role: 'employee' } } })
  const evidence = await request(server.url, startEvidenceJob, { ...admin, body: {} })
  const list = await request(server.url, inviteEmails, {
    ...admin,
    headers: { prefer: 'respond-async' },
    body: { role: 'candidate', inventoryIds: [], emails: [{ email: 'ada@example.com', name: 'Ada Can' }] },
  })
  const ids = [slips.answer.id, evidence.answer.id, Object(list.json).id]
  const follow = (jobId: string, token = cast.admin.token) =>
    request(server.url, getJob, { token, params: { clientId, jobId } })
  const shape = async (jobId: string) => {
    const { kind, state, done, total, file } = (await follow(jobId)).answer
    return { kind, state, done, total, file }
  }
  expect(await shape(ids[0])).toEqual({ kind: 'slips', state: 'waiting', done: 0, total: 0, file: undefined })
  await server.runJobs()
  const place = `/api/clients/${clientId}`
  expect(await Promise.all(ids.map(shape))).toEqual([
    { kind: 'slips', state: 'done', done: 2, total: 2, file: `${place}/slip_jobs/${ids[0]}/slips.pdf` },
    {
      kind: 'evidence',
      state: 'done',
      done: expect.any(Number),
      total: expect.any(Number),
      file: `${place}/evidence_jobs/${ids[1]}/evidence.pdf`,
    },
    { kind: 'invitations', state: 'done', done: 1, total: 1, file: undefined },
  ])
  for (const [at, call] of [slipJobPdf, evidencePdf].entries())
    expect((await request(server.url, call, { ...admin, params: { clientId, jobId: ids[at] } })).status).toBe(
      200,
    )
  // Evidence is for who asked for it.
  expect((await follow(ids[1], cast.superuser.token)).answer.file).toBeUndefined()
  expect((await follow(ids[0], cast.otherManager.token)).code).toBe('not_found')
})
