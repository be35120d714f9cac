import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { erasePerson } from '#contract/erasure.ts'
import { evidenceJson } from '#contract/evidence.ts'
import { getOwnData } from '#contract/own-data.ts'
import { getReport } from '#contract/reports.ts'
import { createShare, endShare, listShares, maxWrongPins, openShare } from '#contract/shares.ts'
import { request, type Sent } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning, submit } from '#test/support/taking.ts'

let server: TestServer
let cast: Cast
beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
})
afterAll(() => server.close())

const db = () => server.database.db

/** Somebody who has handed a test in. */
async function completed(code = 'ENGLISH', clientId = cast.anadolu) {
  const running = await addRunning(server, clientId, code)
  await submit(server, running)
  return running
}

type Body = NonNullable<Sent<typeof createShare>['body']>
const share = (assignmentIds: string[], more: Partial<Body> = {}, token = cast.manager.token) =>
  request(server.url, createShare, {
    token,
    params: { clientId: cast.anadolu },
    body: { assignmentIds, show: 'details', days: 7, recipient: 'Metin Kaya', locale: 'tr', ...more },
  })
const tokenOf = (url: string) => url.split('/').at(-1) ?? ''
const open = (token: string, pin: string, headers: Record<string, string> = {}) =>
  request(server.url, openShare, { body: { token, pin }, headers })
const auditOf = (action: 'share_created' | 'share_opened' | 'share_ended' | 'share_locked', id: string) =>
  db()
    .selectFrom('audit_entries')
    .select(['actor_id', 'subject_id', 'client_id', 'details'])
    .where('action', '=', action)
    .where(sql`details ->> 'share'`, '=', id)
    .execute()
const wrongFor = (pin: string) => (pin === '000000' ? '000001' : '000000')
const listed = async (id: string) =>
  (
    await request(server.url, listShares, {
      token: cast.manager.token,
      params: { clientId: cast.anadolu },
      query: { page_size: '100' },
    })
  ).answer.results.find((one) => one.id === id)

/** A share of one new report, or of these. */
async function shared(more: Partial<Body> = {}, assignmentIds?: string[]) {
  const ids = assignmentIds ?? [(await completed()).assignmentId]
  const { answer } = await share(ids, more)
  return { ...answer, token: tokenOf(answer.url), assignmentIds: ids }
}

