import { afterAll, beforeAll, expect, test } from 'vitest'
import { usersMe } from '#contract/auth.ts'
import { publishVersion } from '#server/features/inventories/publish.ts'
import { request } from '#test/support/api.ts'
import { addAssignment } from '#test/support/invited.ts'
import { addTaker } from '#test/support/taking.ts'
import { finger, type Hands, keyboard } from './item-types/hands.ts'
import { itemTypesInventory } from './item-types/inventory.ts'
import { expectedAnswers, walkItemTypes } from './item-types/walk.ts'
import { type Look, type Visit, visit } from './screens/visit.ts'
import { type Served, serve } from './served.ts'

let served: Served

beforeAll(async () => {
  served = await serve()
  await publishVersion(served.server.database.db, itemTypesInventory())
})
afterAll(() => served.close())

async function take(look: Look, handsOf: (at: Visit) => Hands): Promise<void> {
  const { server, cast, browser } = served
  const { db } = server.database
  const taker = await addTaker(server, cast.anadolu)
  const id = await addAssignment(db, cast.anadolu, taker, { code: 'KINDS', locale: look.locale })
  const { answer: user } = await request(server.url, usersMe, { token: taker.token })
  const at = await visit(browser, look, { signedIn: true, token: taker.token, user })
  try {
    await walkItemTypes(`${server.url}/participant/assignments/${id}`, at, handsOf(at))
  } finally {
    await at.close()
  }
  const stored = await db
    .selectFrom('responses')
    .innerJoin('attempts', 'attempts.id', 'responses.attempt_id')
    .where('attempts.assignment_id', '=', id)
    .select(['item_id', 'value'])
    .execute()
  expect(Object.fromEntries(stored.map(({ item_id, value }) => [item_id, value]))).toEqual(expectedAnswers)
}

test('every item type can be answered with a finger on a phone, without dragging', () =>
  take({ locale: 'tr', mode: 'light', device: 'phone' }, () => finger))

test('every item type can be answered with only the keyboard', () =>
  take({ locale: 'en', mode: 'dark', device: 'laptop' }, ({ page }) => keyboard(page)))
