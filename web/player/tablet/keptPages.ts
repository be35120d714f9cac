import { tabletPage } from '#contract/pages.ts'
import { isCacheOf } from '../worker/files.ts'

/** The areas of a tablet's pages; each has a worker of its own (../device/offline.ts). */
const areas = ['/participant/', tabletPage]

/** True if this browser can open pages without a connection at all; private windows of some can't. */
export const canKeepPages = (): boolean => 'serviceWorker' in navigator && 'caches' in window

/**
 * True if the tablet's pages and the test's code open without a connection: a worker is active only once it has kept every
 * file, and a browser that ran out of space may have dropped them since.
 */
export async function arePagesKept(): Promise<boolean> {
  if (!canKeepPages()) return false
  const kept = await Promise.all(areas.map(isKept))
  return kept.every(Boolean)
}

async function isKept(area: string): Promise<boolean> {
  const registration = await navigator.serviceWorker.getRegistration(area)
  if (!registration?.active) return false
  const name = (await caches.keys()).find((one) => isCacheOf(one, registration.scope))
  return name !== undefined && (await (await caches.open(name)).keys()).length > 0
}
