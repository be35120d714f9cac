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
import { seen, tours, type Visit, visit } from './visit.ts'

// Every screen in both languages, light and dark, on a phone and a laptop: nothing in the console, no failed request,
// nothing wider than the screen, one h1, one main, a title, and nothing that axe finds wrong.
// With SCREENS=<folder> each one is kept there as a picture.

async function walk(
  { browser }: Served,
  session: unknown,
  { look, others }: (typeof tours)[number],
  way: (at: Visit) => Promise<void>,
): Promise<void> {
  const at = await visit(browser, look, session, others)
  try {
    await way(at)
  } finally {
    await at.close()
  }
}

/** The tests of one language. */
export function everyScreen(locale: Locale): void {
  let served: Served
  let scene: Scene

  beforeAll(async () => {
    served = await serve()
    scene = await setScene(served)
  })
  afterAll(() => served.close())

  test.each(tours.filter((tour) => tour.locale === locale))('in $locale', async (tour) => {
    const { url } = served.server
    await walk(served, undefined, tour, (at) => guestScreens(url, scene, at))
    await walk(served, undefined, tour, (at) => enteringScreens(served, at))
    await walk(served, undefined, tour, (at) => tabletScreens(served, at))
    await walk(served, scene.manager, tour, (at) => managerScreens(url, scene, at))
    await walk(served, scene.manager, tour, (at) => actionScreens(url, scene, at))
    await walk(served, scene.manager, tour, (at) => longInvitationScreens(served, at))
    await walk(served, scene.manager, tour, (at) => wizardScreens(url, at))
    await walk(served, scene.manager, tour, (at) => assignScreens(url, at))
    await walk(served, scene.manager, tour, (at) => testDayScreens(url, scene, at))
    await walk(served, scene.manager, tour, (at) => orderScreens(url, scene.orders.approved, at))
    await walk(served, scene.admin, tour, (at) => adminOrderScreens(url, scene.orders.pending, at))
    await walk(served, scene.superuser, tour, (at) => userScreens(url, scene, at))
    await walk(served, scene.admin, tour, (at) => clientScreens(url, scene, at))
    await walk(served, scene.admin, tour, (at) => previewScreens(url, at))
    await walk(served, scene.admin, tour, (at) => inventoryScreens(url, at))
    await walk(served, scene.newManager, tour, (at) => emptyScreens(url, at))
    await walk(served, scene.newManager, tour, (at) => billingScreens(url, at))
    await walk(served, await newApplicant(served), tour, (at) => applicantScreens(url, at))
    await walk(served, scene.account, tour, (at) => accountScreens(url, at))
    const person = await newParticipant(served)
    await walk(served, person.session, tour, (at) => waitingScreens(url, person, at))
    await walk(served, person.session, tour, (at) => checklistScreens(url, person, at))
    await walk(served, person.session, tour, (at) => placementScreens(url, person, at))
  })

  test('every page was checked', () => {
    expect(unseen('own', seen)).toEqual([])
  })
}
