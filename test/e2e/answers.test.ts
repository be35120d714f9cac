import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type BrowserContext, chromium, type Page, type Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountsOf } from '#test/support/accounts.ts'
import { browserOptions, phone } from '#test/support/browser.ts'
import { addAssignment, addMember } from '#test/support/invited.ts'
import { atItem, readyForOffline, saveLine, tap } from './phone.ts'
import { type Served, serve } from './served.ts'
import { invite, startInvited } from './taking-shipped.ts'

// No answer may be lost or misreported when anything between the device and the server fails.

let served: Served
beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.close())

const saves = /\/save-responses/
/** Also what tells that the person is there: each answer has the server's time. */
const anything = /\/api\//
const total = 75

interface Begun {
  page: Page
  path: string
  /** Item id → value stored on the server. */
  stored: () => Promise<Record<string, unknown>>
  closed: () => Promise<boolean>
}

/** A person who has started ENGLISH on a phone. */
async function begin(context: BrowserContext): Promise<Begun> {
  const { server, cast } = served
  const { db } = server.database
  const person = await addMember(db, cast.anadolu, { name: 'Ayşe Demir', locale: 'en' })
  const assignmentId = await addAssignment(db, cast.anadolu, person, { code: 'ENGLISH' })
  const accounts = accountsOf(server)
  const token = await accounts.session(person.userId)
  const { answer: user } = await accounts.me(token)
  const page = await context.newPage()
  // This file has the same origin, without the application, which would redirect a signed-in visitor.
  await page.goto(`${server.url}/favicon.svg`)
  await page.evaluate(
    (state) => {
      sessionStorage.setItem('terazi.auth', JSON.stringify({ state, version: 0 }))
    },
    { signedIn: true, token, user },
  )
  const path = `${server.url}/participant/assignments/${assignmentId}`
  await page.goto(path)
  await tap(page, 'Continue')
  await page.getByRole('button', { name: 'Start test' }).waitFor()
  // A reload comes back to this page, not to the notice before it.
  await page.reload()
  await tap(page, 'Start test')
  await atItem(page, 1, total)
  return {
    page,
    path,
    stored: async () => {
      const { rows } = await sql<{ item_id: string; value: unknown }>`
        SELECT r.item_id, r.value FROM responses r JOIN attempts a ON a.client_id = r.client_id AND a.id = r.attempt_id
        WHERE a.assignment_id = ${assignmentId}`.execute(db)
      return Object.fromEntries(rows.map(({ item_id, value }) => [item_id, value]))
    },
    closed: async () => {
      const { rows } = await sql`
        SELECT FROM attempts WHERE assignment_id = ${assignmentId} AND closed_at IS NOT NULL`.execute(db)
      return rows.length > 0
    },
  }
}

const onPhone = () => served.browser.newContext({ ...phone, locale: 'en-GB', serviceWorkers: 'block' })

async function answerFirst(page: Page): Promise<void> {
  await page.getByRole('radio').first().check()
}

test('a response from elsewhere changes nothing: unsent answers survive a reload and are sent later', async () => {
  const context = await onPhone()
  const { page, stored } = await begin(context)
  const html = '<html><body>Please sign in to the network</body></html>'
  let foreign: Parameters<Route['fulfill']>[0] = { status: 400, contentType: 'text/html', body: html }
  await page.route(saves, (route) => route.fulfill(foreign))
  await answerFirst(page)
  const says = (count: number) =>
    saveLine(
      page,
      `This network asks for a sign-in or is blocked. Open its sign-in page or use mobile data. On this device (${count}).`,
    )
  await says(1)
  for (const [index, next] of [
    { status: 200, contentType: 'text/html', body: html },
    { status: 204 },
  ].entries()) {
    foreign = next
    await tap(page, 'Next')
    await answerFirst(page)
    await says(index + 2)
  }
  expect(await stored()).toEqual({})
  await page.unroute(saves)
  await page.reload()
  await atItem(page, 3, total)
  await saveLine(page, 'Saved')
  expect(Object.keys(await stored())).toHaveLength(3)
  await context.close()
})

test('a refused answer shows the reason, and never “Saved”', async () => {
  const context = await onPhone()
  const { page } = await begin(context)
  await page.route(saves, async (route) => {
    const [id = ''] = Object.keys(route.request().postDataJSON().responses)
    const code = 'invalid_request'
    const message = { [`responses.${id}`]: ['This option is not offered.'] }
    const body = {
      type: `urn:terazi:problem:${code}`,
      title: 'Bad Request',
      status: 400,
      code,
      message,
      requestId: 'r',
    }
    await route.fulfill({ status: 400, contentType: 'application/problem+json', body: JSON.stringify(body) })
  })
  await answerFirst(page)
  await saveLine(page, 'Not saved: This option is not offered.')
  await page.getByText('Please answer the question again.').waitFor()
  expect(await page.getByText('Saved', { exact: true }).count()).toBe(0)
  await page.unroute(saves)
  await page.getByRole('radio').nth(1).check()
  await saveLine(page, 'Saved')
  await context.close()
})

