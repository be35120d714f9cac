import type { Locator, Page } from 'playwright-core'

/** Ways to use the screen. Everything is found by role and name, as a screen reader does. */
export interface Hands {
  press(button: Locator): Promise<void>
  /** One of several: a radio of a group. */
  choose(radio: Locator): Promise<void>
  tick(checkbox: Locator): Promise<void>
  type(field: Locator, text: string): Promise<void>
  /** The n-th option of a select, without the empty one. */
  pick(list: Locator, n: number): Promise<void>
}

/** A finger: it presses, and drags nothing. */
export const finger: Hands = {
  press: (button) => button.tap(),
  choose: (radio) => radio.tap(),
  tick: (checkbox) => checkbox.tap(),
  async type(field, text) {
    await field.tap()
    await field.fill(text)
  },
  async pick(list, n) {
    // Phones show their own list; the page only gets the choice.
    await list.selectOption({ index: n })
  },
}

/** Keyboard only: Tab to the field, then its usual keys. */
export function keyboard(page: Page): Hands {
  const isReached = (target: Locator) =>
    target.evaluate((element) => {
      const here = document.activeElement
      if (here === element) return true
      // Tab stops at one radio of a group; the arrows lead to the others.
      return (
        here instanceof HTMLInputElement &&
        element instanceof HTMLInputElement &&
        here.type === 'radio' &&
        here.name === element.name
      )
    })
  const reach = async (target: Locator) => {
    await target.waitFor({ state: 'attached' })
    for (let steps = 0; steps < 60; steps++) {
      if (await isReached(target)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab does not lead to ${target}`)
  }
  return {
    async press(button) {
      await reach(button)
      await page.keyboard.press('Enter')
    },
    async choose(radio) {
      await reach(radio)
      const here = await radio.evaluate((element) => element === document.activeElement)
      if (here) await page.keyboard.press('Space')
      for (let steps = 0; steps < 12 && !(await radio.isChecked()); steps++)
        await page.keyboard.press('ArrowDown')
    },
    async tick(checkbox) {
      await reach(checkbox)
      await page.keyboard.press('Space')
    },
    async type(field, text) {
      await reach(field)
      await page.keyboard.type(text)
    },
    async pick(list, n) {
      await reach(list)
      for (let steps = 0; steps < n; steps++) await page.keyboard.press('ArrowDown')
    },
  }
}
