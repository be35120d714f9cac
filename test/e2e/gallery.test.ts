import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { looksLike } from '#test/golden.ts'
import { unseen } from './screens/covered.ts'
import { looks, seen, settled, visit } from './screens/visit.ts'
import { type Served, serve } from './served.ts'

// Every component in every look against the pictures in test/ui-golden: a change of a token or a style shows itself here.

let served: Served
beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.close())

/** Of a part's pixels; letters are smoothed differently by another version of the browser. */
const tolerance = 0.01

/** What is measured once it is drawn moves a moment later: the picture is taken when two in a row are the same. */
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
  // A spinner is never twice the same.
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

test.each(looks)('components in $locale, $mode, on a $device, from left and from right', async (look) => {
  const at = await visit(served.browser, look)
  await at.page.goto(`${served.server.url}/dev/ui`)
  await at.page.getByRole('heading', { level: 1, name: at.t('gallery:title') }).waitFor()
  await at.see('components')
  await at.page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
  await at.see('components-rtl')
  await at.close()
})

test('the gallery has been looked at', () => {
  expect(unseen('gallery', seen)).toEqual([])
})
