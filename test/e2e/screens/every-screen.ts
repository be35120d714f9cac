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
import { integrationScreens } from './integrations.ts'
import { inventoryScreens } from './inventories.ts'
import { assignScreens, emptyScreens, managerScreens, wizardScreens } from './manager.ts'
import { adminOrderScreens, orderScreens } from './orders.ts'
import { checklistScreens, placementScreens, resultScreens, waitingScreens } from './participant.ts'
import { colleagueScreens, readerScreens } from './readers.ts'
import { newApplicant, newParticipant, newResult, type Scene, setScene } from './scene.ts'
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

  let walks = 0
  const walk = (
    name: string,
    way: (at: Visit, scene: Scene) => Promise<void>,
    sessionOf: (scene: Scene) => unknown = () => undefined,
  ) => {
    const { look, others } = tourOf(locale, walks)
    walks += 1
    test(`${name}, in ${locale}`, async () => {
      const at = await visit(served.browser, look, await sessionOf(scene), others)
      try {
        await way(at, scene)
      } finally {
        await at.close()
      }
    })
  }
  const url = () => served.server.url
  const ofManager = ({ manager }: Scene) => manager
  const ofAdmin = ({ admin }: Scene) => admin
  const ofNewManager = ({ newManager }: Scene) => newManager

  walk('guests', (at, scene) => guestScreens(url(), scene, at))
  walk('entering', (at) => enteringScreens(served, at))
  walk('tablets', (at) => tabletScreens(served, at))
  walk('a manager’s lists', (at, scene) => managerScreens(url(), scene, at), ofManager)
  walk('colleagues', (at) => colleagueScreens(url(), at), ofManager)
  walk('integrations', (at) => integrationScreens(served, at), ofManager)
  walk(
    'a reader’s pages',
    (at) => readerScreens(url(), at),
    ({ reader }) => reader,
  )
  walk('a manager’s actions', (at, scene) => actionScreens(url(), scene, at), ofManager)
  walk('a long invitation', (at) => longInvitationScreens(served, at), ofManager)
  walk('inviting', (at) => wizardScreens(url(), at), ofManager)
  walk('assigning', (at) => assignScreens(url(), at), ofManager)
  walk('test days', (at, scene) => testDayScreens(url(), scene, at), ofManager)
  walk('orders', (at, scene) => orderScreens(url(), scene.orders.approved, at), ofManager)
  walk('an admin’s orders', (at, scene) => adminOrderScreens(url(), scene.orders.pending, at), ofAdmin)
  walk(
    'users',
    (at, scene) => userScreens(url(), scene, at),
    ({ superuser }) => superuser,
  )
  walk('clients', (at, scene) => clientScreens(url(), scene, at), ofAdmin)
  walk('previews', (at) => previewScreens(url(), at), ofAdmin)
  walk('inventories', (at) => inventoryScreens(url(), at), ofAdmin)
  walk('nothing yet', (at) => emptyScreens(url(), at), ofNewManager)
  walk('billing', (at) => billingScreens(url(), at), ofNewManager)
  walk(
    'applying',
    (at) => applicantScreens(url(), at),
    () => newApplicant(served),
  )
  walk(
    'an account',
    (at) => accountScreens(url(), at),
    ({ account }) => account,
  )
  let person: Awaited<ReturnType<typeof newParticipant>>
  walk(
    'waiting tests',
    (at) => waitingScreens(url(), person, at),
    async () => {
      person = await newParticipant(served)
      return person.session
    },
  )
  walk(
    'the checklist',
    (at) => checklistScreens(url(), person, at),
    () => person.session,
  )
  walk(
    'the placement test',
    (at) => placementScreens(url(), person, at),
    () => person.session,
  )
  let result: Awaited<ReturnType<typeof newResult>>
  walk(
    'an own result',
    (at) => resultScreens(url(), result, at),
    async () => {
      result = await newResult(served)
      return result.session
    },
  )

  test('every page was checked', () => {
    expect(unseen('own', seen)).toEqual([])
  })
}
