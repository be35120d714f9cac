import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Waits until the counter says that this item is on the screen. */
export async function atItem(page: Page, number: number, total: number): Promise<void> {
  await page.getByText(`${number} / ${total}`, { exact: true }).waitFor()
}

/** Chooses an option and waits until it is shown as chosen. */
export async function choose(page: Page, label: string): Promise<void> {
  await page.getByRole('radio', { name: label, exact: true }).check()
}

export async function tap(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).tap()
}

/** Waits until the save line says just this. */
export async function saveLine(page: Page, words: string): Promise<void> {
  await page.getByRole('status').getByText(words, { exact: true }).waitFor()
}

/** Waits until the test could be reopened offline. */
export async function readyForOffline(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    if (active === null || active.state === 'activated') return
    await new Promise((resolve) => active.addEventListener('statechange', resolve, { once: true }))
  })
}

/** Waits until the device has stored this item as the current one, with all earlier answers. */
export async function keptUpTo(page: Page, itemId: string): Promise<void> {
  const places = () =>
    page.evaluate(async () => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
      const database = await done(indexedDB.open('terazi-player'))
      const kept: { place?: string }[] = await done(
        database.transaction('attempts').objectStore('attempts').getAll(),
      )
      database.close()
      return kept.map(({ place }) => place)
    })
  await expect.poll(places).toContain(`item:${itemId}`)
}

/** Counts the server's confirmations of each item to this page. */
export function countAcknowledged(page: Page): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  page.on('requestfinished', async (request) => {
    if (!request.url().includes('/save-responses')) return
    const response = await request.response()
    if (response?.status() !== 200) return
    const { data } = await response.json()
    for (const id of data.saved) counts.set(id, (counts.get(id) ?? 0) + 1)
  })
  return counts
}
