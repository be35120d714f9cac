import type { newResult, Participant } from './scene.ts'
import type { Visit } from './visit.ts'

const name = 'ŞÜKRÜ İĞNECİ'

/** The screens of an invited person before a test: greeting, list, closed tests. */
export async function waitingScreens(url: string, person: Participant, at: Visit): Promise<void> {
  const { page, t, see } = at
  const heading = (text: string) => page.getByRole('heading', { level: 1, name: text }).waitFor()
  await page.goto(`${url}/participant/assignments?welcome`)
  await heading(t('player:welcome.hello', { name }))
  await see('greeting')
  await page.getByRole('button', { name: t('player:welcome.notMe', { name }) }).click()
  await page.getByRole('dialog').waitFor()
  await see('greeting-not-me')

  await page.goto(`${url}/participant/assignments`)
  await page
    .getByRole('button', { name: t('player:list.prepare') })
    .first()
    .waitFor()
  await see('my-assignments')
  await page.getByRole('button', { name: t('player:list.menu') }).click()
  await page.getByRole('dialog').waitFor()
  await see('my-assignments-menu')

  await page.goto(`${url}/participant/assignments/${person.expired}`)
  await heading(t('player:closed.expiredTitle'))
  await see('assignment-expired')
  await page.goto(`${url}/participant/assignments/${person.cancelled}`)
  await heading(t('player:closed.cancelledTitle'))
  await see('assignment-cancelled')
  await page.goto(`${url}/participant/tests/myt/`)
  await heading(t('player:tests.none'))
  await see('tests-none')
}

/** The screens of a sensitive checklist, from its notices to its first statement. */
export async function checklistScreens(url: string, person: Participant, at: Visit): Promise<void> {
  const { page, t, see } = at
  const tap = (key: string) => page.getByRole('button', { name: t(key), exact: true }).click()
  await page.goto(`${url}/participant/assignments/${person.SCL90}`)
  await page.getByRole('button', { name: t('player:notice.read'), exact: true }).waitFor()
  await see('notice')
  await tap('player:notice.read')
  await page.getByRole('button', { name: t('player:notice.agree'), exact: true }).waitFor()
  await see('consent')
  await tap('player:notice.refuse')
  await page.getByRole('dialog').waitFor()
  await see('consent-refuse')
  await tap('player:refuse.back')
  await tap('player:notice.agree')
  await page.getByRole('heading', { level: 1, name: t('player:before.title') }).waitFor()
  await see('pre-test')
  await tap('player:button.start')
  // Alone on a phone, by tens on a laptop.
  await page.getByText(/^1(–10)? \/ 90$/).waitFor()
  await page.getByRole('radio').nth(2).check()
  await page.getByRole('status').getByText(t('player:save.saved')).waitFor()
  await see('player-likert')
  await page.goto(`${url}/participant/consents`)
  await page.getByRole('heading', { level: 1, name: t('consents:title') }).waitFor()
  await see('consents')
  await tap('consents:withdraw')
  await page.getByRole('dialog').waitFor()
  await see('consents-withdraw')
  await tap('consents:ask.stay')
  await tap('consents:object.open')
  await page.getByRole('dialog').waitFor()
  await see('consents-object')
  // Nobody has shown yet who they are.
  at.expectStatus(409)
  await page.goto(`${url}/participant/data`)
  await page.getByText(t('my-data:proof'), { exact: true }).waitFor()
  await see('my-data')
  await person.prove()
  await page.reload()
  await page.getByRole('button', { name: t('my-data:correct'), exact: true }).click()
  await page.getByRole('textbox', { name: t('my-data:field.name') }).waitFor()
  await see('my-data-held')
}

/** The English test, from its first question to the receipt. */
export async function placementScreens(url: string, person: Participant, at: Visit): Promise<void> {
  const { page, t, see } = at
  const tap = (key: string) => page.getByRole('button', { name: t(key), exact: true }).click()
  const offline = t('player:save.offline', { n: 1 })
  await page.goto(`${url}/participant/assignments/${person.ENGLISH}`)
  await tap('player:notice.read')
  await tap('player:button.start')
  await page.getByText('1 / 75', { exact: true }).waitFor()
  await see('player-first')
  await tap('player:button.look')
  await page.getByRole('dialog').waitFor()
  await see('player-look')
  await tap('player:look.done')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.context().setOffline(true)
  await page.getByRole('radio').first().check()
  await page.getByRole('status').getByText(offline).waitFor()
  await tap('player:button.next')
  await page.getByText('2 / 75', { exact: true }).waitFor()
  await see('player-offline')
  await page.context().setOffline(false)
  await page.getByRole('status').getByText(t('player:save.saved')).waitFor()

  await tap('player:button.review')
  await page.getByRole('heading', { level: 1, name: t('player-review:blankCount', { count: 74 }) }).waitFor()
  await see('review')
  await page.getByRole('button', { name: t('player-review:numberBlank', { n: 61 }) }).click()
  await page.getByText('61 / 75', { exact: true }).waitFor()
  await see('player-passage')
  await page.route('**/api/**', (route) => route.abort('aborted'))
  await page.getByRole('radio').first().check()
  await tap('player:button.review')
  await tap('player:button.submit')
  await page.getByRole('dialog').waitFor()
  await see('submit')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('player:button.submit') })
    .click()
  await tap('player:rescue')
  await page.getByRole('heading', { name: t('player-rescue:title') }).waitFor()
  await see('rescue')
  await tap('player:button.close')
  await page.unroute('**/api/**')
  await tap('player:sending.tryNow')
  await page.getByRole('heading', { level: 1, name: t('player:done.title', { name }) }).waitFor()
  await see('thanks')
  await page.goto(`${url}/participant/assignments/${person.ENGLISH}`)
  await page.getByRole('heading', { level: 1, name: t('player:completed.title') }).waitFor()
  await see('assignment-completed')
}

/** Somebody's own result in plain words, behind a code. */
export async function resultScreens(
  url: string,
  { assignmentId, prove }: Awaited<ReturnType<typeof newResult>>,
  { page, t, see, expectStatus }: Visit,
): Promise<void> {
  // Nobody has shown yet who they are.
  expectStatus(409)
  await page.goto(`${url}/participant/assignments`)
  await page.getByRole('button', { name: t('player:result.open'), exact: true }).click()
  await page.getByText(t('my-data:proof'), { exact: true }).waitFor()
  await see('my-result-proof')
  await prove()
  await page.goto(`${url}/participant/assignments/${assignmentId}/result`)
  await page.getByRole('heading', { level: 2, name: t('feedback:title.not') }).waitFor()
  await see('my-result')
}
