import { entryOf } from './entry.ts'
import { keep, slice } from './slices.ts'

const root = document.documentElement
const name = 'terazi.locale'
const isLanguage = (value: unknown): value is 'tr' | 'en' => value === 'tr' || value === 'en'

/** Puts the same page in the other language into this one's place. What was typed into a form stays. */
async function turnTo(url: string): Promise<void> {
  const response = await fetch(url)
  const other = new DOMParser().parseFromString(await response.text(), 'text/html')
  const typed = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(
    (field) => [field.name, field.value] as const,
  )
  document.body.replaceChildren(...other.body.childNodes)
  document.title = other.title
  root.lang = other.documentElement.lang
  for (const [field, value] of typed) {
    const input = document.querySelector<HTMLInputElement>(`[name="${field}"]`)
    if (input && input.type !== 'hidden') input.value = value
  }
  entryOf()
  document.dispatchEvent(new Event('turned'))
}

/** The server knows the browser's language but not the choice kept here; boot.js has hidden the page when they differ. */
export async function takeChosenLanguage(): Promise<void> {
  const asked = new URLSearchParams(location.search).get('lang')
  if (isLanguage(asked) && !isLanguage(slice(name).currentLang)) keep(name, { currentLang: asked })
  if (root.dataset.turning === undefined) return
  try {
    await turnTo(`${location.pathname}?lang=${root.dataset.turning}`)
  } finally {
    // If there is no network, the page in the other language is better than none.
    delete root.dataset.turning
  }
}

export function followLanguage(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[data-language]') : null
    if (!(link instanceof HTMLAnchorElement)) return
    const language = link.dataset.language
    if (!isLanguage(language)) return
    keep(name, { currentLang: language })
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const { href } = link
    // A page whose address names its language has another address in the other one.
    const address = new URL(href).pathname === location.pathname ? location.pathname : href
    turnTo(href).then(
      () => {
        history.replaceState(null, '', address)
        document.querySelector<HTMLAnchorElement>('a[data-language]')?.focus({ preventScroll: true })
      },
      () => location.assign(href),
    )
  })
}
