import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountScreens } from './screens/account.ts'
import { actScreens, longInvitationScreens } from './screens/acts.ts'
import { previewScreens, userScreens } from './screens/admin.ts'
import { clientScreens } from './screens/clients.ts'
import { applicantScreens, billingScreens } from './screens/company.ts'
import { unseen } from './screens/covered.ts'
import { enteringScreens } from './screens/entering.ts'
import { guestScreens } from './screens/guest.ts'
import { inventoryScreens } from './screens/inventories.ts'
import { defineScreens, emptyScreens, managerScreens, wizardScreens } from './screens/manager.ts'
import { adminOrderScreens, orderScreens } from './screens/orders.ts'
import { checklistScreens, placementScreens, waitingScreens } from './screens/participant.ts'
import { newApplicant, newParticipant, type Scene, setScene } from './screens/scene.ts'
import { looks, seen, type Visit, visit } from './screens/visit.ts'
import { type Served, serve } from './served.ts'

// Every screen in both languages, light and dark, on a phone and a laptop: nothing in the console, no failed request,
// nothing wider than the screen, one h1, one main, a title, and nothing that axe finds wrong.
// With SCREENS=<folder> each one is kept there as a picture.

let served: Served
let scene: Scene

beforeAll(async () => {
  served = await serve()
  scene = await setScene(served)
})
afterAll(() => served.close())

async function walk(session: unknown, look: Visit['look'], way: (at: Visit) => Promise<void>): Promise<void> {
  const at = await visit(served.browser, look, session)
  try {
    await way(at)
  } finally {
    await at.close()
  }
}

test.each(looks)('screens in $locale, $mode, on a $device', async (look) => {
  const { url } = served.server
  await walk(undefined, look, (at) => guestScreens(url, scene, at))
  await walk(undefined, look, (at) => enteringScreens(served, at))
  await walk(scene.manager, look, (at) => managerScreens(url, scene, at))
  await walk(scene.manager, look, (at) => actScreens(url, scene, at))
  await walk(scene.manager, look, (at) => longInvitationScreens(served, at))
  await walk(scene.manager, look, (at) => wizardScreens(url, at))
  await walk(scene.manager, look, (at) => defineScreens(url, at))
  await walk(scene.manager, look, (at) => orderScreens(url, scene.orders.approved, at))
  await walk(scene.admin, look, (at) => adminOrderScreens(url, scene.orders.pending, at))
  await walk(scene.superuser, look, (at) => userScreens(url, scene, at))
  await walk(scene.admin, look, (at) => clientScreens(url, scene, at))
  await walk(scene.admin, look, (at) => previewScreens(url, at))
  await walk(scene.admin, look, (at) => inventoryScreens(url, at))
  await walk(scene.newManager, look, (at) => emptyScreens(url, at))
  await walk(scene.newManager, look, (at) => billingScreens(url, at))
  await walk(await newApplicant(served), look, (at) => applicantScreens(url, at))
  await walk(scene.account, look, (at) => accountScreens(url, at))
  const person = await newParticipant(served)
  await walk(person.session, look, (at) => waitingScreens(url, person, at))
  await walk(person.session, look, (at) => checklistScreens(url, person, at))
  await walk(person.session, look, (at) => placementScreens(url, person, at))
})

test('every page was checked', () => {
  expect(unseen('own', seen)).toEqual([])
})
