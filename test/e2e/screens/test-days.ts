import { openDialog } from '../waiting.ts'
import type { Scene } from './scene.ts'
import type { Visit } from './visit.ts'

/** Test days: the list, planning one, and the parts of one on its day. The live board is of assignments in general too. */
export async function testDayScreens(url: string, scene: Scene, at: Visit): Promise<void> {
  const { page, t, see } = at
  const press = (key: string) => page.getByRole('button', { name: t(key), exact: true }).click()
  await page.goto(`${url}/manager/test-days`)
  await page.getByText('Kapı 2').first().waitFor()
  await see('test-days')
  await page.goto(`${url}/manager/test-days/new`)
  await page.getByRole('table').getByRole('checkbox').nth(1).waitFor()
  await page.getByRole('group').getByRole('checkbox').first().click()
  await press('test-days:plan.send')
  await page.getByText(t('test-days:problem.place')).waitFor()
  await see('test-day-plan')

  const day = `${url}/manager/test-days/${scene.testDay}`
  await page.goto(day)
  // The groups of people change with the time since the scene was set.
  await page.getByRole('button', { name: 'Gülşah Öztürk' }).waitFor()
  await see('test-day-board')
  await page.getByRole('button', { name: 'Gülşah Öztürk' }).click()
  await openDialog(page)
  await page.getByText('Elektrik kesildi.').waitFor()
  await see('test-day-person')
  await page.goto(`${day}/people`)
  await page.getByText('Gülşah Öztürk').first().waitFor()
  await see('test-day-people')
  await page.goto(`${day}/tablets`)
  await page.getByText(t('test-days:tablets.codes.title')).waitFor()
  await page.getByRole('main').getByRole('img').first().waitFor()
  await see('test-day-tablets')
  await page.goto(`${day}/waiting`)
  await page.getByText(t('test-days:waiting.refused')).waitFor()
  await see('test-day-waiting')
  // The newest is first: the refusal has words of its own.
  await page
    .getByRole('button', { name: t('test-days:waiting.accept.open'), exact: true })
    .first()
    .click()
  await openDialog(page)
  await see('test-day-waiting-accept')

  await page.goto(`${url}/manager/assignments/live?status=in_progress`)
  await page.getByRole('heading', { level: 2 }).first().waitFor()
  await see('assignments-live')
}
