import { publicPages } from '#contract/publicPages.ts'
import type { Visit } from './visit.ts'

const order = 'orderId=0190d6ad-7f3c-7cc1-8000-000000000001'
const texts = [
  { path: '/', title: 'publicHome:hero.title', name: 'home' },
  { path: '/hakkimizda', title: 'publicAbout:title', name: 'about', locale: 'tr' },
  { path: '/about', title: 'publicAbout:title', name: 'about', locale: 'en' },
  { path: '/yetkinlikler', title: 'publicCompetencies:title', name: 'competencies', locale: 'tr' },
  { path: '/competencies', title: 'publicCompetencies:title', name: 'competencies', locale: 'en' },
  { path: '/hizmetlerimiz', title: 'publicServices:title', name: 'services', locale: 'tr' },
  { path: '/services', title: 'publicServices:title', name: 'services', locale: 'en' },
  { path: '/tr/terms', title: 'publicTerms:title', name: 'terms', locale: 'tr' },
  { path: '/en/terms', title: 'publicTerms:title', name: 'terms', locale: 'en' },
  { path: '/tr/privacy', title: 'publicPrivacy:title', name: 'privacy', locale: 'tr' },
  { path: '/en/privacy', title: 'publicPrivacy:title', name: 'privacy', locale: 'en' },
  { path: '/dashboard', title: 'publicHub:title', name: 'hub' },
  // Visitors learn nothing about an order except how to see it.
  { path: `/payment/success?${order}`, title: 'payment:outcome.signedOut.title', name: 'payment-success' },
  { path: '/payment/success', title: 'payment:outcome.none.title', name: 'payment-none' },
  { path: `/payment/error?${order}`, title: 'payment:outcome.signedOut.title', name: 'payment-error' },
] as const

/** The public pages. */
export async function publicScreens(url: string, at: Visit): Promise<void> {
  const { page, look, t, see } = at
  const heading = (key: string) => page.getByRole('heading', { level: 1, name: t(key) }).waitFor()
  for (const { path, title, name, ...text } of texts) {
    // Terms and privacy use their address's language; two other pages have an address per language.
    if ('locale' in text && text.locale !== look.locale) continue
    await page.goto(url + path)
    await heading(title)
    await see(name)
  }
  if (look.device === 'phone') {
    await page.goto(url)
    await page.locator('summary').click()
    await page
      .locator('.sheet')
      .getByRole('link', { name: t('public:nav.services') })
      .waitFor()
    await see('menu')
  }
  await contactScreens(url, at)
  at.expectStatus(404)
  await page.goto(`${url}/nowhere`)
  await heading('publicNotFound:title')
  await see('not-found')
}

async function contactScreens(url: string, { page, look, t, see }: Visit): Promise<void> {
  await page.goto(url + publicPages.contact[look.locale])
  await page.getByRole('heading', { level: 1, name: t('publicContact:title') }).waitFor()
  await see('contact')
  const send = page.getByRole('button', { name: t('publicContact:send') })
  await send.click()
  await page.getByText(t('publicContact:field.message.error')).waitFor()
  await see('contact-errors')
  const field = (name: string) => page.getByLabel(t(`publicContact:field.${name}.label`))
  await field('name').fill('Ayşe Nur Demirtaş')
  await field('organisation').fill('Anadolu Gıda A.Ş.')
  await field('email').fill('ayse@anadolu.test')
  await field('message').fill('Kırk kişiyi MYT ile sınamak istiyoruz.')
  await send.click()
  await page.getByRole('heading', { name: t('publicContact:sent.title') }).waitFor()
  await see('contact-sent')
}

/** Signed-in people see the pages of their roles. */
export async function hubScreen(url: string, { page, t, see }: Visit): Promise<void> {
  await page.goto(`${url}/dashboard`)
  await page.getByRole('link', { name: t('publicHub:place.assignments.title') }).waitFor()
  await see('hub-signed-in')
}
