/**
 * Listens to the line and to the page being hidden or shown.
 * @returns what stops listening
 */
export function watchPage(on: { deliver: () => void; offline: () => void; shown: () => void }): () => void {
  const hiddenOrShown = () => (document.visibilityState === 'hidden' ? on.deliver() : on.shown())
  window.addEventListener('online', on.deliver)
  window.addEventListener('offline', on.offline)
  document.addEventListener('visibilitychange', hiddenOrShown)
  return () => {
    window.removeEventListener('online', on.deliver)
    window.removeEventListener('offline', on.offline)
    document.removeEventListener('visibilitychange', hiddenOrShown)
  }
}
