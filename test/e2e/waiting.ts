import type { Locator, Page } from 'playwright-core'

/** Waits for focus, which a page moves a moment after drawing. */
export const focused = (target: Locator): Promise<void> =>
  target.and(target.page().locator(':focus')).waitFor()

/**
 * The dialog or panel that opens, once it has taken the focus. Text typed earlier would go to the wrong field.
 */
export async function openDialog(page: Page, name?: string | RegExp): Promise<Locator> {
  const dialog = page.getByRole('dialog', name === undefined ? {} : { name })
  await dialog.and(page.locator(':focus-within')).waitFor()
  return dialog
}

/**
 * Opens an address that redirects in the page, perhaps before its document is complete, so waiting for the load event
 * could wait forever.
 */
export async function follow(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'commit' })
}

/** Opens a link that works once in a browser that didn't ask for it: a press uses it. */
export async function openElsewhere(page: Page, address: string): Promise<void> {
  await follow(page, address)
  await page.getByRole('button', { name: /^(Sign in|Giriş yap)$/ }).click()
}
