/** Shows what the page itself has brought for when words or code do not come: in both languages, with a way to ask again. */
export function showCrashPage(error: unknown): void {
  console.error(error)
  const lost = document.getElementById('lost')
  if (!lost) return
  lost.hidden = false
  lost.onclick = ({ target }) => {
    if (target instanceof HTMLButtonElement) window.location.reload()
  }
}
