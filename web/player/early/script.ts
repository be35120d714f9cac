import type { Early } from './early.ts'

// In the page itself (web/playerBuild.ts), where it runs before any file has come: a test's page that is loaded again asks at
// once for what it will need. Each of its bytes is in the page's first packets.

/** The address of the test's code. */
declare const testCode: string

interface State {
  token?: string
  currentLang?: string
}

const stateIn = (storage: Storage, name: string): State =>
  JSON.parse(storage.getItem(name) ?? '{}').state ?? {}

try {
  const [, id] = /^\/participant\/assignments\/([\w-]+)$/.exec(location.pathname) ?? []
  const token = stateIn(sessionStorage, 'terazi.auth').token ?? stateIn(localStorage, 'terazi.auth').token
  // A tablet has its own ways to an answer.
  if (id && token && !localStorage.getItem('terazi.tablet')) {
    if (sessionStorage.getItem('terazi.taking') === id) {
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.href = testCode
      document.head.append(link)
    } else {
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
  }
} catch {
  // Denied or damaged storage: the code asks when it is there.
}
