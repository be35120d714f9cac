import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Locale } from '#contract/fields.ts'
import { type Served, serve } from '../served.ts'
import { accountScreens } from './account.ts'
import { actionScreens, longInvitationScreens } from './actions.ts'
import { previewScreens, userScreens } from './admin.ts'
import { clientScreens } from './clients.ts'
import { applicantScreens, billingScreens } from './company.ts'
import { unseen } from './covered.ts'
import { enteringScreens } from './entering.ts'
import { guestScreens } from './guest.ts'
import { inventoryScreens } from './inventories.ts'
import { assignScreens, emptyScreens, managerScreens, wizardScreens } from './manager.ts'
import { adminOrderScreens, orderScreens } from './orders.ts'
import { checklistScreens, placementScreens, waitingScreens } from './participant.ts'
import { newApplicant, newParticipant, type Scene, setScene } from './scene.ts'
import { tabletScreens } from './tablet.ts'
import { testDayScreens } from './test-days.ts'
import { seen, tourOf, type Visit, visit } from './visit.ts'

// Every screen in both languages, on a phone and on a laptop, in light and in dark: nothing in the console, no failed request,
// nothing wider than the screen, one h1, one main, a title, and nothing that axe finds wrong.
// With SCREENS=<folder> each one is kept there as a picture.

/** The tests of one language. */
export function everyScreen(locale: Locale): void {
  let served: Served
  let scene: Scene

  beforeAll(async () => {
    served = await serve()
    scene = await setScene(served)
  })
  afterAll(() => served.close())

  test(`in ${locale}`, async () => {
    const { url } = served.server
    let walks = 0
    const walk = async (session: unknown, way: (at: Visit) => Promise<void>) => {
      const { look, others } = tourOf(locale, walks)
      walks += 1
      const at = await visit(served.browser, look, session, others)
      try {
        await way(at)
      } finally {
        await at.close()
      }
    }
    await walk(undefined, (at) => guestScreens(url, scene, at))
    await walk(undefined, (at) => enteringScreens(served, at))
    await walk(undefined, (at) => tabletScreens(served, at))
    await walk(scene.manager, (at) => managerScreens(url, scene, at))
    await walk(scene.manager, (at) => actionScreens(url, scene, at))
    await walk(scene.manager, (at) => longInvitationScreens(served, at))
    await walk(scene.manager, (at) => wizardScreens(url, at))
    await walk(scene.manager, (at) => assignScreens(url, at))
    await walk(scene.manager, (at) => testDayScreens(url, scene, at))
    await walk(scene.manager, (at) => orderScreens(url, scene.orders.approved, at))
    await walk(scene.admin, (at) => adminOrderScreens(url, scene.orders.pending, at))
    await walk(scene.superuser, (at) => userScreens(url, scene, at))
    await walk(scene.admin, (at) => clientScreens(url, scene, at))
    await walk(scene.admin, (at) => previewScreens(url, at))
    await walk(scene.admin, (at) => inventoryScreens(url, at))
    await walk(scene.newManager, (at) => emptyScreens(url, at))
    await walk(scene.newManager, (at) => billingScreens(url, at))
    await walk(await newApplicant(served), (at) => applicantScreens(url, at))
    await walk(scene.account, (at) => accountScreens(url, at))
    const person = await newParticipant(served)
    await walk(person.session, (at) => waitingScreens(url, person, at))
    await walk(person.session, (at) => checklistScreens(url, person, at))
    await walk(person.session, (at) => placementScreens(url, person, at))
  })

  test('every page was checked', () => {
    expect(unseen('own', seen)).toEqual([])
  })
}
