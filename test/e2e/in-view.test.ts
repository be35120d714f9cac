import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Preview } from '#contract/previews.ts'
import { launchBrowser, phone } from '#test/support/browser.ts'
import { previewed, shippedPreviews } from './previewed.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/**
 * Opens every item, one after the other, within the page: a navigation each would take minutes.
 * @returns how many pixels of which item's options are outside what is seen without scrolling
 */
function hiddenOptions(page: Page, places: readonly string[]): Promise<string[]> {
  return page.evaluate(async (keys) => {
    // The page is drawn right after the event; nothing here depends on decoded pictures.
    const drawn = () => new Promise((resolve) => setTimeout(resolve))
    const select = document.querySelector<HTMLSelectElement>('[data-strip] select')
    if (select === null) return ['no list of places']
    // A browser takes longer to write down an address than the page to draw an item, and there are thousands.
    history.replaceState = () => undefined
    const faults: string[] = []
    for (const key of keys) {
      select.value = key
      select.dispatchEvent(new Event('change', { bubbles: true }))
      await drawn()
      const main = document.querySelector('main')
      const options = [...document.querySelectorAll('[data-option], input[inputmode]')]
      if (main === null || select.value !== key || options.length === 0) {
        faults.push(`${key} was not shown`)
        continue
      }
      const seen = main.getBoundingClientRect()
      const over = Math.max(...options.map((each) => each.getBoundingClientRect().bottom - seen.bottom))
      const wide = main.scrollWidth - main.clientWidth
      if (over > 0.5) faults.push(`${key}: ${Math.ceil(over)} px below`)
      if (wide > 0) faults.push(`${key}: ${wide} px too wide`)
      const small = options.filter((each) => each.getBoundingClientRect().height < 44)
      if (small.length > 0) faults.push(`${key}: options lower than a thumb`)
    }
    return faults
  }, places)
}

const itemsOf = ({ form }: Preview) =>
  form.sections.flatMap(({ id, items, practice = [] }) => [
    ...practice.map((item) => `practice:${id}:${item.id}`),
    ...items.map((item) => `item:${item.id}`),
  ])

/** The design's phone, and a low one whose browser shows its address bar. */
const heights = [740, 616]

test.concurrent.each(['tr', 'en'] as const)(
  'every option of every shipped item is seen at once, %s',
  async (locale) => {
    const previews = Object.values(await shippedPreviews(locale))
    const faults: Record<string, string[]> = {}
    for (const preview of previews) {
      const page = await previewed(browser, preview, phone)
      for (const height of heights) {
        await page.setViewportSize({ width: 360, height })
        faults[`${preview.code} ${height}`] = await hiddenOptions(page, itemsOf(preview))
      }
      await page.context().close()
    }
    const none = previews.flatMap(({ code }) => heights.map((height) => [`${code} ${height}`, []]))
    expect(faults).toEqual(Object.fromEntries(none))
  },
)

/** Those with something to read first that is seen for fewer than two lines, or without a whole option beside it. */
function crowded(page: Page, places: readonly string[]): Promise<string[]> {
  return page.evaluate(async (keys) => {
    document.documentElement.classList.add('size2')
    const select = document.querySelector<HTMLSelectElement>('[data-strip] select')
    history.replaceState = () => undefined
    const faults: string[] = []
    for (const key of keys) {
      if (select) select.value = key
      select?.dispatchEvent(new Event('change', { bubbles: true }))
      // The count of options below, and the opening of what is cut, come once the page was laid out, and need room of their
      // own.
      for (let frames = 0; frames < 6; frames += 1)
        await new Promise((resolve) => requestAnimationFrame(resolve))
      const [main, box] = [document.querySelector('main'), document.querySelector('#stimulus')]
      const option = document.querySelector('[data-option], input[inputmode]')
      if (main === null || box === null || option === null || select?.value !== key) {
        faults.push(`${key} was not shown`)
        continue
      }
      const button = [...document.querySelectorAll('button')].find((one) => one.closest('[class*="below"]'))
      const end = (button ?? main).getBoundingClientRect()
      const over = option.getBoundingClientRect().bottom - (button ? end.top : end.bottom)
      if (over > 0.5) faults.push(`${key}: ${Math.ceil(over)} px of its first option are not seen`)
      const { lineHeight, paddingTop } = getComputedStyle(box)
      const lines = (box.clientHeight - Number.parseFloat(paddingTop)) / Number.parseFloat(lineHeight)
      if (lines < 2) faults.push(`${key}: ${lines} lines`)
    }
    return faults
  }, places)
}

test.concurrent.each(['tr', 'en'] as const)(
  'in the largest letters a low phone shows a whole option beside what is read first, %s',
  async (locale) => {
    const faults: Record<string, string[]> = {}
    for (const preview of Object.values(await shippedPreviews(locale))) {
      const read = preview.form.sections.flatMap(({ id, items, practice = [] }) => [
        ...practice.flatMap((item) => (item.stimulus ? [`practice:${id}:${item.id}`] : [])),
        ...items.flatMap((item) => (item.stimulus ? [`item:${item.id}`] : [])),
      ])
      if (read.length === 0) continue
      const page = await previewed(browser, preview, phone)
      await page.setViewportSize({ width: 360, height: 640 })
      faults[preview.code] = await crowded(page, read)
      await page.context().close()
    }
    expect(Object.keys(faults).length).toBeGreaterThan(2)
    expect(Object.values(faults).flat()).toEqual([])
  },
)
