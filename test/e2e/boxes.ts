import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Waits until a picture has its size. */
export const drawn = (picture: Locator): Promise<void> =>
  expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)

/** Waits until two elements are next to or below each other, and the second is large enough for a thumb. */
export const apart = (one: Locator, other: Locator): Promise<void> =>
  expect
    .poll(async () => {
      const [a, b] = [await one.boundingBox(), await other.boundingBox()]
      if (!a || !b) return 'not there'
      if (Math.min(b.width, b.height) < 48) return `${b.width} × ${b.height}`
      const aside = a.x + a.width <= b.x || b.x + b.width <= a.x
      return aside || a.y + a.height <= b.y || b.y + b.height <= a.y ? 'apart' : 'one covers the other'
    })
    .toBe('apart')

/** Waits until nothing is wider than the screen. */
export const fits = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('main')].every(
          (element) => element.scrollWidth <= element.clientWidth,
        ),
      ),
    )
    .toBe(true)

/** Waits until all of it is within the scrolling area. */
export const inSight = (one: Locator): Promise<void> =>
  expect
    .poll(() =>
      one.evaluate((element) => {
        const [box, main] = [
          element.getBoundingClientRect(),
          element.closest('main')?.getBoundingClientRect(),
        ]
        return main !== undefined && box.top >= main.top && box.bottom <= main.bottom + 1
      }),
    )
    .toBe(true)
