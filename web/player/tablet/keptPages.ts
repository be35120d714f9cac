import { tabletPage } from '#contract/pages.ts'
import { keepOffline } from '../device/offline.ts'
import { doublingPause } from './pause.ts'

/** The areas of a tablet's pages; each has a worker of its own (../device/offline.ts). */
const areas = ['/participant/', tabletPage]

/** Whether this browser can open pages without a connection at all; private windows of some can't. */
export const canKeepPages = (): boolean => 'serviceWorker' in navigator && 'caches' in window

/**
 * Whether the tablet's pages and the test's code open without a connection: a worker is active only once it has kept every
 * file, and a browser that ran out of space may have dropped them since.
 */
export async function arePagesKept(): Promise<boolean> {
  if (!canKeepPages()) return false
  const kept = await Promise.all(areas.map(isKept))
  return kept.every(Boolean)
}

const pause = doublingPause()

async function isKept(area: string): Promise<boolean> {
  const registration = await navigator.serviceWorker.getRegistration(area)
  if (registration?.active) {
    // The name that Workbox gives it.
    const name = `workbox-precache-v2-${registration.scope}`
    return (await caches.has(name)) && (await (await caches.open(name)).keys()).length > 0
  }
  // It was cut off, or there was no space: nothing else tries again before the page is loaded again.
  if (registration && !registration.installing && !registration.waiting && pause.isOver()) {
    pause.failed()
    keepOffline({ again: true })
  }
  return false
}
