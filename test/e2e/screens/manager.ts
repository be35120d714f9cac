import { listFile } from '../people.ts'
import { openDialog } from '../waiting.ts'
import type { Scene } from './scene.ts'
import type { Visit } from './visit.ts'

/** A manager's lists and reports. */
export async function managerScreens(url: string, scene: Scene, at: Visit): Promise<void> {
  const { page, t, see } = at
  await page.goto(`${url}/manager/dashboard`)
  await page.getByRole('heading', { name: t('dashboard:results.title') }).waitFor()
  await see('dashboard')

  await page.goto(`${url}/manager/assignments`)
  await page
    .getByRole('link', { name: t('assignments:reportOf', { name: 'ŞÜKRÜ İĞNECİ' }) })
    .first()
    .waitFor()
  await see('assignments')
  await page.getByRole('searchbox').fill('zzzz')
  await page.getByText(t('assignments:noMatch.search', { search: 'zzzz' })).waitFor()
  await see('assignments-no-match')
  const byScore = new URLSearchParams({ inventory: scene.english, ordering: '-score:total' })
  await page.goto(`${url}/manager/assignments?${byScore}`)
  await page.getByRole('note').waitFor()
  await see('assignments-scores')
  await page.goto(`${url}/manager/assignments/rescue`)
  await page.getByRole('heading', { level: 1, name: t('rescue:title') }).waitFor()
  await see('rescue-import')
  await compareScreens(url, scene, at)
  await profileScreens(url, scene, at)
  await shareScreens(url, at)
  await page.goto(`${url}/manager/assignments/group-report`)
  await page.getByText(t('group:empty.title')).waitFor()
  await see('group-report-choice')
  await page.goto(`${url}/manager/assignments/group-report?inventory=ENGLISH`)
  await page.getByRole('heading', { level: 2, name: t('group:months.title') }).waitFor()
  await see('group-report')
  await reportFileScreens(url, at)

  await page.goto(`${url}/manager/participants`)
  await page.getByText('Büyükçavuşoğlu').first().waitFor()
  await see('participants')
  await page.goto(`${url}/manager/participants?${byScore}`)
  await page.getByRole('note').waitFor()
  await page.getByRole('table').getByRole('checkbox').nth(1).click()
  await page.getByRole('button', { name: t('assignments:actions.files.compare'), exact: true }).waitFor()
  await see('participants-scores')
  await page.goto(`${url}/manager/participants?type=employees`)
  await page.getByText('Fatma Nur').first().waitFor()
  await see('participants-employees')
  await peopleScreens(at)
  await registrationScreens(url, scene, at)

  for (const code of ['ENGLISH', 'SCL90', 'MYT'] as const) {
    await page.goto(`${url}/manager/assignments/${scene.reports[code]}/report`)
    await page.getByRole('heading', { level: 1, name: 'ŞÜKRÜ İĞNECİ' }).waitFor()
    await see(`report-${code.toLowerCase()}`)
  }
}

/** Three people beside each other and one who is left out, others to add, and an address without people. */
async function compareScreens(url: string, { compared }: Scene, { page, t, see }: Visit): Promise<void> {
  const assignments = compared.join(',')
  await page.goto(`${url}/manager/assignments/compare?${new URLSearchParams({ assignments })}`)
  await page.getByRole('heading', { name: t('compare:read.title') }).waitFor()
  await see('compare')
  await page.getByRole('button', { name: t('compare:actions.add'), exact: true }).click()
  await openDialog(page)
  await page
    .getByRole('dialog')
    .getByRole('checkbox')
    .or(page.getByText(t('compare:pick.none')))
    .first()
    .waitFor()
  await see('compare-people')
  await page.goto(`${url}/manager/assignments/compare`)
  await page.getByText(t('compare:tooFew.title')).waitFor()
  await see('compare-too-few')
}

/** The list of job profiles, one of them, one beside scores and a result, and a new one from ticked results. */
async function profileScreens(url: string, scene: Scene, { page, t, see }: Visit): Promise<void> {
  const press = (key: string) => page.getByRole('button', { name: t(key), exact: true }).click()
  const { english: inventory, jobProfile: profile } = scene
  await page.goto(`${url}/manager/assignments/job-profiles`)
  await page.getByText('İhracat destek uzmanı').first().waitFor()
  await see('job-profiles')
  await page.goto(`${url}/manager/assignments/job-profiles/${profile}`)
  await page.getByRole('button', { name: t('job-profiles:edit.submit') }).waitFor()
  await see('job-profile')
  const fitted = new URLSearchParams({ inventory, profile, ordering: '-score:total' })
  await page.goto(`${url}/manager/assignments?${fitted}`)
  await page.getByText(t('job-profiles:listed', { name: 'İhracat destek uzmanı' })).waitFor()
  await see('assignments-profile')
  await page.goto(`${url}/manager/assignments/${scene.reports.ENGLISH}/report?profile=${profile}`)
  await page.getByText(t('job-profiles:near')).waitFor()
  await see('report-profile')
  await page.goto(`${url}/manager/assignments?${new URLSearchParams({ inventory, status: 'completed' })}`)
  await page
    .getByRole('checkbox', { name: t('ui:table.selectPage') })
    .first()
    .click()
  await press('job-profiles:from.action')
  await page.getByText(t('job-profiles:people.few')).waitFor()
  await press('job-profiles:new.submit')
  await page.getByText(t('job-profiles:problem.name')).waitFor()
  await see('job-profile-new')
}

