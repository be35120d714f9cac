/** Has the service worker keep the player's files, so that a test once opened also opens without a line. */
export function keepOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  if (!window.location.pathname.startsWith('/participant/')) return
  navigator.serviceWorker.register('/player-sw.js', { scope: '/participant/' }).catch((error: unknown) => {
    // Without it the player still works while the page is open; it only cannot be opened offline.
    console.warn('The player will not open without a connection.', error)
  })
}
