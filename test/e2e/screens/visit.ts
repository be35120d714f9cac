import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Locale } from '#contract/fields.ts'
import { translate } from '#server/locales.ts'
import { axeFaults } from '#test/support/axe.ts'
import { laptop, phone } from '#test/support/browser.ts'
import { thorough } from '#test/support/thorough.ts'
import { keepForReadme } from './readme-pictures.ts'

/** A language, mode and device. */
export interface Look {
  readonly locale: Locale
  readonly mode: 'light' | 'dark'
  readonly device: 'phone' | 'laptop'
}

/** The folder for pictures, when wanted. */
const folder = process.env.SCREENS

interface Tour {
  /** The one that it is walked through in. */
  readonly look: Look
  readonly others: readonly Look[]
}

/**
 * The looks of a walk. All in a thorough run and for pictures. Else one for each language, of another device and mode than the
 * other language's: every screen is seen on a phone and on a laptop, in light and in dark. From walk to walk they change places.
 */
export function tourOf(locale: Locale, walk: number): Tour {
  const turn = walk + (locale === 'tr' ? 0 : 2)
  const look = looks[turn % looks.length] ?? { mode: 'light', device: 'phone' }
  const others = thorough || folder !== undefined ? looks.filter((other) => other !== look) : []
  return { look: { ...look, locale }, others: others.map((other) => ({ ...other, locale })) }
}

/** The order of looks: two steps further both device and mode differ. */
const looks: readonly Omit<Look, 'locale'>[] = [
  { mode: 'light', device: 'phone' },
  { mode: 'light', device: 'laptop' },
  { mode: 'dark', device: 'laptop' },
  { mode: 'dark', device: 'phone' },
]

/** A page that is walked through in one look and seen in others, and collects what is wrong on the way. */
export interface Visit {
  readonly page: Page
  /** The one it is walked through in. */
  readonly look: Look
  /** A text in its language. */
  readonly t: (key: string, variables?: Record<string, string | number>) => string
  /** Answers of these statuses belong to the screen that follows. */
  readonly expectStatus: (status: number) => void
  /** Checks the open screen in every look, under its own name. */
  readonly see: (name: string) => Promise<void>
  readonly close: () => Promise<void>
}

/** Every address whose screen was checked in this file. */
export const seen = new Set<string>()

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** Opens a new browser, signed in if a session is given. */
export async function visit(
  browser: Browser,
  look: Look,
  session?: unknown,
  others: readonly Look[] = [],
): Promise<Visit> {
  const context = await browser.newContext({
    ...(look.device === 'phone' ? phone : laptop),
    locale: look.locale === 'tr' ? 'tr-TR' : 'en-GB',
    reducedMotion: 'reduce',
  })
  await keepSlices(context, look, session)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  const { problems, expectStatus } = watch(page)
  const opened: string[] = []
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) opened.push(new URL(frame.url()).pathname)
  })
  const check = async (name: string, { locale, mode, device }: Look) => {
    await settled(page)
    const right = { h1: 1, main: 1, lang: locale, titled: true, tooWide: [], cut: [], bareKeys: [] }
    const shape = await shapeWhen(page, right)
    const axe = await axeFaults(page, { tags })
    if (folder !== undefined) {
      const picture = `${name}-${device}-${locale}-${mode}`
      await page.screenshot({
        path: join(folder, `${picture}.png`),
        fullPage: true,
        animations: 'disabled',
      })
      await keepForReadme(page, picture)
    }
    expect
      .soft({ ...shape, problems: problems.splice(0), axe }, `${name} ${locale} ${mode} ${device}`)
      .toEqual({ ...right, problems: [], axe: [] })
  }
  return {
    page,
    look,
    t: (key, variables) => translate(look.locale, key, variables),
    expectStatus,
    see: async (name) => {
      for (const path of opened.splice(0)) seen.add(path)
      await check(name, look)
      for (const other of others) {
        await turnTo(page, devtools, other)
        await check(name, other)
      }
      if (others.length > 0) await turnTo(page, devtools, look)
    },
    close: () => context.close(),
  }
}

/** Shows the open page in another mode and on another device, without loading it again. */
async function turnTo(page: Page, devtools: CDPSession, { mode, device }: Look): Promise<void> {
  await page.setViewportSize((device === 'phone' ? phone : laptop).viewport)
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: device === 'phone' })
  await page.evaluate((mode) => {
    document.documentElement.classList.remove('light', 'dark')
    document.documentElement.classList.add(mode)
  }, mode)
}

const patienceMs = 10_000

