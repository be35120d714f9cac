import { afterAll, beforeAll, expect, test } from 'vitest'
import { laptop, phone } from '#test/support/browser.ts'
import { castPassword } from '#test/support/cast.ts'
import { answersOf, mailedLink, takeChecklist } from './checklist.ts'
import { expectInvited, expectMailed, inviteByFile } from './inviting.ts'
import { signIn } from './manager.ts'
import { invitedPeople } from './people.ts'
import { type Served, serve } from './served.ts'
import { takePlacement } from './taking-placement.ts'

let served: Served

beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.close())

test('people of a spreadsheet are invited, take their tests, and the manager reads the results', async () => {
  const { server, cast, browser } = served
  const people = invitedPeople()
  const desk = await browser.newContext({ ...laptop, locale: 'en-GB' })
  const page = await desk.newPage()
  await signIn(page, server.url, cast.manager.email, castPassword)
  await inviteByFile(page)
  await expectInvited(served, people)
  await expectMailed(served, people)

  for (const [number, person] of people.slice(1, 21).entries()) {
    const taken = await takeChecklist(server.url, person.email, answersOf(number))
    expect(taken.receipt).toMatch(/^TRZ-/)
  }

  const pocket = await browser.newContext({ ...phone, locale: 'tr-TR' })
  const receipt = await takePlacement(
    await pocket.newPage(),
    await mailedLink(server.url, people[0]?.email ?? ''),
  )
  expect(receipt).toMatch(/^TRZ-/)
})