/** The list of shares and one of them, then a form with its errors, and the link with its PIN. */
async function shareScreens(url: string, { page, t, see }: Visit): Promise<void> {
  const press = (key: string) => page.getByRole('button', { name: t(key), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await page.goto(`${url}/manager/assignments/shares`)
  await page.getByText('Tuncay Uslu').first().click()
  await openDialog(page)
  await see('share')
  await press('shares:end.action')
  await page.getByText(t('shares:end.text')).waitFor()
  await see('share-end')
  await press('ui:dialog.cancel')
  await dialog.getByRole('button', { name: t('ui:dialog.close'), exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
  await see('shares')
  await page.goto(`${url}/manager/assignments?status=completed`)
  await page
    .getByRole('checkbox', { name: t('ui:table.selectPage') })
    .first()
    .click()
  await press('shares:share')
  await openDialog(page)
  await dialog.getByText(t('shares:place.outside'), { exact: true }).click()
  await press('shares:new.submit')
  await page.getByText(t('shares:problem.ground')).waitFor()
  await see('share-new')
  await dialog.getByText(t('shares:place.inside'), { exact: true }).click()
  await dialog.getByRole('textbox', { name: t('shares:field.recipient') }).fill('Ayla Demirkol')
  await dialog.getByRole('combobox', { name: t('shares:field.purpose') }).click()
  await page.getByRole('option').first().click()
  await press('shares:new.submit')
  await page.getByText(t('shares:made.once')).waitFor()
  await see('share-made')
}

/** The form for a file of reports with its error, then the files: one ready at least. */
async function reportFileScreens(url: string, { page, t, see }: Visit): Promise<void> {
  const press = (key: string) => page.getByRole('button', { name: t(key), exact: true }).click()
  await page.goto(`${url}/manager/assignments?status=completed`)
  await page.getByText(t('report-files:note.open')).waitFor()
  await page
    .getByRole('checkbox', { name: t('ui:table.selectPage') })
    .first()
    .click()
  await press('report-files:action')
  await openDialog(page)
  await press('report-files:dialog.submit')
  await page.getByText(t('report-files:dialog.purposeMissing')).waitFor()
  await see('report-file-new')
  await page.goto(`${url}/manager/assignments/report-files`)
  // The second is waiting until another walk has all jobs done.
  await page
    .getByRole('button', { name: t('report-files:download') })
    .first()
    .waitFor()
  await see('report-files')
}

/** A link by which people register themselves: a new one, its page, who came. */
async function registrationScreens(
  url: string,
  { registration }: Scene,
  { page, t, see }: Visit,
): Promise<void> {
  const press = (key: string) => page.getByRole('button', { name: t(key), exact: true }).click()
  await page.goto(`${url}/manager/participants/registrations`)
  await page.getByRole('link', { name: 'Depo görevlisi' }).waitFor()
  await see('registrations')
  await press('registrations:new.open')
  await openDialog(page)
  await page.getByRole('checkbox').first().waitFor()
  await press('registrations:new.submit')
  await page.getByText(t('registrations:problem.tests')).waitFor()
  await see('registrations-new')
  await page.goto(`${url}/manager/participants/registrations/${registration.id}`)
  await page.getByText('0532 999 99 98').waitFor()
  await page.getByText(t('registrations:knownAs.phone', { name: 'Hasan Yıldız Kaya' })).waitFor()
  await see('registration')
  await press('registrations:change.open')
  await openDialog(page)
  await see('registration-change')
  await press('ui:dialog.cancel')
  await press('registrations:close.open')
  await openDialog(page)
  await see('registration-close')
  await press('ui:dialog.cancel')
}

/** Adds, opens and selects people in the list of employees. */
async function peopleScreens({ page, t, see, look }: Visit): Promise<void> {
  const press = (key: string) => page.getByRole('button', { name: t(key), exact: true }).click()
  const dialog = page.getByRole('dialog')
  const field = (key: string) => dialog.getByRole('textbox', { name: t(`person:field.${key}`) })
  const list = page.url()
  await press('person:new.open')
  await openDialog(page)
  await field('phone').fill('beni arayın')
  await press('person:new.submit')
  await page.getByText(t('person:problem.nameRequired.employee')).waitFor()
  await see('participants-new')
  await field('name').fill('Gülşah Küçükosmanoğlu')
  await field('phone').fill('0532 604 18 27')
  // This client has groups: a person added here belongs to one.
  await dialog
    .getByRole('combobox', { name: t('person:field.group') })
    .or(dialog.getByLabel(t('person:field.group')))
    .first()
    .fill('Depo')
  await field('staffNumber').click()
  await field('staffNumber').fill(`${look.locale}-${look.mode}-${look.device}`)
  await press('person:new.submit')
  await page.getByRole('heading', { level: 1, name: 'Gülşah Küçükosmanoğlu' }).waitFor()
  await page.getByText(t('person:link.make'), { exact: true }).click()
  await page.getByRole('link', { name: t('person:link.whatsApp') }).waitFor()
  await see('person')
  await press('person:remove')
  await page.getByText(t('clients:remove.stays')).waitFor()
  await see('person-remove')
  await press('ui:dialog.cancel')
  await press('person:edit.title')
  await field('staffNumber').waitFor()
  await see('person-edit')
  await press('ui:dialog.cancel')
  await page.goto(list)
  await page
    .getByRole('checkbox', { name: t('person:select', { name: 'Gülşah Küçükosmanoğlu' }) })
    .first()
    .click()
  await press('person:move.open')
  await page.getByText(t('person:move.help')).waitFor()
  await see('participants-move')
  await press('ui:dialog.cancel')
  await press('person:decide.open')
  await page.getByText(t('person:decide.noteHelp')).waitFor()
  await see('participants-decide')
  await press('ui:dialog.cancel')
  await press('person:slips.open')
  await page.getByText(t('person:slips.withoutEmail')).waitFor()
  await see('participants-slips')
}

/** Assigning tests from the list: an empty form, then a person who already has the test. */
export async function assignScreens(url: string, at: Visit): Promise<void> {
  const { page, t, see, expectStatus } = at
  await page.goto(`${url}/manager/assignments/create?people=here`)
  const people = page.getByRole('table').getByRole('checkbox')
  await people.nth(1).waitFor()
  await page.getByRole('button', { name: t('assign:send') }).click()
  await page.getByText(t('assign:error.noPeople')).waitFor()
  await see('assign-missing')
  await people.nth(1).click()
  await page.getByRole('button', { name: t('ui:table.clearSelection') }).waitFor()
  const tests = page.getByRole('group').getByRole('checkbox')
  await tests.first().waitFor()
  for (const test of await tests.all()) await test.click()
  await page.getByRole('textbox', { name: t('invite:what.description') }).fill('Hat operatörü alımı')
  expectStatus(409)
  await page.getByRole('button', { name: t('assign:send') }).click()
  await page.getByRole('button', { name: t('assign:already.skip') }).waitFor()
  await see('assign-already')
}

/** A client's first days: nothing there yet. */
export async function emptyScreens(url: string, at: Visit): Promise<void> {
  const { page, t, see } = at
  await page.goto(`${url}/manager/dashboard`)
  await page.getByRole('heading', { name: t('dashboard:empty.title') }).waitFor()
  await see('dashboard-empty')
  await page.goto(`${url}/manager/assignments`)
  await page.getByText(t('assignments:empty.title')).waitFor()
  await see('assignments-empty')
  await page.goto(`${url}/manager/test-days`)
  await page.getByText(t('test-days:empty.title')).waitFor()
  await see('test-days-empty')
}

/** The wizard's four steps, with a list that contains errors. */
export async function wizardScreens(url: string, at: Visit): Promise<void> {
  const { page, t, see, look } = at
  const press = (key: string) => page.getByRole('button', { name: t(key) }).click()
  await page.goto(`${url}/manager/assignments/create`)
  await page.getByRole('heading', { name: t('invite:people.title') }).waitFor()
  await page.getByText(t('invite:method.one'), { exact: true }).click()
  await page.getByRole('textbox', { name: t('invite:one.email') }).waitFor()
  await see('invite-one')
  await page.getByText(t('invite:method.paste'), { exact: true }).click()
  const unique = `${look.locale}.${look.mode}.${look.device}`
  await page
    .getByRole('textbox', { name: t('invite:paste.label') })
    .fill(`ŞÜKRÜ İĞNECİ\tsukru.${unique}@ornek.test\t0532 604 18 27\nFatma Nur Büyükçavuşoğlu\tfatma@\n`)
  await see('invite-paste')
  await page.getByText(t('invite:method.csv'), { exact: true }).click()
  await page.getByLabel(t('invite:csv.label')).setInputFiles(listFile)
  await page.getByText('turkish-excel.csv').waitFor()
  await see('invite-csv')
  await page.getByText(t('invite:method.paste'), { exact: true }).click()
  await press('invite:people.next')

  await page.getByRole('heading', { name: t('invite:what.title') }).waitFor()
  await page.getByRole('checkbox').first().click()
  await page.getByRole('textbox', { name: t('invite:what.description') }).fill('Hat operatörü alımı')
  await page.getByText(t('mail:invitation.nothingLost')).waitFor()
  await see('invite-what')
  await press('invite:what.next')

  await page.getByRole('heading', { name: t('invite:check.title') }).waitFor()
  await see('invite-check')
  await press('invite:check.leaveOut')
  await page.getByRole('button', { name: t('invite:check.send', { count: 1, number: 1 }) }).click()
  await page.getByRole('heading', { name: t('invite:result.title') }).waitFor()
  await see('invite-result')
}
