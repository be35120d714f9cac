import type { Page, Response } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { submitAttempt } from '#contract/participant.ts'
import { request } from '#test/support/api.ts'
import { castPassword } from '#test/support/cast.ts'
import { addAssignment } from '#test/support/invited.ts'
import { addTaker, startTest } from '#test/support/taking.ts'
import { signIn } from './manager.ts'
import { type Served, serve } from './served.ts'

let served: Served

beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.close())

const list = '/manager/assignments'

/** True for the list's own stream, not the previous page's. */
const isFollowing = (response: Response) =>
  /\/clients\/[^/]+\/events\/$/.test(response.url()) && response.frame().url().endsWith(list)

/** A pending English test at the manager's client, and the manager's list showing it. */
async function openList(page: Page) {
  const { server, cast } = served
  const taker = await addTaker(server, cast.anadolu)
  const id = await addAssignment(server.database.db, cast.anadolu, taker, { code: 'ENGLISH' })
  await signIn(page, server.url, cast.manager.email, castPassword)
  const following = page.waitForResponse(isFollowing)
  await page.goto(server.url + list)
  await page.getByRole('row').getByText('Not started', { exact: true }).waitFor()
  const finish = async () => {
    await startTest(server.url, taker.token, id)
    await request(server.url, submitAttempt, { token: taker.token, params: { assignmentId: id }, body: {} })
  }
  expect((await following).status()).toBe(200)
  return { finish }
}

test('a list updates while a manager looks at it', async () => {
  const page = await served.browser.newPage({ locale: 'en-GB' })
  const { finish } = await openList(page)
  await finish()
  await page.getByRole('row').getByText('Completed', { exact: true }).waitFor()
  await page.close()
})
