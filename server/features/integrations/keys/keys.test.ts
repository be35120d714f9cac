import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scopes } from '#contract/access.ts'
import { callsPerMinute, createApiKey, listApiKeys, maxLiveKeys, revokeApiKey } from '#contract/api-keys.ts'
import { createAssignments } from '#contract/assigning.ts'
import { cancelAssignment, extendAssignment, remindAssignment } from '#contract/assignment-actions.ts'
import { countAssignments, getAssignment, listAssignments } from '#contract/assignments.ts'
import { listAudit } from '#contract/audit.ts'
import { auditSentence } from '#contract/audit-words.ts'
import { calls } from '#contract/calls.ts'
import { decidePerson } from '#contract/decisions.ts'
import { type BodyIn, takesKey } from '#contract/kit.ts'
import { getPerson } from '#contract/memberships.ts'
import { inviteEmails, listCandidates, listEmployees, listManagers } from '#contract/people.ts'
import { listQuotas } from '#contract/quotas.ts'
import { getReport, reportPdf } from '#contract/reports.ts'
import { listUsers } from '#contract/users.ts'
import { newId } from '#server/db/ids.ts'
import { translate } from '#server/locales.ts'
import { request } from '#test/support/api.ts'
import { addApiKey, bearer, keyed } from '#test/support/api-keys.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { addClient, addMember } from '#test/support/invited.ts'
import { publishSensitive } from '#test/support/sensitive.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning, submit } from '#test/support/taking.ts'

let server: TestServer
let cast: Cast
/** A key of Anadolu with every scope. */
let all: { id: string; key: string }
beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
  all = await addApiKey(server, cast.manager.token, cast.anadolu, { scopes: [...scopes] })
})
afterAll(() => server.close())

const db = () => server.database.db
const params = () => ({ clientId: cast.anadolu })
const list = async (token = cast.manager.token) =>
  (await request(server.url, listApiKeys, { token, params: params(), query: { page_size: '100' } })).answer
const listed = async (id: string) => (await list()).results.find((one) => one.id === id)
const revoke = (id: string, token = cast.manager.token, clientId = cast.anadolu) =>
  request(server.url, revokeApiKey, { token, params: { clientId, keyId: id } })
const quotas = (key: string, clientId = cast.anadolu) =>
  request(server.url, listQuotas, { headers: bearer(key), params: { clientId } })

type Body = BodyIn<typeof createApiKey>
const create = (body: Partial<Body>, token = cast.manager.token, clientId = cast.anadolu) =>
  request(server.url, createApiKey, {
    token,
    params: { clientId },
    body: { name: 'ATS', scopes: ['status:read'], days: 30, ...body },
  })

describe('a key', () => {
  test('is in one answer alone; the server keeps its hash', async () => {
    const { id, key } = (await create({ networks: ['203.0.113.9/24', '2001:db8::1'] })).answer
    expect(key).toMatch(/^tzk_[\w-]{43}$/)
    expect(await listed(id)).toMatchObject({
      name: 'ATS',
      ending: key.slice(-4),
      scopes: ['status:read'],
      networks: ['203.0.113.0/24', '2001:db8::1/128'],
      state: 'active',
      createdBy: 'manager',
      lastUsedAt: null,
      revokedAt: null,
    })
    const { rows } = await sql<{
      text: string
    }>`SELECT to_jsonb(k)::text || to_jsonb(u)::text AS text FROM api_keys k JOIN users u USING (id) WHERE k.id = ${id}`.execute(
      db(),
    )
    expect(rows[0]?.text).not.toContain(key.slice(4, 20))
  })

  test('needs a name, scopes, one to 365 days and networks that are some', async () => {
    const fieldOf = async (body: Partial<Body>) => Object.keys(Object((await create(body)).json).message)
    expect(await fieldOf({ name: ' ' })).toEqual(['name'])
    expect(await fieldOf({ scopes: [] })).toEqual(['scopes'])
    for (const days of [0, 366]) expect(await fieldOf({ days })).toEqual(['days'])
    for (const wrong of ['10.1', '10.0.0.0/33', '0x7f.0.0.1', 'example.com', '::/129'])
      expect([wrong, await fieldOf({ networks: ['10.0.0.0/8', wrong] })]).toEqual([wrong, ['networks.1']])
  })

  test('is made, seen and revoked by managers and admins of its client alone', async () => {
    expect((await create({}, cast.admin.token)).status).toBe(201)
    expect((await create({}, cast.otherManager.token)).code).toBe('not_found')
    const { id, key } = (await create({})).answer
    expect((await revoke(id, cast.otherManager.token, cast.ege)).code).toBe('not_found')
    expect((await revoke(id, cast.otherManager.token)).code).toBe('not_found')
    expect((await quotas(key)).status).toBe(200)
    for (const times of [1, 2]) expect([times, (await revoke(id)).status]).toEqual([times, 204])
    expect((await listed(id))?.state).toBe('revoked')
    expect((await quotas(key)).code).toBe('api_key_refused')
  })

  test('is one of twenty of its client that are live, however many are made at once', async () => {
    const clientId = await addClient(db())
    const made = await Promise.all(
      Array.from({ length: maxLiveKeys + 3 }, () => create({}, cast.admin.token, clientId)),
    )
    const codes = made.map(({ code }) => code ?? 'made')
    expect(codes.filter((code) => code === 'made')).toHaveLength(maxLiveKeys)
    expect(codes.filter((code) => code === 'too_many_api_keys')).toHaveLength(3)
    const id = made.find(({ status }) => status === 201)?.answer.id ?? ''
    await revoke(id, cast.admin.token, clientId)
    expect((await create({}, cast.admin.token, clientId)).status).toBe(201)
  })

  test('is no account: no list of users has it, and none of them can be made of it', async () => {
    const { answer } = await request(server.url, listUsers, {
      token: cast.superuser.token,
      query: { search: '(API)' },
    })
    expect(answer.count).toBe(0)
    const change = sql`UPDATE users SET email = 'a@example.test' WHERE id = ${all.id}`.execute(db())
    await expect(change).rejects.toThrow('users_api_key_check')
  })
})

