import { afterAll, beforeAll, test } from 'vitest'
import { usersMe } from '#contract/auth.ts'
import { request } from '#test/support/api.ts'
import { inventoryScreens } from './screens/inventories.ts'
import { looks, visit } from './screens/visit.ts'
import { type Served, serve } from './served.ts'

let served: Served
beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.close())

test.each(looks.filter((_, i) => [0, 3, 5, 6].includes(i)))('$locale $mode $device', async (look) => {
  const { answer } = await request(served.server.url, usersMe, { token: served.cast.admin.token })
  const at = await visit(served.browser, look, {
    signedIn: true,
    token: served.cast.admin.token,
    user: answer,
  })
  await inventoryScreens(served.server.url, at)
  await at.close()
})
