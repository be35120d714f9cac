import { createTestDay, listTestDayPeople } from '#contract/test-days.ts'
import { request } from '#test/support/api.ts'
import { inventory } from '#test/support/cast.ts'
import { addMember } from '#test/support/invited.ts'
import { makeSetupCode } from '#test/support/set-up.ts'
import type { Served } from '../served.ts'
import type { Visit } from './visit.ts'

const name = 'Gülşah Öztürk'

/** A test day of today with one person. */
async function plan({ server, cast }: Served) {
  const { token } = cast.manager
  const { membershipId } = await addMember(server.database.db, cast.anadolu, { name })
  const day = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Istanbul' }).format(new Date())
  const inventoryIds = [inventory(cast, 'ENGLISH')]
  const { answer } = await request(server.url, createTestDay, {
    token,
    params: { clientId: cast.anadolu },
    body: { place: 'Kapı 2', day, inventoryIds, membershipIds: [membershipId] },
  })
  const params = { clientId: cast.anadolu, testDayId: answer.id }
  const { answer: people } = await request(server.url, listTestDayPeople, { token, params })
  const setupCode = await makeSetupCode(server.url, { token, ...params })
  return { ...answer, code: people.results[0]?.code ?? '', setupCode }
}

/** A shared tablet: set up, a code, whose it is, and the lock. */
export async function tabletScreens(served: Served, at: Visit): Promise<void> {
  const { page, t, see } = at
  const { url } = served.server
  const heading = (text: string) => page.getByRole('heading', { level: 1, name: text }).waitFor()
  const press = (key: string) => page.getByRole('button', { name: t(key), exact: true }).click()
  const field = (key: string) => page.getByRole('textbox', { name: t(key) })
  const type = async (digits: string) => {
    await page.keyboard.type(digits)
    await page.keyboard.press('Enter')
  }
  const day = await plan(served)

  await page.goto(`${url}/tablet#${day.setupCode}`)
  await heading(t('tablet:setUp.title'))
  await press('tablet:setUp.submit')
  await page.getByText(t('tablet:setUp.missing')).waitFor()
  await see('tablet-set-up')
  // A pending tablet is refused; and the package, asked for at once, until a job has derived what it needs from the codes.
  at.expectStatus(409)
  await field('tablet:setUp.name').fill('Tablet 07')
  await press('tablet:setUp.submit')
  await heading(t('tablet:prepared.today'))

  // The tablet has had too many wrong PINs.
  const { db } = served.server.database
  const setPending = (pending_at: Date | null) =>
    db.updateTable('tablets').set({ pending_at }).where('test_day_id', '=', day.id).execute()
  await setPending(new Date())
  await type(day.pin)
  await heading(t('tablet:pending.title'))
  await see('tablet-pending')
  // Loaded again it has forgotten the PIN.
  await page.reload()
  await heading(t('tablet:pending.title'))
  await setPending(null)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await heading(t('tablet:prepared.today'))
  await type(day.pin)

  await heading(t('tablet:code.title'))
  await served.server.runJobs()
  await page.getByText(t('tablet:prepared.loading')).waitFor({ state: 'detached', timeout: 60_000 })
  await type('4072')
  await see('tablet-code')
  await type('19407219')
  await page.getByText(t('tablet:code.notFound')).waitFor()
  await see('tablet-code-unknown')
  for (const _ of '407219407219') await page.keyboard.press('Backspace')
  await type(day.code)
  await heading(name)
  await see('tablet-confirm')

  await press('tablet:supervisor.open')
  await page.getByText(t('tablet:supervisor.enterPin')).waitFor()
  await see('tablet-supervisor')
  await type(day.pin)
  await press('tablet:supervisor.lock')
  await page.getByRole('heading', { name: t('tablet:lock.title') }).waitFor()
  await see('tablet-lock')
  await type(day.pin)
  await heading(name)
  await press('tablet:confirm.no')
  await heading(t('tablet:code.title'))
}
