import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { Locale } from '#contract/fields.ts'
import type { Preview } from '#contract/previews.ts'
import { buildForm, itemCount } from '#scoring/form/form.ts'
import { beforeTest } from '#server/features/inventories/before-test.ts'
import { readContent } from '#server/features/inventories/content.ts'

const built = join(import.meta.dirname, '../../dist/web')

/** An address that only exists in the browser of these tests: its files and its one answer are put in by hand. */
const origin = 'https://player.test'

const operator = {
  signedIn: true,
  token: 'none',
  user: { id: '1', name: 'A', company: '', authority: ['admin'] },
}

/** A participant's content of every shipped test, by its code. */
export async function shippedPreviews(locale: Locale): Promise<Record<string, Preview>> {
  const previews = (await readContent()).map((definition): Preview => {
    const { name, description } = definition.texts[locale]
    return {
      code: definition.code,
      version: definition.version,
      draft: false,
      name,
      description,
      minutes: definition.minutes,
      itemCount: itemCount(definition),
      timeLimitSeconds: definition.timeLimitSeconds ?? null,
      ...beforeTest(definition, locale),
      form: buildForm(definition, locale, 'preview'),
    }
  })
  return Object.fromEntries(previews.map((preview) => [preview.code, preview]))
}

/** The strip of a preview out of the way, so that the player has the whole screen as a participant's does. */
const withoutStrip = `
  [data-strip] { position: fixed; inset-block-start: -400px }
  [data-strip] ~ * { grid-row: 1 / -1 }
`

interface PreviewedOptions extends BrowserContextOptions {
  mode?: 'light' | 'dark'
  /** True if the device can read aloud: its button needs room. */
  voice?: boolean
}

/** The player showing one version, without a server. */
export async function previewed(
  browser: Browser,
  preview: Preview,
  { mode = 'light', voice = true, ...options }: PreviewedOptions,
): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', serviceWorkers: 'block', ...options })
  const slices = {
    'terazi.auth': operator,
    'terazi.locale': { currentLang: preview.form.locale },
    'terazi.theme': { mode },
  }
  await context.addInitScript((stored) => {
    for (const [name, state] of Object.entries(stored))
      localStorage.setItem(name, JSON.stringify({ state, version: 0 }))
  }, slices)
  if (voice)
    await context.addInitScript(() => {
      const voices = ['tr-TR', 'en-GB'].map((lang) => ({ lang, name: lang }))
      Object.defineProperty(speechSynthesis, 'getVoices', { value: () => voices })
    })
  const page = await context.newPage()
  await page.route(`${origin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname.startsWith('/api/')) return route.fulfill({ json: preview })
    const file = join(built, pathname)
    const known = pathname.includes('.') && existsSync(file)
    return route.fulfill({ path: known ? file : join(built, `player/index.${preview.form.locale}.html`) })
  })
  await page.goto(`${origin}/admin/inventories/${preview.code}/versions/${preview.version}/preview`)
  await page.locator('[data-strip]').waitFor({ timeout: 15_000 })
  await page.addStyleTag({ content: withoutStrip })
  await page.evaluate(() => document.fonts.ready)
  return page
}
