import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { looksLike } from '#test/golden.ts'
import { unseen } from './screens/covered.ts'
import { seen, settled, tours, visit } from './screens/visit.ts'
import { type Served, serve } from './served.ts'

// Compares every component in every look with test/ui-golden, to notice changed tokens and styles.

let served: Served
beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.close())

/** Share of a part's pixels; browser versions smooth letters differently. */
const tolerance = 0.01

/** Measured elements move after the first drawing, so take the picture when two in a row are equal. */
async function pictureOf(part: Locator): Promise<Buffer> {
  const take = () => part.screenshot({ animations: 'disabled' })
  let last = await take()
  for (let next = await take(); !next.equals(last); next = await take()) last = next
  return last
}

test.each(['light', 'dark'] as const)('components, %s', async (mode) => {
  const at = await visit(served.browser, { locale: 'tr', mode, device: 'laptop' })
  await at.page.goto(`${served.server.url}/dev/ui`)
  await at.page.getByRole('heading', { level: 1, name: at.t('gallery:title') }).waitFor()
  await settled(at.page)
  // A spinner never looks the same twice.
  await at.page.addStyleTag({
    content: '*, *::after { animation: none !important; caret-color: transparent !important }',
  })
  const parts = at.page.locator('[data-part]')
  await parts.nth(7).waitFor()
  for (const part of await parts.all()) {
    const name = await part.getAttribute('data-part')
    await looksLike(`ui-golden/${name}-${mode}`, await pictureOf(part), tolerance)
  }
  await at.close()
})

test.each(tours)('components in $locale, from left and from right', async ({ look, others }) => {
  const at = await visit(served.browser, look, undefined, others)
  await at.page.goto(`${served.server.url}/dev/ui`)
  await at.page.getByRole('heading', { level: 1, name: at.t('gallery:title') }).waitFor()
  await at.see('components')
  await at.page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
  await at.see('components-rtl')
  await at.close()
})

test('every part of the gallery was checked', () => {
  expect(unseen('gallery', seen)).toEqual([])
})
