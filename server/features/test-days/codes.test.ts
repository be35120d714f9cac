import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDay } from '#contract/test-days.ts'
import { newId } from '#server/db/ids.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { addMembers } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { codesOfTurn, deriveNext, deriveSoon, deriveTabletCodes } from './codes.ts'
import { insertTablet } from './tablet-queries.ts'

let server: TestServer
let cast: Cast
beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
})
afterAll(() => server.close())

/** A day of a client to come, with so many people and tablets of which nothing is derived. */
async function plan(clientId: string, { people, tablets }: { people: number; tablets: number }) {
  const { db } = server.database
  const { answer: day } = await request(server.url, createTestDay, {
    token: cast.admin.token,
    params: { clientId },
    body: {
      place: 'Kapı 2',
      day: '2998-05-05',
      inventoryIds: [inventory(cast, 'ENGLISH')],
      membershipIds: await addMembers(db, clientId, people),
    },
  })
  for (let n = 0; n < tablets; n += 1) {
    const tablet = { clientId, id: newId(), testDayId: day.id, name: 'T', room: '' }
    await insertTablet(db, {
      ...tablet,
      tokenHash: Buffer.alloc(32),
      deviceHash: Buffer.alloc(32),
      pending: false,
    })
  }
}

test('a large day of one client keeps another client’s small day waiting for one turn only', async () => {
  const { db } = server.database
  const [large, small] = [cast.anadolu, cast.ege]
  await plan(large, { people: codesOfTurn + 1, tablets: 2 })
  await plan(small, { people: 1, tablets: 1 })
  await deriveSoon(db, large)
  await deriveSoon(db, small)
  // Tablets ask again and again for what is not ready.
  await deriveSoon(db, large)
  const turns: string[] = []
  const job: typeof deriveTabletCodes = {
    ...deriveTabletCodes,
    run: async (key, deps, current) => {
      turns.push(key.clientId === large ? 'large' : 'small')
      await deriveNext(key, deps, current, async () => Buffer.alloc(32))
    },
  }
  await server.runJobs([job])
  // Each client has one turn more, which finds that nothing is left.
  expect(turns).toEqual(['large', 'small', 'large', 'small', 'large', 'large', 'large'])
  const { count } = await db
    .selectFrom('tablet_codes')
    .select((of) => of.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(2 * (codesOfTurn + 1) + 1)
})
