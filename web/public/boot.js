// Before anything is drawn: the mode, the direction and the language that were chosen here, so that no white page flashes
// in the dark. A file and not an inline script, because the content security policy allows none.
;(() => {
  const root = document.documentElement
  const stored = (name, storage) => {
    try {
      return JSON.parse(storage().getItem(name)).state
    } catch {
      return {}
    }
  }
  // A document that comes drawn keeps the application's scripts back, in a template, until its page is painted.
  const startWhenPainted = () => {
    const start = () => {
      const scripts = document.getElementById('application')
      if (scripts) document.head.append(scripts.content)
    }
    // Nothing is painted in a tab that nobody looks at, or while the drawn page is hidden.
    if (document.hidden || 'otherwise' in root.dataset) return addEventListener('DOMContentLoaded', start)
    const painted = new PerformanceObserver((entries) => {
      if (entries.getEntriesByName('first-contentful-paint').length > 0) start()
    })
    painted.observe({ type: 'paint', buffered: true })
    addEventListener('load', () => setTimeout(start, 1000))
  }
  const device = () => localStorage
  const tab = () => sessionStorage
  const theme = stored('terazi.theme', device)
  if (theme.mode === 'dark') root.className = 'dark'
  if (theme.direction === 'rtl') root.dir = 'rtl'
  const language = stored('terazi.locale', device).currentLang
  const known = language === 'en' || language === 'tr'
  const auth = { ...stored('terazi.auth', device), ...stored('terazi.auth', tab) }
  const signedIn = auth.signedIn && auth.token
  if (root.dataset.site === undefined) {
    // The application's document may bring its first page drawn: not for these.
    if (signedIn || (known && language !== root.lang)) root.dataset.otherwise = ''
    root.dataset.mantineColorScheme = root.className
    if (known) root.lang = language
    startWhenPainted()
    return
  }
  // A public page comes with its words: when those are not the chosen ones it waits unseen for the others.
  const asked = new URLSearchParams(location.search).has('lang') || root.dataset.site === 'fixed'
  if (known && !asked && language !== root.lang) root.dataset.turning = language
  if (signedIn) root.dataset.authority = (auth.user?.authority ?? []).join(' ')
})()
