import { tabletPage } from '#contract/pages.ts'
import { isTablet } from './kiosk.ts'

/** So long after a page is there nothing of it is on its way any more, on a slow phone either. */
const quietMs = 5_000

let begun = false

/**
 * Has the service worker keep the player's files, so that a test once opened also opens without a line.
 * @param again also where that was begun before, and failed
 */
export function keepOffline({ again = false } = {}): void {
  if ((begun && !again) || !import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { pathname } = window.location
  const onTablet = isTablet() || pathname.startsWith(tabletPage)
  if (!onTablet && !pathname.startsWith('/participant/')) return
  begun = true
  // One registration an area, so that nothing of the application between them goes through it.
  for (const scope of ['/participant/', '/magic-link/', ...(onTablet ? [tabletPage] : [])])
    navigator.serviceWorker.register('/player-sw.js', { scope }).catch((error: unknown) => {
      // Without it the player still works while the page is open; it only cannot be opened offline.
      console.warn('The player will not open without a connection.', error)
    })
}

/** The same once the first page has been there for a while: what the worker fetches must not delay what somebody waits for. */
export function keepOfflineLater(): void {
  setTimeout(keepOffline, quietMs)
}