describe('a share', () => {
  test('opens with its PIN and shows the reports in its language, to nobody else', async () => {
    const { id, url, pin, token, assignmentIds } = await shared({ locale: 'en' })
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:3000\/s\/[\w-]{43}-en$/)
    expect(pin).toMatch(/^\d{6}$/)
    const { answer, headers } = await open(token, pin, { 'accept-language': 'tr', 'user-agent': 'Mobile' })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(answer).toMatchObject({ recipient: 'Metin Kaya', show: 'details', locale: 'en' })
    expect(answer.reports.map((one) => one.assignmentId)).toEqual(assignmentIds)
    expect(answer.reports[0]?.report).toMatchObject({
      locale: 'en',
      signals: null,
      conduct: null,
      group: null,
    })
    expect(await listed(id)).toMatchObject({
      state: 'active',
      reports: 1,
      available: 1,
      shared: [
        { assignmentId: assignmentIds[0], name: expect.stringMatching(/./), test: expect.any(String) },
      ],
      opened: 1,
      openings: [{ device: 'phone' }],
      outside: null,
      createdBy: 'manager',
    })
    expect((await open(token, wrongFor(pin))).code).toBe('share_refused')
    const { rows } = await sql<{
      text: string
    }>`SELECT to_jsonb(s)::text AS text FROM shares s WHERE id = ${id}`.execute(db())
    for (const secret of [token, pin]) expect(rows[0]?.text).not.toContain(`"${secret}"`)
  })

  test('is a token that opens nothing else', async () => {
    const { token, pin, assignmentIds } = await shared()
    await open(token, pin)
    const [assignmentId = ''] = assignmentIds
    const report = (as: string) => request(server.url, getReport, { token: as, params: { assignmentId } })
    for (const as of [token, pin.repeat(5)]) expect((await report(as)).status).toBe(401)
  })

  test('shows a line, the scales or all of a report', async () => {
    const { assignmentId } = await completed('MYT')
    const of = async (show: Body['show']) => {
      const { token, pin } = await shared({ show }, [assignmentId])
      const [one] = (await open(token, pin)).answer.reports
      if (one === undefined) throw new Error('nothing is shown')
      return one
    }
    const summary = await of('summary')
    expect([summary.report, summary.name !== '', summary.test]).toEqual([null, true, expect.any(String)])
    const scales = ({ report }: typeof summary) =>
      report?.categories.flatMap((category) => category.scales) ?? []
    const scores = await of('scores')
    expect(scales(scores).length).toBeGreaterThan(10)
    expect(scales(scores).flatMap(({ interview }) => interview)).toEqual([])
    expect(scores.report?.validity.notes).toEqual([])
    const details = await of('details')
    expect(scales(details).flatMap(({ interview }) => interview).length).toBeGreaterThan(10)
    expect(details.report?.showsSensitive).toBe(false)
  })

  test('outside the organisation names its legal ground', async () => {
    const { assignmentId } = await completed()
    const refused = await share([assignmentId], { outside: true as never })
    expect([refused.status, Object.keys(Object(refused.json).message)]).toEqual([400, ['outside']])
    const { id } = await shared({ outside: 'consent', purpose: 'placement' }, [assignmentId])
    expect(await listed(id)).toMatchObject({ outside: 'consent', purpose: 'placement' })
    const within = await shared({ outside: false }, [assignmentId])
    expect((await listed(within.id))?.outside).toBeNull()
  })

  test('has one to fifty reports and one to thirty days', async () => {
    const { assignmentId } = await completed()
    const fieldOf = async (ids: string[], more: Partial<Body>) =>
      Object.keys(Object((await share(ids, more)).json).message)
    expect(await fieldOf([], {})).toEqual(['assignmentIds'])
    expect(
      await fieldOf(
        Array.from({ length: 51 }, () => assignmentId),
        {},
      ),
    ).toEqual(['assignmentIds'])
    for (const days of [0, 31]) expect(await fieldOf([assignmentId], { days })).toEqual(['days'])
    expect((await share([assignmentId, assignmentId], {})).status).toBe(201)
  })

  test('takes no report of another client, of a running, sensitive or erased test', async () => {
    const mine = await completed()
    const theirs = await completed('ENGLISH', cast.ege)
    expect((await share([mine.assignmentId, theirs.assignmentId])).code).toBe('not_found')
    expect((await share([mine.assignmentId], {}, cast.otherManager.token)).code).toBe('not_found')
    const running = await addRunning(server, cast.anadolu, 'ENGLISH')
    expect((await share([running.assignmentId])).code).toBe('report_not_ready')
    const sensitive = await completed('SCL90')
    expect((await share([mine.assignmentId, sensitive.assignmentId])).code).toBe('share_sensitive')
    await erase(mine.membershipId)
    expect((await share([mine.assignmentId])).code).toBe('report_erased')
  })
})

async function erase(membershipId: string): Promise<void> {
  const { name } = await db()
    .selectFrom('memberships')
    .select('name')
    .where('id', '=', membershipId)
    .executeTakeFirstOrThrow()
  const erased = await request(server.url, erasePerson, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu, membershipId },
    body: { confirm: name },
  })
  expect(erased.status, erased.text).toBe(204)
}

