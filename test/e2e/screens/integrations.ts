import { sql } from 'kysely'
import type { WebhookProblem } from '#contract/webhooks.ts'
import { newId } from '#server/db/ids.ts'
import type { Served } from '../served.ts'
import { openDialog } from '../waiting.ts'
import type { Visit } from './visit.ts'

/** The other systems of an organisation: its API keys, its webhooks, and its sign-in services. */
export async function integrationScreens(served: Served, at: Visit): Promise<void> {
  const { page, t, see } = at
  await page.goto(`${served.server.url}/manager/organisation/integrations`)
  await page.getByText(t('apiKeys:empty.title')).waitFor()
  await page.getByText(t('webhooks:empty.title')).waitFor()
  await see('integrations-empty')
  await keyScreens(at)
  await webhookScreens(served, at)
  await signOnScreens(served, at)
}

/** The form with its errors, a service with a domain that is confirmed and one that isn’t, its change, and its deletion. */
async function signOnScreens({ server, cast }: Served, { page, t, see }: Visit): Promise<void> {
  const dialog = page.getByRole('dialog')
  const press = (key: string) => page.getByRole('button', { name: t(key), exact: true }).click()
  await press('single-sign-on:add.action')
  await openDialog(page)
  await dialog.getByRole('button', { name: t('single-sign-on:add.action'), exact: true }).click()
  await dialog.getByText(t('single-sign-on:problem.domains')).waitFor()
  await see('sign-on-form')
  await dialog.getByRole('button', { name: t('ui:dialog.close'), exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await addProvider(server.database.db, cast.anadolu, cast.manager.userId)
  await page.reload()
  await page.getByText(t('single-sign-on:domain.waiting')).waitFor()
  await see('sign-on')
  await press('single-sign-on:edit.action')
  await openDialog(page)
  await see('sign-on-edit')
  await dialog.getByRole('button', { name: t('ui:dialog.close'), exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await press('single-sign-on:delete.action')
  await openDialog(page)
  await see('sign-on-delete')
  await dialog.getByRole('button', { name: t('single-sign-on:delete.action'), exact: true }).click()
  await page.getByText(t('single-sign-on:empty.title')).waitFor()
}

/** A service of a client, as after one of its two domains was confirmed. */
async function addProvider(
  db: Served['server']['database']['db'],
  clientId: string,
  userId: string,
): Promise<void> {
  const providerId = newId()
  await db
    .insertInto('identity_providers')
    .values({
      client_id: clientId,
      id: providerId,
      issuer: 'https://login.microsoftonline.com/6f1d2c4e-0b7a-4a53-9d0e-2f6c1b9a7e58/v2.0',
      registered_as: '3c0a9f5e-71d2-4b86-8f4b-52f1d0c6a911',
      secret: Buffer.from('read by no screen'),
      created_by: userId,
    })
    .execute()
  const domain = (name: string, confirmed: boolean) => ({
    client_id: clientId,
    provider_id: providerId,
    domain: name,
    proof: 'q3Zt0mUe1x9bYw7RkL2vDs',
    confirmed_at: confirmed ? sql<Date>`now()` : null,
    confirmed_by: confirmed ? userId : null,
  })
  await db
    .insertInto('identity_domains')
    .values([domain('anadolu-tekstil.example', true), domain('depo.anadolu-tekstil.example', false)])
    .execute()
}

/** The form with its errors, a new key, the list, and its revocation. */
async function keyScreens({ page, t, see, expectStatus }: Visit): Promise<void> {
  const dialog = page.getByRole('dialog')
  const submit = dialog.getByRole('button', { name: t('apiKeys:new.submit'), exact: true })
  await page.getByRole('button', { name: t('apiKeys:new.open'), exact: true }).click()
  await openDialog(page)
  await submit.click()
  await dialog.getByText(t('apiKeys:problem.scopes')).waitFor()
  await see('api-key-form')
  await dialog.getByRole('textbox', { name: t('apiKeys:field.name') }).fill('Greenhouse')
  for (const scope of ['people_write', 'status_read'])
    await dialog.getByRole('checkbox', { name: t(`apiKeys:scope.${scope}`) }).check()
  const networks = dialog.getByRole('textbox', { name: t('apiKeys:field.networks') })
  await networks.fill('203.0.113.0/24\n203.0.113')
  expectStatus(400)
  await submit.click()
  await dialog.getByText(t('validation:network')).waitFor()
  await see('api-key-network')
  await networks.fill('203.0.113.0/24\n2001:db8::/32')
  await submit.click()
  await dialog.getByText(t('apiKeys:made.once')).waitFor()
  await see('api-key-made')
  await dialog.getByRole('button', { name: t('apiKeys:made.done'), exact: true }).click()
  await page.getByText(t('apiKeys:state.active')).first().waitFor()
  await see('api-keys')
  await page.getByRole('button', { name: t('apiKeys:revoke.of', { name: 'Greenhouse' }) }).click()
  await openDialog(page)
  await see('api-key-revoke')
  await dialog.getByRole('button', { name: t('apiKeys:revoke.action'), exact: true }).click()
  await page.getByText(t('apiKeys:state.revoked')).first().waitFor()
}

/** The form with its errors, a new secret, the list, one with its messages, and what can be done with it. */
async function webhookScreens({ server, cast }: Served, { page, t, see }: Visit): Promise<void> {
  const dialog = page.getByRole('dialog')
  const pressIn = (key: string) => dialog.getByRole('button', { name: t(key), exact: true }).click()
  const choose = async (key: string) => {
    await pressIn('webhooks:more')
    await page.getByRole('menuitem', { name: t(key) }).click()
  }
  await page.getByRole('button', { name: t('webhooks:add.action'), exact: true }).click()
  await openDialog(page)
  await pressIn('webhooks:add.submit')
  await dialog.getByText(t('webhooks:problem.url')).waitFor()
  await see('webhook-new')
  const url = 'https://ats.example.com/hooks/terazi'
  await dialog.getByRole('textbox', { name: t('webhooks:field.url') }).fill(url)
  await pressIn('webhooks:add.submit')
  await dialog.getByText(t('webhooks:secret.once')).waitFor()
  await see('webhook-made')
  await pressIn('apiKeys:made.done')
  const open = page.getByRole('button', { name: /ats\.example\.com/ })
  await open.click()
  await dialog.getByText(t('webhooks:deliveries.none')).waitFor()
  await see('webhook')
  await addDeliveries(server.database.db, cast.anadolu)
  await page.reload()
  await dialog
    .getByText(t('webhooks:deliveries.tries', { count: 16, number: 16 }), { exact: false })
    .waitFor()
  await see('webhook-failing')
  await choose('webhooks:renew.action')
  const asked = page.getByRole('dialog', { name: t('webhooks:renew.title', { host: 'ats.example.com' }) })
  await asked.waitFor()
  await see('webhook-renew')
  await asked.getByRole('button', { name: t('webhooks:renew.action'), exact: true }).click()
  await dialog.getByText(t('webhooks:secret.both')).waitFor()
  await see('webhook-renewed')
  await pressIn('apiKeys:made.done')
  await choose('webhooks:edit.action')
  await dialog.getByRole('textbox', { name: t('webhooks:field.url') }).waitFor()
  await see('webhook-edit')
  await pressIn('ui:dialog.cancel')
  await pressIn('ui:dialog.close')
  await dialog.waitFor({ state: 'detached' })
  await see('integrations')
}

/** Messages of a client's only webhook, in each state. */
async function addDeliveries(db: Served['server']['database']['db'], clientId: string): Promise<void> {
  const { id } = await db
    .selectFrom('webhooks')
    .select('id')
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow()
  const tried = (ago: string, tries: number, problem: WebhookProblem | null, status: number | null) => ({
    client_id: clientId,
    id: newId(),
    webhook_id: id,
    body: '{}',
    tries,
    problem,
    status_code: status,
    took_ms: 182,
    created_at: sql<Date>`now() - ${ago}::interval`,
    tried_at: sql<Date>`now()`,
    next_try_at: null,
  })
  await db
    .insertInto('webhook_deliveries')
    .values([
      { ...tried('3 days', 1, null, 204), event: 'assignment.completed', state: 'delivered' },
      { ...tried('2 days', 16, 'status', 503), event: 'result.ready', state: 'failed' },
      {
        ...tried('20 minutes', 5, 'redirect', 302),
        event: 'assignment.completed',
        state: 'waiting',
        next_try_at: sql<Date>`now() + interval '15 minutes'`,
      },
    ])
    .execute()
  await db
    .updateTable('webhooks')
    .set({
      succeeded_at: sql<Date>`now() - interval '3 days'`,
      failing_since: sql<Date>`now() - interval '2 days'`,
    })
    .where('id', '=', id)
    .execute()
}
