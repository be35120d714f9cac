import { tabletPage } from '#contract/pages.ts'
import { isTablet } from './kiosk.ts'

/** Delay after which a page has loaded completely, on a slow phone too. */
const quietMs = 5_000

/** Between tries to keep the files: what a sign-in page or a cut line answered in their place is gone a little later. */
const firstPauseMs = 15_000
const longestPauseMs = 10 * 60_000

let begun = false

/** Has the service worker keep the player's files, so that a test once opened also opens without a line. */
export function keepOffline(): void {
  if (begun || !import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { pathname } = window.location
  const onTablet = isTablet() || pathname.startsWith(tabletPage)
  if (!onTablet && !pathname.startsWith('/participant/')) return
  begun = true
  // One registration an area, so that nothing of the application between them goes through it.
  for (const scope of ['/participant/', '/magic-link/', ...(onTablet ? [tabletPage] : [])])
    void register(scope)
}

/** The worker refuses every file that is not the build's own, and is then given up: so it is registered until it has them all. */
export async function register(scope: string, pauseMs = firstPauseMs): Promise<void> {
  const again = () => {
    const next = Math.min(longestPauseMs, pauseMs * 2)
    let timer: ReturnType<typeof setTimeout>
    const now = () => {
      clearTimeout(timer)
      window.removeEventListener('online', now)
      void register(scope, next)
    }
    timer = setTimeout(now, pauseMs)
    window.addEventListener('online', now)
  }
  try {
    const { installing } = await navigator.serviceWorker.register('/player-sw.js', { scope })
    let whole = false
    installing?.addEventListener('statechange', () => {
      whole ||= installing.state === 'installed'
      if (installing.state === 'redundant' && !whole) again()
    })
  } catch (error) {
    // The player still works while the page is open; it only cannot be opened offline.
    console.warn('The player will not open without a connection.', error)
    again()
  }
}

/** The same once the first page has been there for a while: what the worker fetches must not delay what somebody waits for. */
export function keepOfflineLater(): void {
  setTimeout(keepOffline, quietMs)
}