describe('a share ends', () => {
  test('at once when a manager ends it, which another client’s manager can’t', async () => {
    const { id, token, pin } = await shared()
    const endBy = (as: string) => request(server.url, endShare, { token: as, params: { shareId: id } })
    expect((await endBy(cast.otherManager.token)).code).toBe('not_found')
    expect((await open(token, pin)).status).toBe(200)
    for (const times of [1, 2])
      expect([times, (await endBy(cast.manager.token)).status]).toEqual([times, 204])
    expect((await open(token, pin)).code).toBe('share_over')
    expect((await listed(id))?.state).toBe('revoked')
    expect(await auditOf('share_ended', id)).toHaveLength(1)
  })

  test('on its last day; without the PIN nobody can tell it from one that was never there', async () => {
    const { id, token, pin } = await shared()
    await sql`UPDATE shares SET expires_at = now() WHERE id = ${id}`.execute(db())
    expect((await open(token, pin)).code).toBe('share_over')
    expect((await listed(id))?.state).toBe('expired')
    const bodyOf = ({ status, json }: { status: number; json: unknown }) => {
      const { requestId: _, instance: __, ...problem } = Object(json)
      return { status, problem }
    }
    const unknown = await open(`${'x'.repeat(43)}-tr`, pin)
    const wrong = await open((await shared()).token, wrongFor(pin))
    const over = await open(token, wrongFor(pin))
    expect(unknown.code).toBe('share_refused')
    expect([bodyOf(wrong), bodyOf(over)]).toEqual([bodyOf(unknown), bodyOf(unknown)])
  })

  test('for an erased report and a restricted one, and as a whole without any left', async () => {
    const [erased, restricted] = [await completed(), await completed()]
    const { id, token, pin } = await shared({}, [erased.assignmentId, restricted.assignmentId])
    expect((await open(token, pin)).answer.reports).toHaveLength(2)
    await erase(erased.membershipId)
    expect((await open(token, pin)).answer.reports.map((one) => one.assignmentId)).toEqual([
      restricted.assignmentId,
    ])
    await sql`UPDATE assignments SET restricted_at = now() WHERE id = ${restricted.assignmentId}`.execute(
      db(),
    )
    expect((await open(token, pin)).code).toBe('share_over')
    expect(await listed(id)).toMatchObject({ reports: 2, available: 0, shared: [], opened: 2 })
  })

  test('while its client is suspended', async () => {
    const { token, pin } = await shared()
    const set = (status: string) =>
      sql`UPDATE clients SET status = ${status} WHERE id = ${cast.anadolu}`.execute(db())
    await set('suspended')
    expect((await open(token, pin)).code).toBe('share_over')
    await set('active')
    expect((await open(token, pin)).status).toBe(200)
  })
})

describe('wrong PINs', () => {
  test('of a link are slowed down, and do not keep the right one out', async () => {
    const { token, pin } = await shared()
    const codes: (string | undefined)[] = []
    for (let tries = 0; tries < maxWrongPins - 1; tries += 1)
      codes.push((await open(token, wrongFor(pin))).code)
    expect(codes[0]).toBe('share_refused')
    expect(codes).toContain('too_many_requests')
    expect((await open(token, pin)).status).toBe(200)
  })

  test('lock it for good after twenty, also when they come at once', async () => {
    const { id, token, pin } = await shared()
    await Promise.all(Array.from({ length: maxWrongPins + 5 }, () => open(token, wrongFor(pin))))
    expect(await listed(id)).toMatchObject({ state: 'locked', wrongPins: maxWrongPins })
    const locked = await open(token, pin)
    expect([locked.status, locked.code]).toEqual([429, 'share_locked'])
    expect(await auditOf('share_locked', id)).toMatchObject([{ actor_id: null, client_id: cast.anadolu }])
  })
})

describe('who saw what', () => {
  test('is on record, in the person’s own data and in the evidence', async () => {
    const taken = await completed()
    const { id, token, pin } = await shared({ recipient: 'Dış Danışman', outside: 'contract' }, [
      taken.assignmentId,
    ])
    await open(token, pin)
    expect(await auditOf('share_created', id)).toMatchObject([
      { subject_id: taken.userId, details: { outside: 'contract', codes: ['ENGLISH'] } },
    ])
    expect(await auditOf('share_opened', id)).toMatchObject([{ actor_id: null, subject_id: taken.userId }])
    await sql`UPDATE sessions SET proved_at = now(), proved_by = 'code' WHERE user_id = ${taken.userId}`.execute(
      db(),
    )
    const own = await request(server.url, getOwnData, {
      token: taken.token,
      headers: { 'accept-language': 'en' },
    })
    const [one] = own.answer.clients[0]?.tests ?? []
    expect(one?.shares).toMatchObject([
      {
        recipient: 'Dış Danışman',
        ground: expect.stringContaining('KVKK Art. 5/2-c'),
        show: 'details',
        endedAt: null,
      },
    ])
    expect(one?.readings).toMatchObject([{ reader: 'Dış Danışman', byLink: true, exported: false }])
    const file = await request(server.url, evidenceJson, {
      token: cast.manager.token,
      params: { clientId: cast.anadolu },
    })
    const { evidence = JSON.parse(file.text) } = JSON.parse(file.text)
    const text = JSON.stringify(evidence)
    expect(text).toContain('Dış Danışman')
    expect(text).toContain('"way":"link"')
  })
})