test('unsent answers are sent as soon as the test is opened again, without a session', async () => {
  const context = await onPhone()
  const { page, path, stored } = await begin(context)
  await page.route(saves, (route) => route.abort())
  await answerFirst(page)
  await saveLine(page, 'Offline: kept on this device (1)')
  await tap(page, 'Next')
  await atItem(page, 2, total)
  await page.close()
  // The session lived in the tab.
  const again = await context.newPage()
  const sent = again.waitForResponse((response) => response.url().includes('/save-responses'))
  await again.goto(path)
  expect((await sent).status()).toBe(200)
  await saveLine(again, 'Saved')
  expect(Object.keys(await stored())).toHaveLength(1)
  await context.close()
})

/** Kills all processes of the browser that uses a folder, like an empty battery. */
function kill(folder: string): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder)) process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It ended in the meantime.
    }
  }
}

test('a browser killed after the screen moved on has lost no answer', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'terazi-killed-'))
  const open = () =>
    chromium.launchPersistentContext(folder, {
      ...browserOptions(),
      ...phone,
      locale: 'en-GB',
    })
  let context = await open()
  const { page, path } = await begin(context)
  const rounds = 12
  let current = page
  for (let round = 1; round <= rounds; round += 1) {
    // Offline: anything not on the device is lost.
    await current.route(saves, (route) => route.abort())
    await current
      .getByRole('radio')
      .nth(round % 3)
      .check()
    await tap(current, 'Next')
    await current.getByText(`${round + 1} / ${total}`, { exact: true }).waitFor()
    kill(folder)
    await context.close().catch(() => undefined)
    context = await open()
    current = await context.newPage()
    await current.route(saves, (route) => route.abort())
    await current.goto(path)
    // The answer is on the device before the screen moves on; the place is written as it moves, and may be the one before.
    const here = current.getByText(new RegExp(`^(${round}|${round + 1}) / ${total}$`))
    await here.waitFor()
    if ((await here.innerText()) === `${round + 1} / ${total}`) await tap(current, 'Back')
    await atItem(current, round, total)
    expect(
      await current
        .getByRole('radio')
        .nth(round % 3)
        .isChecked(),
      `round ${round}`,
    ).toBe(true)
    await tap(current, 'Next')
    await atItem(current, round + 1, total)
  }
  await context.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a device whose clocks jump submits nothing: answers are accepted until the server ends the test', async () => {
  const context = await onPhone()
  await context.addInitScript(() => {
    const jump = (name: string) => Number(localStorage.getItem(name) ?? 0)
    const [date, count] = [Date.now, performance.now.bind(performance)]
    Date.now = () => date() + jump('date')
    performance.now = () => count() + jump('count')
  })
  const { page, stored, closed } = await begin(context)
  await answerFirst(page)
  await saveLine(page, 'Saved')
  const jump = (name: string, ms: number) =>
    page.evaluate(([key, value]) => localStorage.setItem(key, value), [name, String(ms)] as const)
  await jump('date', 7_200_000)
  await tap(page, 'Next')
  await atItem(page, 2, total)
  await answerFirst(page)
  await saveLine(page, 'Saved')
  expect(await page.getByRole('button', { name: /^Time left: 4[45]:/ }).count()).toBe(1)

  // Even the clock that can't be changed says that time is over, and the server can't be asked.
  await page.route(anything, (route) => route.abort())
  await jump('count', 7_200_000)
  await page.getByText('Time is up on this device. You can continue').waitFor()
  await tap(page, 'Next')
  await atItem(page, 3, total)
  await answerFirst(page)
  await saveLine(page, 'Offline: kept on this device (1)')
  await page.unroute(anything)
  // The server has time left, says so, and the test goes on.
  await page.getByText('Time is up on this device.').waitFor({ state: 'detached' })
  await saveLine(page, 'Saved')
  expect([Object.keys(await stored()).length, await closed()]).toEqual([3, false])
  await context.close()
})

test('offline, the invitation’s link opens the test begun on this device, at the same item', async () => {
  const context = await served.browser.newContext({ ...phone, locale: 'en-GB' })
  const page = await context.newPage()
  const person = { email: 'link@example.test', name: 'Ece Ak' }
  const link = await invite(served, person, 'ENGLISH')
  await startInvited(page, link, 'Information about your personal data')
  await atItem(page, 1, total)
  await answerFirst(page)
  await tap(page, 'Next')
  await atItem(page, 2, total)
  await readyForOffline(page)
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/magic-link/x')
    const worker = registration?.active ?? registration?.waiting ?? registration?.installing
    if (!worker) throw new Error('nothing keeps the link')
    while (worker.state !== 'activated')
      await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }))
  })
  await page.close()
  await context.setOffline(true)
  const again = await context.newPage()
  await again.goto(link)
  await atItem(again, 2, total)
  expect(new URL(again.url()).pathname).toMatch(/^\/participant\/assignments\//)
  // Another link opens none of it.
  await again.goto(`${link.slice(0, -2)}xx`)
  await again.getByRole('button', { name: 'Try again' }).waitFor()
  await context.close()
})