describe('is refused', () => {
  const refusalOf = async (key: string) => {
    const { status, json } = await quotas(key)
    const { requestId: _, ...problem } = Object(json)
    return { status, problem }
  }

  test('alike when it is unknown, expired, revoked or from another network', async () => {
    const unknown = await refusalOf(`tzk_${'x'.repeat(43)}`)
    expect(unknown).toMatchObject({ status: 401, problem: { code: 'api_key_refused' } })
    const expired = (await create({})).answer
    await sql`UPDATE api_keys SET expires_at = now() WHERE id = ${expired.id}`.execute(db())
    const revoked = (await create({})).answer
    await revoke(revoked.id)
    const elsewhere = (await create({ networks: ['203.0.113.0/24'] })).answer
    for (const { key } of [expired, revoked, elsewhere]) expect(await refusalOf(key)).toEqual(unknown)
    expect((await listed(expired.id))?.state).toBe('expired')
    // Nor did they count as used.
    for (const { id } of [expired, revoked, elsewhere]) expect((await listed(id))?.lastUsedAt).toBeNull()
  })

  test('from outside its networks, in IPv4, IPv6 and one within the other', async () => {
    const { key } = (
      await create({ networks: ['203.0.113.0/24', '2001:db8::/32', '::ffff:198.51.100.0/120'] })
    ).answer
    const from = async (remoteAddress: string) => {
      const url = `/api/clients/${cast.anadolu}/quotas/`
      return (await server.app.inject({ url, headers: bearer(key), remoteAddress })).statusCode
    }
    for (const address of [
      '203.0.113.7',
      '::ffff:203.0.113.7',
      '2001:db8:1::7',
      '198.51.100.7',
      '::ffff:198.51.100.7',
    ])
      expect([address, await from(address)]).toEqual([address, 200])
    for (const address of ['203.0.114.7', '::ffff:203.0.114.7', '2001:db9::7', '::1'])
      expect([address, await from(address)]).toEqual([address, 401])
  })

  test('as a session’s token, and a session’s token as a key', async () => {
    const as = async (authorization: string) =>
      (await request(server.url, listQuotas, { headers: { authorization }, params: params() })).code
    expect(await as(`Token ${all.key}`)).toBe('not_authenticated')
    expect(await as(`Bearer ${cast.manager.token}`)).toBe('not_authenticated')
  })

  test('beyond 600 calls a minute, with the seconds to wait', async () => {
    const { id, key } = (await create({})).answer
    const window = sql`to_timestamp(floor(extract(epoch FROM now()) / 60) * 60)`
    for (const minutes of [0, 1])
      await sql`INSERT INTO throttles (key, window_start, count)
        VALUES (${`api-key:${id}`}, ${window} + make_interval(mins => ${minutes}), ${callsPerMinute})`.execute(
        db(),
      )
    const { status, headers } = await quotas(key)
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await quotas(all.key)).status).toBe(200)
  })
})

