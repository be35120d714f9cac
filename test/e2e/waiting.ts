import type { Locator, Page } from 'playwright-core'

/** Waits until this has the focus: a page moves it a moment after it has drawn what it moves it to. */
export const focused = (target: Locator): Promise<void> =>
  target.and(target.page().locator(':focus')).waitFor()

/**
 * The dialog or panel that opens, once it has taken the focus: what is typed into one of its fields before that goes
 * where the focus goes.
 */
export async function openDialog(page: Page, name?: string | RegExp): Promise<Locator> {
  const dialog = page.getByRole('dialog', name === undefined ? {} : { name })
  await dialog.and(page.locator(':focus-within')).waitFor()
  return dialog
}

/**
 * Opens an address that leads on to another one by itself, maybe before its own document is whole: whoever waits for the
 * document then waits for something that was given up.
 */
export async function follow(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'commit' })
}
