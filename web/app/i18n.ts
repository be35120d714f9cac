import i18next, { type BackendModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Locale } from '#contract/fields.ts'
import { isLocaleChosen, noteAccountLocale, useLocaleSettings } from './localeSettings.ts'

// One small chunk per language and namespace: a visitor loads the words of one language, and of the pages they open.
// Those of the public pages are drawn into the pages at build.
const files = import.meta.glob<Record<string, unknown>>(
  ['../../locales/*/*.json', '!../../locales/*/public*.json'],
  { import: 'default' },
)

const fromLocales: BackendModule = {
  type: 'backend',
  init: () => {},
  read: (language, namespace, done) => {
    const load = files[`../../locales/${language}/${namespace}.json`]
    if (!load) return done(new Error(`No texts ${language}/${namespace}`), null)
    load().then(
      (texts) => done(null, texts),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), null),
    )
  },
}

let started: Promise<void> | undefined

/** Begins with the words of every page; later calls wait for the first one. */
export function startTranslations(): Promise<void> {
  started ??= start()
  return started
}

async function start(): Promise<void> {
  const lng = useLocaleSettings.getState().currentLang
  await i18next
    .use(fromLocales)
    .use(initReactI18next)
    .init({
      lng,
      fallbackLng: false,
      ns: ['common', 'ui'],
      defaultNS: 'common',
      load: 'languageOnly',
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    })
  document.documentElement.lang = lng
}

/**
 * Switches without a reload: the words first, so that no key is ever shown, then the slice, so that requests repeated
 * because of the change already use the new language.
 */
export async function setLanguage(language: Locale): Promise<void> {
  await i18next.loadLanguages(language)
  useLocaleSettings.setState({ currentLang: language })
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}

/** Speaks another language in this document alone; the reader's choice stays as it is. */
export async function speak(language: Locale): Promise<void> {
  await startTranslations()
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}

/** Speaks the language of the account that has signed in, unless somebody chose one in this browser. */
export async function followAccount(locale: Locale): Promise<void> {
  if (isLocaleChosen()) return
  noteAccountLocale(locale)
  await setLanguage(locale)
}

/** Loads the words of a page before it is drawn; without them the page's error says so, instead of bare keys. */
export async function loadTexts(namespaces: readonly string[]): Promise<void> {
  await startTranslations()
  await i18next.loadNamespaces([...namespaces])
  const missing = namespaces.filter((namespace) => !i18next.hasResourceBundle(i18next.language, namespace))
  if (missing.length > 0) throw new Error(`Texts did not load: ${missing.join(', ')}`)
}
