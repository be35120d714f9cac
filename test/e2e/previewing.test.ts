import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fingerprintOf } from '#test/fuzz/fingerprint.ts'
import { laptop } from '#test/support/browser.ts'
import { castPassword } from '#test/support/cast.ts'
import { shippedNumber } from '#test/support/shipped.ts'
import { type Served, serve } from './served.ts'
import { focused, follow } from './waiting.ts'

let served: Served

beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.close())

/** All rows, except in tables that sign-in writes to. */
async function stored(): Promise<Record<string, string>> {
  const all = await (await fingerprintOf(served.server.database.db))()
  const signingIn = ['sessions', 'known_devices', 'jobs']
  return Object.fromEntries(Object.entries(all).filter(([table]) => !signingIn.includes(table)))
}

/** Signs in on the way to this address. */
async function enter(email: string, address: string): Promise<Page> {
  const context = await served.browser.newContext({ ...laptop, locale: 'en-GB' })
  const page = await context.newPage()
  await follow(page, `${served.server.url}${address}`)
  await page.waitForURL(({ pathname }) => pathname === '/sign-in')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(castPassword)
  await press(page, 'Sign in')
  return page
}

const address = `/admin/inventories/MYT/versions/${await shippedNumber('MYT')}/preview`
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const goTo = (page: Page, place: string) => page.getByRole('combobox', { name: 'Go to' }).selectOption(place)

test('an admin previews MYT in both languages, and nothing is saved', async () => {
  const page = await enter(served.cast.admin.email, address)
  await page.getByText('Preview: nothing is saved').waitFor()
  const written: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') written.push(`${request.method()} ${request.url()}`)
  })
  const before = await stored()
  const kept = await page.evaluate(() => ({ ...localStorage }))

  await heading(page, 'How is your information used?')
  await press(page, 'Continue')
  await heading(page, 'How you feel at work: consent')
  await press(page, 'I give explicit consent')
  await heading(page, 'Before you start')
  await press(page, 'Start test')

  await page.getByText('No time limit, no points', { exact: true }).waitFor()
  await page.getByRole('radio').nth(1).check()
  await press(page, 'Check')
  await page
    .getByRole('status')
    .getByText(/^Right\./)
    .waitFor()
  await press(page, 'Skip practice')
  await page.getByText('1 / 173', { exact: true }).waitFor()
  await page.getByText('Preview: not saved').waitFor()
  await page.getByRole('radio').first().check()
  await press(page, 'Next')
  await page.getByText('2 / 173', { exact: true }).waitFor()

  // The timed part: its time starts when opened, is shown, and can be ended at once.
  await goTo(page, 'opening:dikkat')
  await page.getByText('This section’s time starts when you press Next.').waitFor()
  await press(page, 'Next')
  await page.getByRole('button', { name: /^Time left: 0[0-3]:\d\d$/ }).waitFor()
  await page.getByRole('radio').first().check()
  await press(page, 'Run out of time')
  await page.getByRole('dialog', { name: 'Time is up for this section' }).waitFor()
  await page.getByRole('dialog').getByRole('button').click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })

  // The other language shows the same place, also after a reload.
  await goTo(page, 'item:bt02')
  await press(page, 'Türkçe')
  await page.getByText('Önizleme: hiçbir şey kaydedilmez').waitFor()
  await page.waitForURL((url) => url.search === '?at=item%3Abt02&lang=tr')
  await page.reload()
  await page.getByText('Önizleme: hiçbir şey kaydedilmez').waitFor()
  await page.getByText('2 / 173', { exact: true }).waitFor()
  await press(page, 'English')
  await page.getByText('Preview: nothing is saved').waitFor()

  await goTo(page, 'review')
  await heading(page, '173 questions are blank')
  await press(page, 'Submit answers')
  await page.getByRole('dialog').getByRole('button', { name: 'Submit answers' }).click()
  await heading(page, 'Thank you, Sample Participant')
  // Links that leave the test restart the preview.
  await press(page, 'Go to my assignments')
  await heading(page, 'How is your information used?')

  expect(written).toEqual([])
  expect(await stored()).toEqual(before)
  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual(kept)
  await page.getByRole('link', { name: 'Close preview' }).click()
  await page.waitForURL(({ pathname }) => pathname === address.replace('/preview', ''))
  await page.context().close()
})

test('a place opens with Enter and not with each arrow; texts that fail to load can be retried', async () => {
  const page = await enter(served.cast.admin.email, `${address}?at=item:bt02&lang=en`)
  await page.getByText('2 / 173', { exact: true }).waitFor()
  const places = page.getByRole('combobox', { name: 'Go to' })
  await places.focus()
  for (const place of ['item:bt03', 'item:bt04']) {
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => places.inputValue()).toBe(place)
  }
  // The screen and the focus are as before.
  await page.getByText('2 / 173', { exact: true }).waitFor()
  await focused(places)
  await page.keyboard.press('Enter')
  await page.getByText('4 / 173', { exact: true }).waitFor()
  await places.focus()
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => places.inputValue()).toBe('item:bt03')
  await page.keyboard.press('Tab')
  await page.getByText('3 / 173', { exact: true }).waitFor()

  let coming = 0
  await page.route(/player[^/]*\.json/, (route) => {
    coming -= 1
    return coming < 0 ? route.abort() : route.continue()
  })
  await press(page, 'Türkçe')
  const again = page.getByRole('alert').getByRole('button')
  await again.waitFor()
  coming = 1
  await again.click()
  await page.getByText('Önizleme: hiçbir şey kaydedilmez').waitFor()

  // The same where the address asks for a language that is not the one of the words in the page.
  coming = 0
  await follow(page, `${served.server.url}${address}?at=item:bt02&lang=tr`)
  const retry = page.getByRole('button', { name: 'Try again' })
  await retry.waitFor()
  coming = 1
  await retry.click()
  await page.getByText('Önizleme: hiçbir şey kaydedilmez').waitFor()

  // The same for the code of the preview: the page itself says so, in both languages.
  const code = /PreviewPage-[^/]*\.js/
  await page.route(code, (route) => route.abort())
  await follow(page, `${served.server.url}${address}?at=item:bt02&lang=en`)
  await page.getByText('Sayfa yüklenemedi.').waitFor()
  await page.unroute(code)
  await press(page, 'Try again')
  await page.getByText('Preview: nothing is saved').waitFor()
  await page.context().close()
})

test('a manager is turned away from a preview', async () => {
  const page = await enter(served.cast.manager.email, address)
  await page.waitForURL('**/access-denied')
  await page.context().close()
})
