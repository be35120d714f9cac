import { afterAll, beforeAll, test } from 'vitest'
import { laptop, phone } from '#test/support/browser.ts'
import { castPassword } from '#test/support/cast.ts'
import { answersOf, mailedLink, takeChecklist } from './checklist.ts'
import { expectInvited, expectMailed, inviteByFile } from './inviting.ts'
import { signIn } from './manager.ts'
import { invitedPeople } from './people.ts'
import { plannedAnswers } from './placement.ts'
import {
  expectChecklistPdf,
  expectChecklistScores,
  expectExport,
  expectPlacementReport,
  expectPlacementStored,
  type Taken,
} from './reading.ts'
import { type Served, serve } from './served.ts'
import { takePlacement } from './taking-placement.ts'

let served: Served

beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.close())

test('people from a spreadsheet are invited, take their tests, and the manager reads the results', async () => {
  const { server, cast, browser } = served
  const people = invitedPeople()
  const [placed, ...others] = people
  if (placed === undefined) throw new Error('the list is empty')
  const desk = await browser.newContext({ ...laptop, locale: 'en-GB' })
  const page = await desk.newPage()
  await signIn(page, server.url, cast.manager.email, castPassword)
  await inviteByFile(page)
  await expectInvited(served, people)
  await expectMailed(served, people)

  const taken: Taken[] = []
  for (const [number, person] of others.slice(0, 20).entries()) {
    const answers = answersOf(number)
    const { assignmentId } = await takeChecklist(server.url, person.email, answers)
    taken.push({ person, assignmentId, answers })
  }
  await expectChecklistScores(served, taken)
  for (const one of taken.slice(1, 2)) await expectChecklistPdf(served, one)

  const pocket = await browser.newContext({ ...phone, locale: 'tr-TR' })
  const link = await mailedLink(server.url, placed.email)
  const receipt = await takePlacement(await pocket.newPage(), link)
  const sent = Object.fromEntries(plannedAnswers.map(({ itemId, option }) => [itemId, option]))
  await expectPlacementStored(served, placed, receipt, sent)

  await expectExport(page, placed, taken)
  await expectPlacementReport(page, placed)
})