test('its last use is on record once a minute', async () => {
  const { id, key } = (await create({})).answer
  await quotas(key)
  const first = (await listed(id))?.lastUsedAt
  expect(first).not.toBeNull()
  await quotas(key)
  expect((await listed(id))?.lastUsedAt).toBe(first)
  await sql`UPDATE api_keys SET last_used_at = now() - interval '61 seconds' WHERE id = ${id}`.execute(db())
  await quotas(key)
  expect(Date.parse((await listed(id))?.lastUsedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(first ?? ''))
})

describe('scopes', () => {
  test('are of calls of managers that act on something of a client, and those that write take an Idempotency-Key', () => {
    const scoped = calls.filter((entry) => 'scope' in entry)
    for (const entry of scoped) {
      expect([entry.name, ['client', 'person', 'assignment', 'report']]).toEqual([
        entry.name,
        expect.arrayContaining([entry.subject]),
      ])
      expect([entry.name, entry.method === 'GET' || takesKey(entry)]).toEqual([entry.name, true])
      expect([entry.name, entry.method === 'GET']).toEqual([
        entry.name,
        entry.scope?.endsWith(':read') || entry.name === 'getInvitationJob',
      ])
    }
  })

  test('of one right leave out what another one shows', async () => {
    const { assignmentId } = await completed()
    const { key } = await addApiKey(server, cast.manager.token, cast.anadolu, { scopes: ['status:read'] })
    const query = { inventory: 'ENGLISH', page_size: '100' }
    const of = (as: string, more: object = {}) =>
      request(server.url, listAssignments, {
        headers: bearer(as),
        params: params(),
        query: { ...query, ...more },
      })
    const row = async (as: string) => (await of(as)).answer.results.find(({ id }) => id === assignmentId)
    expect(await row(all.key)).toMatchObject({ reportable: true, report: expect.anything() })
    expect(await row(key)).toMatchObject({ status: 'completed', reportable: false, report: null })
    for (const more of [{ scores: '1' }, { score: 'total', score_from: '1' }, { ordering: 'score:total' }]) {
      expect((await of(key, more)).code).toBe('api_key_scope')
      const people = {
        headers: bearer(key),
        params: params(),
        query: { inventory: 'ENGLISH', ...more } as object,
      }
      for (const entry of [listCandidates, listEmployees])
        expect((await request(server.url, entry, people)).code).toBe('api_key_scope')
    }
    expect((await of(all.key, { scores: '1' })).answer.keys?.length).toBeGreaterThan(0)
  })

  test('of status alone show a decision without its note and without who made it', async () => {
    const { membershipId } = await completed()
    const on = { ...params(), membershipId }
    const decided = await request(server.url, decidePerson, {
      token: cast.manager.token,
      params: on,
      body: { decision: 'shortlisted', note: 'Güçlü aday' },
    })
    expect(decided.status, decided.text).toBe(200)
    const { key } = await addApiKey(server, cast.manager.token, cast.anadolu, { scopes: ['status:read'] })
    const read = async (as: string) => {
      const headers = bearer(as)
      const list = await request(server.url, listCandidates, {
        headers,
        params: params(),
        query: { page_size: '100' },
      })
      const one = await request(server.url, getPerson, { headers, params: on })
      const inList = list.answer.results.find((person) => person.membershipId === membershipId)
      return [inList?.decision, one.answer.decision]
    }
    const at = expect.any(String)
    const open = { decision: 'shortlisted', note: 'Güçlü aday', at, by: 'manager' }
    expect(await read(all.key)).toEqual([open, open])
    const blank = { decision: 'shortlisted', note: '', at, by: null }
    expect(await read(key)).toEqual([blank, blank])
  })

  test('of inviting alone assign no tests, and nobody is invited as a manager', async () => {
    const { key } = await addApiKey(server, cast.manager.token, cast.anadolu, { scopes: ['people:write'] })
    const invite = (as: string, body: Partial<BodyIn<typeof inviteEmails>>) =>
      request(server.url, inviteEmails, {
        headers: keyed(as),
        params: params(),
        body: { emails: [`${newId()}@example.test`], inventoryIds: [], ...body },
      })
    const inventoryIds = [inventory(cast, 'ENGLISH')]
    expect((await invite(key, {})).answer.created).toHaveLength(1)
    expect((await invite(key, { inventoryIds })).code).toBe('api_key_scope')
    expect((await invite(all.key, { inventoryIds })).answer.tests?.created).toBe(1)
    expect((await invite(all.key, { role: 'manager' })).code).toBe('forbidden')
  })

  test('that are missing are on record, with the key', async () => {
    const { id, key } = await addApiKey(server, cast.manager.token, cast.anadolu, {
      scopes: ['status:read'],
      name: 'Küçük',
    })
    const { assignmentId } = await completed()
    const refused = await request(server.url, getReport, { headers: bearer(key), params: { assignmentId } })
    expect([refused.status, refused.code, Object(refused.json).scope]).toEqual([
      403,
      'api_key_scope',
      'results:read',
    ])
    const { answer } = await request(server.url, listAudit, {
      token: cast.superuser.token,
      query: { person: id },
    })
    const sentences = answer.results.map((entry) =>
      auditSentence(entry, (keys, variables) => translate('en', keys, variables), 'en'),
    )
    expect(sentences[0]).toContain('Key “Küçük”')
    expect(sentences[1]).toBe('manager created an API key for Anadolu Gıda A.Ş.: Key “Küçük”.')
  })
})

/** Somebody who has handed a test in. */
async function completed(code = 'ENGLISH', clientId = cast.anadolu) {
  const running = await addRunning(server, clientId, code)
  await submit(server, running)
  return running
}

describe('with a key, another system', () => {
  test('invites, assigns, extends, reminds and cancels; each once, also when it is repeated, and the log names the key', async () => {
    const headers = () => keyed(all.key)
    const email = `${newId()}@example.test`
    const invited = await request(server.url, inviteEmails, {
      headers: headers(),
      params: params(),
      body: { emails: [{ email, name: 'Ada Deniz' }], inventoryIds: [] },
    })
    const userId = invited.answer.created[0]?.userId ?? ''
    const membershipId = invited.answer.created[0]?.membershipId ?? ''
    const assign = {
      headers: headers(),
      params: params(),
      body: { userIds: [userId], inventoryIds: [inventory(cast, 'ENGLISH')], description: 'Satış' },
    }
    const [first, second] = [
      await request(server.url, createAssignments, assign),
      await request(server.url, createAssignments, assign),
    ]
    expect(second.text).toBe(first.text)
    const assignment = first.answer.assignments[0]
    expect(assignment).toMatchObject({ status: 'pending', createdBy: 'Başvuru sistemi (API)' })
    const on = { params: { assignmentId: assignment?.id ?? '' } }
    const extended = await request(server.url, extendAssignment, {
      ...on,
      headers: headers(),
      body: { dueDate: '2099-12-31' },
    })
    expect(extended.answer.dueDate).toBe('2099-12-31')
    expect((await request(server.url, remindAssignment, { ...on, headers: headers() })).status).toBe(200)
    expect((await request(server.url, cancelAssignment, { ...on, headers: headers() })).answer.status).toBe(
      'cancelled',
    )
    const person = await request(server.url, getPerson, {
      headers: bearer(all.key),
      params: { ...params(), membershipId },
    })
    expect(person.answer).toMatchObject({ name: 'Ada Deniz', assignments: { cancelled: 1 } })
    const entries = await request(server.url, listAudit, {
      token: cast.superuser.token,
      query: { actor: all.id, page_size: '100' },
    })
    const ours = entries.answer.results.filter(({ subject }) => subject?.id === userId)
    expect(new Set(ours.map(({ action }) => action))).toEqual(
      new Set([
        'people_invited',
        'assignments_created',
        'assignments_extended',
        'assignments_reminded',
        'assignments_cancelled',
      ]),
    )
    for (const { actor, address } of ours)
      expect([actor, address]).toEqual([
        { id: all.id, name: 'Başvuru sistemi', email: '', apiKey: true },
        '127.0.0.1',
      ])
  })

  test('repeats a call with the key that follows another one, and nobody repeats another’s', async () => {
    const { userId } = await completed()
    const [old, next] = [
      await addApiKey(server, cast.manager.token, cast.anadolu, { scopes: [...scopes] }),
      await addApiKey(server, cast.manager.token, cast.anadolu, { scopes: [...scopes] }),
    ]
    const assign = (auth: object) =>
      request(server.url, createAssignments, {
        ...auth,
        params: params(),
        body: { userIds: [userId], inventoryIds: [inventory(cast, 'MYT')], description: 'Rotated' },
      })
    const headers = keyed(old.key)
    const first = await assign({ headers })
    expect(first.status, first.text).toBe(201)
    await revoke(old.id)
    const again = await assign({ headers: { ...headers, ...bearer(next.key) } })
    expect([again.status, again.text]).toEqual([201, first.text])
    const named = { 'idempotency-key': headers['idempotency-key'] }
    expect((await assign({ token: cast.manager.token, headers: named })).code).toBe('idempotency_key_reused')
  })

  test('changes nothing without an Idempotency-Key', async () => {
    const { assignmentId } = await addRunning(server, cast.anadolu, 'ENGLISH')
    const on = { headers: bearer(all.key), params: { assignmentId } }
    const refused = await request(server.url, cancelAssignment, on)
    expect([refused.status, refused.code]).toEqual([400, 'idempotency_key_required'])
    expect((await request(server.url, getAssignment, on)).answer.status).toBe('pending')
  })

  test('reads people, assignments, quotas, a report and its PDF, and that is on record', async () => {
    const { assignmentId, userId } = await completed()
    const headers = bearer(all.key)
    const people = await request(server.url, listCandidates, { headers, params: params() })
    expect(people.answer.count).toBeGreaterThan(0)
    const counted = await request(server.url, countAssignments, { headers, params: params() })
    expect(counted.answer.completed).toBeGreaterThan(0)
    const quota = (await quotas(all.key)).answer.find(({ inventory: { code } }) => code === 'ENGLISH')
    expect(quota).toMatchObject({ enabled: true, inventory: { id: inventory(cast, 'ENGLISH') } })
    const report = await request(server.url, getReport, { headers, params: { assignmentId } })
    expect(report.answer.inventory.code).toBe('ENGLISH')
    const pdf = await request(server.url, reportPdf, { headers, params: { assignmentId } })
    expect([pdf.status, pdf.text.slice(0, 5)]).toEqual([200, '%PDF-'])
    const { answer } = await request(server.url, listAudit, {
      token: cast.superuser.token,
      query: { actor: all.id, subject: userId },
    })
    expect(answer.results.map(({ action }) => action).sort()).toEqual(['export', 'report_read'])
  })

  test('reaches its own client alone, and no manager', async () => {
    const theirs = await completed('ENGLISH', cast.ege)
    const headers = bearer(all.key)
    const { assignmentId } = theirs
    expect((await quotas(all.key, cast.ege)).code).toBe('not_found')
    for (const entry of [getReport, getAssignment])
      expect((await request(server.url, entry, { headers, params: { assignmentId } })).code).toBe('not_found')
    const cancelled = await request(server.url, cancelAssignment, {
      headers: keyed(all.key),
      params: { assignmentId },
    })
    expect(cancelled.code).toBe('not_found')
    const person = { ...params(), membershipId: theirs.membershipId }
    expect((await request(server.url, getPerson, { headers, params: person })).code).toBe('not_found')
    const managers = await request(server.url, listManagers, { token: cast.manager.token, params: params() })
    const membershipId = managers.answer.results[0]?.membershipId ?? ''
    expect(
      (await request(server.url, getPerson, { headers, params: { ...params(), membershipId } })).code,
    ).toBe('not_found')
  })
})

describe('nothing sensitive', () => {
  test('is in a list, a count, a quota or a report, or reached by its id', async () => {
    const sensitive = await completed('SCL90')
    const { assignmentId, userId, membershipId } = sensitive
    const pending = await addRunning(server, cast.anadolu, 'SCL90')
    const headers = bearer(all.key)
    // The manager is named as its reader.
    expect(
      (await request(server.url, getReport, { token: cast.manager.token, params: { assignmentId } })).status,
    ).toBe(200)
    for (const entry of [getReport, getAssignment, reportPdf])
      expect([
        entry.name,
        (await request(server.url, entry, { headers, params: { assignmentId } })).code,
      ]).toEqual([entry.name, 'not_found'])
    for (const entry of [cancelAssignment, remindAssignment]) {
      const on = { headers: keyed(all.key), params: { assignmentId: pending.assignmentId } }
      expect([entry.name, (await request(server.url, entry, on)).code]).toEqual([entry.name, 'not_found'])
    }
    const assignments = async (auth: object, query: object = {}) =>
      (
        await request(server.url, listAssignments, {
          ...auth,
          params: params(),
          query: { page_size: '100', ...query },
        })
      ).answer
    const seen = await assignments({ headers })
    const there = await assignments({ token: cast.manager.token })
    const open = there.results.filter(({ inventory: { code } }) => code !== 'SCL90')
    expect(there.count - seen.count).toBe(2)
    expect(seen.results.map(({ id }) => id)).toEqual(open.map(({ id }) => id))
    expect((await assignments({ headers }, { user: userId })).count).toBe(0)
    expect((await assignments({ headers }, { inventory: 'SCL90' })).count).toBe(0)
    expect(
      (await assignments({ headers }, { status: 'completed', search: 'a' })).results.filter(
        ({ inventory: { code } }) => code === 'SCL90',
      ),
    ).toEqual([])
    const countedBy = async (auth: object) =>
      (await request(server.url, countAssignments, { ...auth, params: params() })).answer
    const [byKey, byManager] = [await countedBy({ headers }), await countedBy({ token: cast.manager.token })]
    expect(byManager.assigned - byKey.assigned).toBe(2)
    expect(byManager.completed - byKey.completed).toBe(1)
    const people = await request(server.url, listCandidates, {
      headers,
      params: params(),
      query: { page_size: '100' },
    })
    const inList = people.answer.results.find((one) => one.membershipId === membershipId)
    const one = await request(server.url, getPerson, { headers, params: { ...params(), membershipId } })
    for (const person of [inList, one.answer]) expect(person?.assignments.assigned).toBe(0)
    const query = { without: 'test', page_size: '100' }
    const without = await request(server.url, listCandidates, { headers, params: params(), query })
    expect(without.answer.results.map((person) => person.membershipId)).toContain(membershipId)
    const codes = (await quotas(all.key)).answer.map(({ inventory: { code } }) => code)
    expect(codes).toContain('ENGLISH')
    expect(codes).not.toContain('SCL90')
  })

  test('is assigned, with or without an invitation', async () => {
    const inventoryIds = [inventory(cast, 'SCL90')]
    const { userId } = await completed()
    const assigned = await request(server.url, createAssignments, {
      headers: keyed(all.key),
      params: params(),
      body: { userIds: [userId], inventoryIds, description: 'x' },
    })
    expect(assigned.code).toBe('inventory_not_enabled')
    const emails = [`${newId()}@example.test`]
    const invited = await request(server.url, inviteEmails, {
      headers: keyed(all.key),
      params: params(),
      body: { emails, inventoryIds },
    })
    expect(invited.code).toBe('inventory_not_enabled')
  })

  test('moves the day of an erasure or somebody’s language', async () => {
    const { membershipId, assignmentId } = await addRunning(server, cast.anadolu, 'SCL90')
    await sql`UPDATE assignments SET locale = 'en' WHERE id = ${assignmentId}`.execute(db())
    const without = await addMember(db(), cast.anadolu)
    const read = async (auth: object, id: string) => {
      const { answer } = await request(server.url, getPerson, {
        ...auth,
        params: { ...params(), membershipId: id },
      })
      return { keptUntil: answer.keptUntil, locale: answer.locale }
    }
    const [manager, key] = [{ token: cast.manager.token }, { headers: bearer(all.key) }]
    expect(await read(manager, membershipId)).toEqual({ keptUntil: null, locale: 'en' })
    expect(await read(manager, without.membershipId)).toEqual({ keptUntil: expect.any(String), locale: 'tr' })
    for (const id of [membershipId, without.membershipId])
      expect(await read(key, id)).toEqual({ keptUntil: null, locale: 'tr' })
    const { answer } = await request(server.url, listCandidates, {
      ...key,
      params: params(),
      query: { page_size: '100' },
    })
    expect(new Set(answer.results.map(({ keptUntil }) => keptUntil))).toEqual(new Set([null]))
  })

  test('of a scale is in a report', async () => {
    const scaleCount = async (auth: object, assignmentId: string) => {
      const { answer } = await request(server.url, getReport, { ...auth, params: { assignmentId } })
      return {
        sensitive: answer.showsSensitive,
        scales: answer.categories.flatMap(({ scales }) => scales).length,
      }
    }
    const { assignmentId } = await completed('MYT')
    expect((await scaleCount({ headers: bearer(all.key) }, assignmentId)).sensitive).toBe(false)
  })

  test('makes a test with one sensitive version visible in none, neither in a list nor by its report', async () => {
    const { assignmentId } = await completed('AYT')
    const codes = async () => [
      (await request(server.url, getReport, { headers: bearer(all.key), params: { assignmentId } })).code,
      (await request(server.url, getAssignment, { headers: bearer(all.key), params: { assignmentId } })).code,
    ]
    expect(await codes()).toEqual([undefined, undefined])
    await publishSensitive(db(), 'AYT')
    expect(await codes()).toEqual(['not_found', 'not_found'])
  })
})
