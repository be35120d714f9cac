// Before anything is drawn: the mode, the direction and the language that were chosen here, so that no white page flashes
// in the dark. A file and not an inline script, because the content security policy allows none.
;(() => {
  const root = document.documentElement
  const stored = (name) => {
    try {
      return JSON.parse(localStorage.getItem(name)).state
    } catch {
      return {}
    }
  }
  const theme = stored('terazi.theme')
  if (theme.mode === 'dark') root.className = 'dark'
  if (theme.direction === 'rtl') root.dir = 'rtl'
  const language = stored('terazi.locale').currentLang
  if (language === 'en' || language === 'tr') root.lang = language
})()
