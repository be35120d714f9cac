import { afterAll, beforeAll, expect, test } from 'vitest'
import { usersMe } from '#contract/auth.ts'
import { inviteEmails } from '#contract/people.ts'
import { request } from '#test/support/api.ts'
import { drawerScreens, navigationScreens, rightToLeftScreens } from './screens/layouts.ts'
import { type Look, type Visit, visit } from './screens/visit.ts'
import { type Served, serve } from './served.ts'
import { focused } from './waiting.ts'

let served: Served
let url: string
let session: unknown

beforeAll(async () => {
  served = await serve()
  url = served.server.url
  const { token } = served.cast.manager
  const { answer } = await request(url, usersMe, { token })
  session = { signedIn: true, token, user: answer }
  await request(url, inviteEmails, {
    token,
    params: { clientId: served.cast.anadolu },
    body: {
      emails: [
        { email: 'sukru.igneci@ornek.test', name: 'ŞÜKRÜ İĞNECİ', group: '1. Vardiya' },
        { email: 'fatma.nur@ornek.test', name: 'Fatma Nur Büyükçavuşoğlu' },
      ],
      inventoryIds: [served.cast.inventories.ENGLISH ?? ''],
    },
  })
})
afterAll(() => served.close())

async function walk(look: Look, way: (at: Visit) => Promise<void>): Promise<void> {
  const at = await visit(served.browser, look, session)
  try {
    await way(at)
  } finally {
    await at.close()
  }
}

const laptop: Look = { locale: 'en', mode: 'light', device: 'laptop' }
const phone: Look = { locale: 'tr', mode: 'light', device: 'phone' }

// The second language is only for pictures; the layouts have hardly any text.
const both = (look: Look): Look[] =>
  process.env.SCREENS === undefined ? [look] : [look, { ...look, locale: look.locale === 'tr' ? 'en' : 'tr' }]

test.each(both(laptop))('every layout in every mode of its navigation, $locale', (look) =>
  walk(look, (at) => navigationScreens(url, at)),
)
test.each(both(phone))('every layout on a phone, with its drawer, $locale', (look) =>
  walk(look, (at) => drawerScreens(url, at)),
)
test.each(both(laptop))('every layout from right to left, $locale', (look) =>
  walk(look, (at) => rightToLeftScreens(url, at)),
)

const stored = ({ page }: Visit) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('terazi.theme') ?? '').state as Record<string, unknown>)

test('a choice in the appearance panel applies at once, keeps the page as it is, and is stored', () =>
  walk(laptop, async (at) => {
    const { page, t, see } = at
    const root = page.locator('html')
    const choose = (name: string) =>
      page
        .locator('label')
        .filter({ has: page.getByRole('radio', { name: t(name) }) })
        .click()
    await page.goto(`${url}/manager/assignments`)
    const search = page.getByRole('searchbox')
    await search.fill('half')
    // The list is dimmed until it has arrived.
    await page.waitForURL(/half/)
    await page.getByRole('button', { name: t('shell:theme.title') }).click()
    const panel = page.getByRole('region', { name: t('shell:theme.title') })
    await panel.waitFor()
    await see('theme-panel')

    await choose('shell:theme.layouts.modern')
    await page.locator('[data-layout="modern"][data-card-bordered]').waitFor()
    await expect
      .poll(() => stored(at))
      .toMatchObject({ navMode: 'transparent', cardBordered: true, panelExpand: true })
    await panel.getByRole('radio', { name: t('shell:theme.navModes.themed'), disabled: true }).waitFor()
    await choose('shell:theme.layouts.decked')
    await page.locator('[data-layout="decked"]').waitFor()
    await expect.poll(() => stored(at)).toMatchObject({ navMode: 'light', cardBordered: false })
    await expect.poll(() => search.inputValue()).toBe('half')

    const height = () => search.evaluate((element) => element.getBoundingClientRect().height)
    const before = await height()
    await choose('shell:theme.controlSizes.lg')
    await expect.poll(height).toBeGreaterThan(before)
    await choose('shell:theme.directions.rtl')
    await expect.poll(() => root.getAttribute('dir')).toBe('rtl')
    await choose('shell:theme.colors.teal')
    await expect.poll(() => stored(at)).toMatchObject({ themeColor: 'teal' })
    await see('theme-panel-rtl')

    await panel.getByRole('button', { name: t('shell:theme.reset') }).click()
    await expect
      .poll(() => stored(at))
      .toMatchObject({ themeColor: 'indigo', controlSize: 'md', direction: 'ltr' })
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'hidden' })
    await focused(page.locator(`[aria-label="${t('shell:theme.title')}"]`))
  }))

test('a person is found with only the keyboard, and opens', () =>
  walk(laptop, async ({ page, t, see }) => {
    await page.goto(`${url}/manager/assignments`)
    // Search needs the clients to be loaded.
    await page.getByRole('row').getByText('ŞÜKRÜ İĞNECİ').first().waitFor()
    await page.keyboard.press('/')
    const field = page.getByRole('combobox', { name: t('shell:search.title') })
    await field.fill('sukru')
    await page.getByRole('option', { name: 'ŞÜKRÜ İĞNECİ' }).waitFor()
    await see('search')
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'hidden' })
    await page.keyboard.press('Control+k')
    await field.fill('igneci')
    await page.getByRole('option', { name: 'ŞÜKRÜ İĞNECİ', selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/manager/participants/*-*')
    // The person, not a list to look through.
    await page.getByRole('heading', { level: 1, name: 'ŞÜKRÜ İĞNECİ' }).waitFor()
    await page.getByRole('main').getByText('sukru.igneci@ornek.test').first().waitFor()
    await see('search-arrived')

    const modeOf = () => page.evaluate(() => document.documentElement.classList.contains('dark'))
    const dark = await modeOf()
    await page.keyboard.press('Control+k')
    await field.fill(t(dark ? 'common:mode.light' : 'common:mode.dark'))
    await page.keyboard.press('Enter')
    await expect.poll(modeOf).toBe(!dark)
    await page.keyboard.press('Control+k')
    await field.fill(t('shell:search.assign'))
    await page.keyboard.press('Enter')
    await page.waitForURL('**/manager/assignments/create?**')
  }))

test('on a phone the search takes the whole width, and says when nothing matches', () =>
  walk(phone, async ({ page, t, see }) => {
    await page.goto(`${url}/manager/assignments`)
    await page.getByRole('button', { name: t('shell:search.open') }).click()
    await page.getByRole('combobox', { name: t('shell:search.title') }).fill('zzzz')
    await page.getByText(t('shell:search.nothing', { words: 'zzzz' })).waitFor()
    await expect.poll(async () => (await page.getByRole('dialog').boundingBox())?.width).toBe(360)
    await see('search-phone')
  }))

test('clients that cannot be loaded are reported, and load on retry', () =>
  walk(laptop, async ({ page, t, see, expectStatus }) => {
    expectStatus(500)
    await page.route('**/api/clients/?*', (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto(`${url}/manager/assignments`)
    const failed = page.getByRole('banner').getByText(t('common:client.failed'), { exact: true })
    await failed.waitFor()
    await see('clients-failed')
    await page.unroute('**/api/clients/?*')
    await page
      .getByRole('banner')
      .getByRole('button', { name: t('common:client.failed') })
      .click()
    await page.getByRole('row').nth(1).waitFor()
    await failed.waitFor({ state: 'hidden' })
  }))
