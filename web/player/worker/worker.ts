import type { PlayerBuild } from './files.ts'
import { createKeeper } from './keeper.ts'

// The service worker that lets a test once opened open again without a line. It keeps the player's files and nothing else:
// neither the application, nor any answer of the API. It is one file, so that nothing foreign can be a part of it.

declare const self: ServiceWorkerGlobalScope
/** Written by the build (../pwa.ts). */
declare const playerFilesOfBuild: PlayerBuild

const keeper = createKeeper(playerFilesOfBuild, self.registration.scope, (input, init) => fetch(input, init))

/** An invitation's link opens the test that it began here, also where there is no line. */
const pages = [/^\/participant\//, /^\/magic-link\/[^/]+\/[^/]+\/?$/, /^\/tablet\/?$/]

self.addEventListener('install', (event) => {
  // It fails as a whole, and is tried again (../device/offline.ts); what came stays for the next time.
  event.waitUntil(keeper.fill().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  const start = async () => {
    const locked = await keeper.takeOver()
    await self.clients.claim()
    if (!locked) return
    // They show what a network had answered in the player's place, without any code that could ask again. Their new pages
    // wait for this worker to be active, so it must not wait for them.
    for (const client of await self.clients.matchAll({ type: 'window' }))
      client
        .navigate(client.url)
        .catch((error: unknown) => console.warn('A page has to be loaded again by hand.', error))
  }
  event.waitUntil(start())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  const later = (work: Promise<void>) => event.waitUntil(work)
  if (request.mode === 'navigate') {
    if (pages.some((page) => page.test(pathname))) event.respondWith(keeper.pageFor(request, later))
    return
  }
  const file = keeper.fileAt(pathname)
  if (file) event.respondWith(keeper.fileFor(file, later))
})
