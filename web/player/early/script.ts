import type { Early } from './early.ts'

// Part of the page itself (web/playerBuild.ts), so that it runs before any file has come: the page before a test, loaded
// again, requests the assignment at once. A tab that is in the test has it on the device, and loads the code of the test
// beside the first. Each of its bytes is in the page's first packets.

// A script that did not come, or came as something else, leaves a page without any code: then this says so. A worker that
// finds a file broken fetches it, so that loading the page again helps.
addEventListener(
  'error',
  ({ target }) => {
    const lost = document.getElementById('lost')
    if (!lost || !(target instanceof HTMLScriptElement)) return
    lost.hidden = false
    lost.onclick = () => location.reload()
  },
  true,
)

interface State {
  token?: string
  currentLang?: string
}

const stateIn = (storage: Storage, name: string): State =>
  JSON.parse(storage.getItem(name) ?? '{}').state ?? {}

try {
  const [, id] = /^\/participant\/assignments\/([\w-]+)$/.exec(location.pathname) ?? []
  const token = stateIn(sessionStorage, 'terazi.auth').token ?? stateIn(localStorage, 'terazi.auth').token
  const { test } = document.documentElement.dataset
  if (id && test && sessionStorage.getItem('terazi.taking') === id) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = test
    document.head.append(link)
    // A tablet has its own ways to an answer.
  } else if (id && token && !localStorage.getItem('terazi.tablet')) {
    const locale = stateIn(localStorage, 'terazi.locale').currentLang ?? document.documentElement.lang
    const answer = fetch(`/api/participant/assignments/${id}/`, {
      headers: { 'accept-language': locale, authorization: `Token ${token}` },
      redirect: 'manual',
      // An old browser has none, and then no end but its own.
      signal: AbortSignal.timeout?.(60_000),
    })
    const early: Early = { id, token, locale, answer }
    window.teraziEarly = early
    // The code that takes the answer sees its error. If none takes it, nobody needs it.
    answer.catch(() => undefined)
  }
} catch {
  // Denied or damaged storage: the code asks when it is there.
}
