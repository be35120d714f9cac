import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refuseConsent } from '#contract/participant.ts'
import { inviteEmails } from '#contract/people.ts'
import { addQuota, listQuotas } from '#contract/quotas.ts'
import { newId } from '#server/db/ids.ts'
import { openSession } from '#server/features/access/sessions/sessions.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { addEnablement } from '#test/support/enablement.ts'
import { addClient } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let second: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  second = await startTestServer({ database: server.database })
  cast = await castOf(server, 0)
})
afterAll(async () => {
  await second.close()
  await server.close()
})

const at = (number: number) => (number % 2 === 0 ? server.url : second.url)
const credit = (clientId: string, quantity: number, url = server.url, code = 'ENGLISH') =>
  request(url, addQuota, {
    token: cast.admin.token,
    params: { clientId },
    body: { inventoryId: inventory(cast, code), quantity },
  })
const invite = (clientId: string, people: number, url = server.url, codes = ['ENGLISH']) =>
  request(url, inviteEmails, {
    token: cast.admin.token,
    params: { clientId },
    body: {
      emails: Array.from({ length: people }, () => `${newId()}@example.test`),
      inventoryIds: codes.map((code) => inventory(cast, code)),
    },
  })

/** A client for which the one inventory is enabled whose consent can be refused. */
async function addClientWithConsent(): Promise<string> {
  const { db } = server.database
  const clientId = await addClient(db)
  const enabledBy = cast.admin.userId
  await addEnablement(db, {
    clientId,
    inventoryId: inventory(cast, 'SCL90'),
    legalBasis: 'test',
    enabledBy,
    recipients: [],
    forCandidates: true,
  })
  return clientId
}

/** The ledger, the balance and the assignments of a client, which have to tell the same story. */
async function books(clientId: string) {
  const { rows } = await sql<{
    balance: number
    ledger: number
    purchased: number
    live: number
    unpaid: number
  }>`
    SELECT coalesce((SELECT sum(available) FROM quotas WHERE client_id = ${clientId}), 0)::int AS balance,
           coalesce((SELECT sum(quantity) FROM quota_entries WHERE client_id = ${clientId}), 0)::int AS ledger,
           coalesce((SELECT sum(purchased) FROM quotas WHERE client_id = ${clientId}), 0)::int AS purchased,
           (SELECT count(*) FROM assignments WHERE client_id = ${clientId} AND status <> 'cancelled')::int AS live,
           (SELECT count(*) FROM assignments a WHERE client_id = ${clientId} AND (
              SELECT coalesce(sum(quantity), 0) FROM quota_entries e
              WHERE e.client_id = a.client_id AND e.assignment_id = a.id
            ) <> CASE WHEN status = 'cancelled' THEN 0 ELSE -1 END)::int AS unpaid`.execute(
    server.database.db,
  )
  const found = rows[0]
  if (found === undefined) throw new Error('no books')
  return found
}

async function expectRightBooks(clientId: string) {
  const { balance, ledger, purchased, live, unpaid } = await books(clientId)
  expect(balance).toBe(ledger)
  expect(balance).toBeGreaterThanOrEqual(0)
  expect(live).toBe(purchased - balance)
  expect(unpaid).toBe(0)
}