/** Waits until lists have arrived, fonts are loaded, finite animations have ended, and the screen has been drawn since. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main [data-busy]').waitFor({ state: 'detached' })
  await page.evaluate(async (patienceMs) => {
    // A window that nobody sees draws nothing, and its animations never end: there is nothing to wait for then.
    const end = new Promise((resolve) => setTimeout(resolve, patienceMs))
    // Layout requests the fonts.
    document.body.getBoundingClientRect()
    await Promise.race([document.fonts.ready, end])
    const ending = document
      .getAnimations()
      .filter(
        ({ effect, playState }) =>
          playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
      )
    await Promise.race([Promise.allSettled(ending.map(({ finished }) => finished)), end])
    // Components that measure themselves or follow the width draw once more.
    const drawn = async () => {
      for (let i = 0; i < 2; i += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    await Promise.race([drawn(), end])
  }, patienceMs)
}

/** The page's shape once it is right; title and language may come a moment later. */
async function shapeWhen(page: Page, right: Shape): Promise<Shape> {
  const end = Date.now() + patienceMs
  for (;;) {
    const shape = await page.evaluate(shapeOf)
    if (isDeepStrictEqual(shape, right) || Date.now() > end) return shape
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 16)))
  }
}

/** Writes a person's stored choices before any page reads them. */
export async function keepSlices(context: BrowserContext, look: Look, session: unknown): Promise<void> {
  const theme = {
    themeColor: 'indigo',
    direction: 'ltr',
    mode: look.mode,
    primaryColorLevel: 600,
    cardBordered: false,
    panelExpand: false,
    controlSize: 'md',
    navMode: look.mode,
    layout: { type: 'classic', sideNavCollapse: false },
  }
  const slices = {
    'terazi.theme': theme,
    'terazi.locale': { currentLang: look.locale },
    // A question that is looked at stays; test/e2e/taking-shipped.ts takes a test where the next one follows.
    'terazi.player': { autoNext: false },
    ...(session === undefined ? {} : { 'terazi.auth': session }),
  }
  await context.addInitScript((kept) => {
    // A frame that may run nothing, such as a mail's preview, has no storage.
    if (window.origin === 'null') return
    for (const [name, state] of Object.entries(kept))
      localStorage.setItem(name, JSON.stringify({ state, version: 0 }))
  }, slices)
}

/** Errors of the console, of scripts, and of requests. */
function watch(page: Page): { problems: string[]; expectStatus: (status: number) => void } {
  const problems: string[] = []
  const expected = new Set<number>()
  page.on('pageerror', (error) => problems.push(`script: ${error.message}`))
  page.on('console', (message) => {
    // The browser's line about a status; answers are checked below.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(`console: ${message.text()}`)
  })
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? ''
    // Leaving a page aborts its requests, and an offline walk cuts the connection itself.
    if (why !== 'net::ERR_ABORTED' && why !== 'net::ERR_INTERNET_DISCONNECTED')
      problems.push(`request: ${request.url()} ${why}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400 && !expected.has(response.status()))
      problems.push(`answer: ${response.status()} ${response.url()}`)
  })
  return { problems, expectStatus: (status) => expected.add(status) }
}

type Shape = ReturnType<typeof shapeOf>

/** Runs in the page: landmarks, title, elements wider than the screen, controls whose text is cut, and keys without a text. */
function shapeOf() {
  const texts = [...document.body.querySelectorAll('*')]
    .filter((element) => element.childElementCount === 0 && element.closest('code') === null)
    .map((element) => element.textContent.trim())
  const wide = [document.documentElement, document.body, ...document.querySelectorAll('main')].filter(
    (element) => element.scrollWidth > element.clientWidth,
  )
  const controls = document.querySelectorAll('button, button *, a, a *, label, label *, [role=radiogroup]')
  const cut = [...controls].filter((element) => {
    if (!(element instanceof HTMLElement) || element.clientWidth <= 1) return false
    const { overflowX, textOverflow } = getComputedStyle(element)
    return (
      overflowX !== 'visible' && textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1
    )
  })
  return {
    h1: document.querySelectorAll('h1').length,
    main: document.querySelectorAll('main').length,
    lang: document.documentElement.lang,
    titled: /^(\S.* · Terazi|Terazi · \S.*)$/.test(document.title),
    tooWide: wide.map((element) => `${element.tagName} ${element.scrollWidth}`),
    cut: cut.map((element) => `${element.tagName} ${element.textContent.trim().slice(0, 40)}`),
    // Names of recordings and of Node.js look like keys, and are shown on purpose, as is what is marked as code.
    bareKeys: texts.filter(
      (text) => /^([a-z]\w*:)?[a-z]\w*(\.\w+)+$/i.test(text) && !text.endsWith('.mp3') && text !== 'Node.js',
    ),
  }
}
