import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDay, listTestDayPeople } from '#contract/test-days.ts'
import { request } from '#test/support/api.ts'
import { inventory } from '#test/support/cast.ts'
import { addMember } from '#test/support/invited.ts'
import { makeSetupCode } from '#test/support/set-up.ts'
import { zoneWhereItIs } from '#test/support/zones.ts'
import { atItem, saveLine } from './phone.ts'
import { type Served, serve } from './served.ts'

// A shared tablet in a real browser: what only a real one can show is the key that stays in it, and pages without a line.

let served: Served
beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.close())

/** A test day of today with one person. */
async function plan() {
  const { server, cast } = served
  const { membershipId } = await addMember(server.database.db, cast.anadolu, {
    name: 'Gülşah Öztürk',
    locale: 'en',
  })
  // Noon, so that no midnight passes meanwhile.
  const timeZone = zoneWhereItIs(12)
  await server.database.db.updateTable('clients').set({ time_zone: timeZone }).execute()
  const today = new Intl.DateTimeFormat('sv', { timeZone }).format(new Date())
  const { answer: day } = await request(server.url, createTestDay, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
    body: {
      place: 'Kapı 2',
      day: today,
      locale: 'en',
      inventoryIds: [inventory(cast, 'ENGLISH')],
      membershipIds: [membershipId],
    },
  })
  const params = { clientId: cast.anadolu, testDayId: day.id }
  const people = await request(server.url, listTestDayPeople, { token: cast.manager.token, params })
  const setupCode = await makeSetupCode(server.url, { token: cast.manager.token, ...params })
  return { day, code: people.answer.results[0]?.code ?? '', setupCode }
}

/** True if the day's people and tests are on the tablet. */
async function isPrepared(): Promise<boolean> {
  const done = <T>(asked: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      asked.onsuccess = () => resolve(asked.result)
      asked.onerror = () => reject(asked.error)
    })
  const database = await done(indexedDB.open('terazi-player'))
  const found = await done(database.transaction('attempts').objectStore('attempts').get('tablet-package'))
  database.close()
  return found !== undefined
}

test('a prepared tablet lets a person in and keeps their answers without a connection, and brings them in later', async () => {
  const { server, browser } = served
  const { day, code, setupCode } = await plan()
  const context = await browser.newContext({
    viewport: { width: 1024, height: 768 },
    hasTouch: true,
    locale: 'en-GB',
  })
  context.setDefaultTimeout(20_000)
  const page = await context.newPage()
  await page.goto(`${server.url}/tablet#${setupCode}`)
  await page.locator('input[name="name"]').fill('Tablet 07')
  await page.getByRole('button', { name: 'Prepare tablet' }).click()
  await page.getByRole('heading', { name: 'Open the test day' }).waitFor()
  await page.keyboard.type(day.pin)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Enter your twelve-digit code' }).waitFor()
  // A job derives what the tablet finds people by.
  await server.runJobs()
  // Until tests and pages are on the tablet it says so under the code.
  await page.getByText('Downloading the tests').waitFor({ state: 'detached', timeout: 60_000 })
  expect(await page.evaluate(isPrepared)).toBe(true)

  await context.setOffline(true)
  await page.goto(`${server.url}/tablet#${setupCode}`)
  await page.getByText('You can start all the same').waitFor()
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Gülşah Öztürk' }).waitFor()
  await page.getByRole('button', { name: 'Yes, it’s me' }).click()
  await page.getByRole('button', { name: 'Let’s start' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Start test' }).click()
  await atItem(page, 1, 75)
  await page.getByRole('radio').first().check()
  await saveLine(page, 'Offline: kept on this device (1)')
  // A second tab is no way around the test: it opens locked, and locks the first.
  const second = await context.newPage()
  await second.goto(`${server.url}/tablet`)
  for (const each of [second, page]) await each.getByRole('heading', { name: 'Tablet locked' }).waitFor()
  await second.close()
  await page.reload()
  // The PIN is checked on the tablet.
  await page.getByRole('heading', { name: 'Tablet locked' }).waitFor()
  await page.keyboard.type(day.pin)
  await page.keyboard.press('Enter')
  await atItem(page, 1, 75)
  expect(await page.getByRole('radio').first().isChecked()).toBe(true)

  await context.setOffline(false)
  await saveLine(page, 'Saved')
  const { rows } = await sql<{ item_id: string; late: boolean; offline: boolean }>`
    SELECT r.item_id, r.late, a.offline_id IS NOT NULL AS offline FROM responses r
    JOIN attempts a ON a.client_id = r.client_id AND a.id = r.attempt_id
    JOIN assignments g ON g.client_id = a.client_id AND g.id = a.assignment_id
    WHERE g.test_day_id = ${day.id}`.execute(server.database.db)
  expect(rows).toEqual([{ item_id: expect.any(String), late: false, offline: true }])
  await context.close()
})
