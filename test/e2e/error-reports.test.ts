import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { submitAttempt } from '#contract/participant.ts'
import { request } from '#test/support/api.ts'
import { castPassword } from '#test/support/cast.ts'
import { type ErrorService, startErrorService } from '#test/support/error-service.ts'
import { addAssignment } from '#test/support/invited.ts'
import { addTaker, startTest } from '#test/support/taking.ts'
import { signIn } from './manager.ts'
import { type Served, serve } from './served.ts'

let service: ErrorService
let served: Served

beforeAll(async () => {
  service = await startErrorService()
  served = await serve({ sentryDsn: service.dsn })
})
afterAll(async () => {
  await served.close()
  await service.close()
})

const event = z.object({
  release: z.literal('1.0.0'),
  environment: z.literal('production'),
  user: z.object({ id: z.string() }),
  request: z.object({ url: z.string() }).optional(),
})

test('errors of pages are reported masked, errors of results and the player never', async () => {
  const { server, cast, browser } = served
  const taker = await addTaker(server, cast.anadolu)
  const id = await addAssignment(server.database.db, cast.anadolu, taker, { code: 'ENGLISH' })
  await startTest(server.url, taker.token, id)
  await request(server.url, submitAttempt, { token: taker.token, params: { assignmentId: id }, body: {} })

  const page = await browser.newPage({ locale: 'en-GB' })
  const refused: string[] = []
  page.on('console', (line) => {
    if (/Content Security Policy/.test(line.text())) refused.push(line.text())
  })
  /** An uncaught error, like a bug of ours; it has happened on this page when this returns. */
  const fail = (text: string) =>
    page.evaluate(
      (message) =>
        new Promise<void>((resolve) => {
          window.addEventListener('unhandledrejection', () => resolve(), { once: true })
          void Promise.reject(new Error(message))
        }),
      text,
    )
  await signIn(page, server.url, cast.manager.email, castPassword)

  const email = `${taker.userId}@example.com`
  await page.goto(`${server.url}/manager/participants?ordering=name`)
  await page.getByRole('row').getByText(email).waitFor()
  await page.waitForFunction(() => '__SENTRY__' in window)
  await fail(`first fault, of ${email} at /manager/participants?search=secret`)
  const first = event.parse(JSON.parse(await service.wait('event', 'first fault')))
  expect(first.user.id).toBe(cast.manager.userId)
  // The replay is recorded, and no text in it is readable.
  const recorded = await service.wait('replay_recording')
  expect(recorded).toContain('***')

  // The page goes to a result and back within the application: nothing of it is reported.
  await page.getByRole('link', { name: 'Assignments', exact: true }).first().click()
  await page.getByRole('row').getByText('Completed', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'ŞÜKRÜ İĞNECİ: report' }).click()
  await page.getByRole('button', { name: 'Download PDF' }).waitFor()
  await fail('fault of a result')
  await page.goBack()
  await page.getByRole('row').getByText('Completed', { exact: true }).waitFor()
  await fail('second fault')
  await service.wait('event', 'second fault')

  await page.goto(`${server.url}/manager/assignments/${id}/report`, { waitUntil: 'networkidle' })
  await fail('fault that nobody hears about')
  expect(await page.evaluate(() => '__SENTRY__' in window)).toBe(false)
  await page.close()

  for (const { type, payload } of service.received) {
    for (const secret of [
      email,
      cast.manager.email,
      cast.manager.token,
      'search=',
      'ordering=',
      'ŞÜKRÜ',
      'fault of a result',
      'nobody hears about',
    ])
      expect(payload, type).not.toContain(secret)
  }
  expect(refused).toEqual([])

  const namesService = async (path: string) =>
    (await (await fetch(server.url + path)).text()).includes(service.dsn)
  expect(await namesService('/sign-in')).toBe(true)
  for (const path of ['/participant/assignments', '/magic-link/u/t', '/reset-password/u/t', '/k', '/'])
    expect(await namesService(path), path).toBe(false)
})
