const key = 'terazi.reloadedAt'
const quietMs = 60_000

/** After a new release the old page's chunks are gone: load the new one, but never in a circle. */
export function reloadForNewRelease() {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(key) ?? 0)
    if (Date.now() - last < quietMs) return
    sessionStorage.setItem(key, String(Date.now()))
    event.preventDefault()
    window.location.reload()
  })
}