describe('quota', () => {
  test('SR-49: of K units serves exactly K of N who ask at once, on two servers', async () => {
    const clientId = await addClient(server.database.db)
    await credit(clientId, 7)
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, number) => invite(clientId, 1, at(number))),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(7)
    expect(answers.filter((answer) => answer.code === 'quota_exceeded')).toHaveLength(18)
    expect(await books(clientId)).toMatchObject({ balance: 0, live: 7 })
    await expectRightBooks(clientId)
  })

  test('is taken for all of a list or for none of it', async () => {
    const clientId = await addClient(server.database.db)
    await credit(clientId, 4)
    const refused = await invite(clientId, 5)
    expect([refused.status, refused.code]).toEqual([409, 'quota_exceeded'])
    const people = await sql<{ count: number }>`
      SELECT count(*) AS count FROM memberships WHERE client_id = ${clientId}`.execute(server.database.db)
    expect(people.rows[0]?.count).toBe(0)
    expect(await books(clientId)).toMatchObject({ balance: 4, live: 0 })
  })

  test('of one inventory does not pay for another, and a sensitive one has to be enabled', async () => {
    const clientId = await addClient(server.database.db)
    await credit(clientId, 4)
    expect((await invite(clientId, 1, server.url, ['ENGLISH', 'SCL90'])).code).toBe('inventory_not_enabled')
    await expectRightBooks(clientId)
    const listed = await request(server.url, listQuotas, { token: cast.admin.token, params: { clientId } })
    expect(
      listed.answer.map(({ inventory: { code }, availableQuantity, used, enabled }) => [
        code,
        availableQuantity,
        used,
        enabled,
      ]),
    ).toEqual(
      Object.keys(cast.inventories)
        .toSorted()
        .map((code) => [code, code === 'ENGLISH' ? 4 : 0, 0, code !== 'SCL90']),
    )
  })

  test('counts the questions of sensitive scales only where the client may ask them', async () => {
    const { db } = server.database
    const clientId = await addClient(db)
    const asked = async () => {
      const { answer } = await request(server.url, listQuotas, {
        token: cast.admin.token,
        params: { clientId },
      })
      const myt = answer.find(({ inventory: { code } }) => code === 'MYT')
      return [myt?.itemCount, myt?.consentItemCount]
    }
    expect(await asked()).toEqual([164, undefined])
    await addEnablement(db, {
      clientId,
      inventoryId: inventory(cast, 'MYT'),
      legalBasis: 'test',
      enabledBy: cast.admin.userId,
      recipients: [],
    })
    expect(await asked()).toEqual([164, 9])
  })

  test('comes back once when consent is refused, however often that is sent', async () => {
    const { db } = server.database
    const clientId = await addClientWithConsent()
    await credit(clientId, 1, server.url, 'SCL90')
    const { userId } = (await invite(clientId, 1, server.url, ['SCL90'])).answer.created[0] ?? { userId: '' }
    const [own] = await db.selectFrom('assignments').select('id').where('user_id', '=', userId).execute()
    const token = await openSession(db, { userId, invitationClientId: clientId, remembered: false })
    const refusals = await Promise.all(
      Array.from({ length: 8 }, (_, number) =>
        request(at(number), refuseConsent, { token, params: { assignmentId: own?.id ?? '' } }),
      ),
    )
    expect(refusals.filter((answer) => answer.status === 204)).toHaveLength(1)
    expect(refusals.filter((answer) => answer.code === 'assignment_closed')).toHaveLength(7)
    expect(await books(clientId)).toMatchObject({ balance: 1, live: 0 })
    await expectRightBooks(clientId)
  })

  test('SR-49: balances after any mixture of additions, invitations and refusals at once', async () => {
    const step = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({ do: fc.constant('invite' as const), number: fc.integer({ min: 1, max: 3 }) }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ do: fc.constant('credit' as const), number: fc.integer({ min: 1, max: 4 }) }),
      },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('refuse' as const), number: fc.nat(20) }) },
    )
    const { db } = server.database
    const refuse = async (clientId: string, number: number, url: string) => {
      const pending = await db
        .selectFrom('assignments')
        .select(['id', 'user_id'])
        .where('client_id', '=', clientId)
        .orderBy('id')
        .execute()
      const own = pending[number % Math.max(1, pending.length)]
      if (own === undefined) return undefined
      const token = await openSession(db, {
        userId: own.user_id,
        invitationClientId: clientId,
        remembered: false,
      })
      return request(url, refuseConsent, { token, params: { assignmentId: own.id } })
    }
    const batches = fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 })
    const property = fc.asyncProperty(batches, async (rounds) => {
      const clientId = await addClientWithConsent()
      for (const round of rounds) {
        const answers = await Promise.all(
          round.map((one, place) => {
            if (one.do === 'invite') return invite(clientId, one.number, at(place), ['SCL90'])
            if (one.do === 'credit') return credit(clientId, one.number, at(place), 'SCL90')
            return refuse(clientId, one.number, at(place))
          }),
        )
        for (const answer of answers)
          expect([undefined, 'quota_exceeded', 'assignment_closed']).toContain(answer?.code)
        await expectRightBooks(clientId)
      }
    })
    await fc.assert(property, { numRuns: 15, seed: Number(process.env.FUZZ_SEED ?? 42), endOnFailure: true })
  })
})
