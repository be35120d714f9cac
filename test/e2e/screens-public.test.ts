import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSession } from '#server/features/access/sessions/sessions.ts'
import { unseen } from './screens/covered.ts'
import { hubScreen, publicScreens } from './screens/public.ts'
import { seen, tourOf, visit } from './screens/visit.ts'
import { type Served, serve } from './served.ts'

// The public pages as the other screens.

let served: Served

beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.close())

test.each(['tr', 'en'] as const)('public screens in %s', async (locale) => {
  const { look, others } = tourOf(locale, 0)
  const { server, cast, browser } = served
  const guest = await visit(browser, look, undefined, others)
  try {
    await publicScreens(server.url, guest)
  } finally {
    await guest.close()
  }
  const { userId, email } = cast.manager
  const token = await openSession(server.database.db, { userId, invitationClientId: null, remembered: false })
  const user = { id: userId, userName: email, email, authority: ['manager'] }
  const manager = await visit(browser, look, { signedIn: true, token, user }, others)
  try {
    await hubScreen(server.url, manager)
  } finally {
    await manager.close()
  }
})

test('every public page was checked', () => {
  expect(unseen('public', seen)).toEqual([])
})
