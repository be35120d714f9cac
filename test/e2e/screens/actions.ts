import { inviteEmails } from '#contract/people.ts'
import { importInvitationList } from '#server/features/people/jobs.ts'
import { request } from '#test/support/api.ts'
import type { Served } from '../served.ts'
import type { Scene } from './scene.ts'
import type { Visit } from './visit.ts'

/** Bulk actions with their questions, lists with more pages, and late answers. */
export async function actionScreens(url: string, scene: Scene, at: Visit): Promise<void> {
  const { page, t, see } = at
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const dialog = page.getByRole('dialog')
  const away = async () => {
    await dialog.getByRole('button', { name: t('ui:dialog.cancel'), exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
  }

  await page.goto(`${url}/manager/dashboard`)
  await press(t('assignments:actions.remind.all'))
  await page.getByText(t('assignments:actions.remind.consequence')).waitFor()
  await see('dashboard-remind')
  await away()

  await page.goto(`${url}/manager/assignments?page=2&page_size=25`)
  const rows = page.getByRole('table').getByRole('checkbox')
  await rows.nth(20).waitFor()
  await see('assignments-long')
  await press(t('assignments:export'))
  await page.getByRole('menuitem', { name: t('common:export.csv') }).waitFor()
  await see('assignments-export')
  await page.keyboard.press('Escape')
  await page.getByRole('menuitem', { name: t('common:export.csv') }).waitFor({ state: 'hidden' })
  await rows.nth(1).click()
  await page.getByRole('button', { name: new RegExp(matching(t)) }).click()
  await press(t('assignments:actions.remind.action'))
  await page.getByText(t('assignments:actions.remind.consequence')).waitFor()
  await see('assignments-remind')
  await away()
  await press(t('assignments:actions.cancel.short'))
  // The number of started tests comes from the server.
  await dialog.getByRole('listitem').nth(1).waitFor()
  await see('assignments-cancel')
  await away()

  await page.goto(`${url}/manager/participants?page_size=25`)
  await page.getByRole('row').nth(20).waitFor()
  await see('participants-long')
  await page.goto(`${url}/manager/participants/${scene.late}`)
  await press(t('person:decide.open'))
  const decide = async (decision: 'hired' | 'shortlisted') => {
    await dialog.getByRole('combobox', { name: t('participants:decision.label') }).click()
    await page.getByRole('option', { name: t(`participants:decision.${decision}`), exact: true }).click()
  }
  await decide('hired')
  await page.getByText(t('person:decide.keptContact')).waitFor()
  await see('person-decide')
  await decide('shortlisted')
  await dialog
    .getByRole('textbox', { name: t('person:decide.note') })
    .fill('İkinci görüşme: perşembe, 14.00.')
  await press(t('person:decide.action'))
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('İkinci görüşme: perşembe, 14.00.').waitFor()
  await see('person-decided')
  await page.getByRole('button', { name: t('assignments:late.mark', { count: 2, number: 2 }) }).click()
  await page.getByRole('button', { name: t('assignments:late.accept') }).waitFor()
  await see('person-late')
}

/** "Select all {{number}} that match", for any number. */
const matching = (t: Visit['t']) => t('ui:table.selectMatching', { number: '#' }).replace('#', '[\\d.,]+')

/** A long imported list and a refused one, as seen on return. */
export async function longInvitationScreens(served: Served, at: Visit): Promise<void> {
  const { page, t, see } = at
  const { server, cast } = served
  const { db } = server.database
  const { locale, mode, device } = at.look
  const people = Array.from({ length: 12 }, (_, number) => ({
    name: `Güldeste Çiğdem Karaosmanoğlu ${number}`,
    email: number % 4 === 1 ? 'gul@' : `liste.${number}.${locale}.${mode}.${device}@ornek.test`,
  }))
  const take = async (inventoryIds: string[]): Promise<string> => {
    const accepted = await request(server.url, inviteEmails, {
      token: cast.manager.token,
      params: { clientId: cast.anadolu },
      headers: { prefer: 'respond-async' },
      body: { emails: people, inventoryIds },
    })
    const id = String(Object(accepted.json).id)
    const log = { debug() {}, info() {}, warn() {}, error() {} }
    const deps = { db, log } as unknown as Parameters<typeof importInvitationList.run>[1]
    const current = {} as Parameters<typeof importInvitationList.run>[2]
    await importInvitationList.run({ clientId: cast.anadolu, id }, deps, current)
    return id
  }
  const done = await take([])
  await page.goto(`${server.url}/manager/assignments/create?job=${done}`)
  await page.getByRole('heading', { name: t('invite:result.title') }).waitFor()
  await see('invite-long-done')
  await db
    .updateTable('invitation_jobs')
    .set({
      status: 'failed',
      result: null,
      counts: null,
      problem: JSON.stringify({
        code: 'quota_exceeded',
        details: { inventory: 'ENGLISH', needed: 9, left: 2, inventories: [] },
        variables: { code: 'ENGLISH' },
      }),
    })
    .where('id', '=', done)
    .execute()
  await page.goto(`${server.url}/manager/assignments/create?job=${done}`)
  await page.getByRole('heading', { name: t('invite:result.none') }).waitFor()
  await see('invite-long-failed')
  // The next look starts without an unseen result.
  await db.deleteFrom('invitation_jobs').where('id', '=', done).execute()
}
