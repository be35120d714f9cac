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
import { type Look, looks, seen, type Visit, visit } from './visit.ts'

// Every screen in both languages, light and dark, on a phone and a laptop: nothing in the console, no failed request,
// nothing wider than the screen, one h1, one main, a title, and nothing that axe finds wrong.
// With SCREENS=<folder> each one is kept there as a picture.

async function walk(
  { browser }: Served,
  session: unknown,
  look: Look,
  way: (at: Visit) => Promise<void>,
): Promise<void> {
  const at = await visit(browser, look, session)
  try {
    await way(at)
  } finally {
    await at.close()
  }
}

/** The tests of one language: every screen, light and dark, on a phone and a laptop. */
export function everyScreen(locale: Locale): void {
  let served: Served
  let scene: Scene

  beforeAll(async () => {
    served = await serve()
    scene = await setScene(served)
  })
  afterAll(() => served.close())

  test.each(looks.filter((look) => look.locale === locale))(
    'in $locale, $mode, on a $device',
    async (look) => {
      const { url } = served.server
      await walk(served, undefined, look, (at) => guestScreens(url, scene, at))
      await walk(served, undefined, look, (at) => enteringScreens(served, at))
      await walk(served, scene.manager, look, (at) => managerScreens(url, scene, at))
      await walk(served, scene.manager, look, (at) => actionScreens(url, scene, at))
      await walk(served, scene.manager, look, (at) => longInvitationScreens(served, at))
      await walk(served, scene.manager, look, (at) => wizardScreens(url, at))
      await walk(served, scene.manager, look, (at) => assignScreens(url, at))
      await walk(served, scene.manager, look, (at) => orderScreens(url, scene.orders.approved, at))
      await walk(served, scene.admin, look, (at) => adminOrderScreens(url, scene.orders.pending, at))
      await walk(served, scene.superuser, look, (at) => userScreens(url, scene, at))
      await walk(served, scene.admin, look, (at) => clientScreens(url, scene, at))
      await walk(served, scene.admin, look, (at) => previewScreens(url, at))
      await walk(served, scene.admin, look, (at) => inventoryScreens(url, at))
      await walk(served, scene.newManager, look, (at) => emptyScreens(url, at))
      await walk(served, scene.newManager, look, (at) => billingScreens(url, at))
      await walk(served, await newApplicant(served), look, (at) => applicantScreens(url, at))
      await walk(served, scene.account, look, (at) => accountScreens(url, at))
      const person = await newParticipant(served)
      await walk(served, person.session, look, (at) => waitingScreens(url, person, at))
      await walk(served, person.session, look, (at) => checklistScreens(url, person, at))
      await walk(served, person.session, look, (at) => placementScreens(url, person, at))
    },
  )

  test('every page was checked', () => {
    expect(unseen('own', seen)).toEqual([])
  })
}
