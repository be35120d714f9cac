import { createTestDay, listTestDayPeople } from '#contract/test-days.ts'
import { request } from '#test/support/api.ts'
import { inventory } from '#test/support/cast.ts'
import { addMember } from '#test/support/invited.ts'
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
    ...{ token, params: { clientId: cast.anadolu } },
    body: { place: 'Kapı 2', day, inventoryIds, membershipIds: [membershipId] },
  })
  const params = { clientId: cast.anadolu, testDayId: answer.id }
  const { answer: people } = await request(server.url, listTestDayPeople, { token, params })
  return { ...answer, code: people.results[0]?.code ?? '' }
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

  await page.goto(`${url}/tablet?number=${day.number}`)
  await heading(t('tablet:setUp.title'))
  await press('tablet:setUp.submit')
  await page.getByText(t('tablet:setUp.digits', { count: 6 })).waitFor()
  await see('tablet-set-up')
  await field('tablet:setUp.pin').fill(day.pin)
  await field('tablet:setUp.name').fill('Tablet 07')
  await press('tablet:setUp.submit')

  await heading(t('tablet:code.title'))
  // The package waits for what a job derives from the codes: until then it is refused.
  at.expectStatus(409)
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
