import { sql } from 'kysely'
import { createJobProfile } from '#contract/job-profiles.ts'
import { openTablet } from '#contract/tablets.ts'
import { createTestDay, listTestDayPeople, makeSetupCodes } from '#contract/test-days.ts'
import type { Definition } from '#scoring/definition/definition.ts'
import { clientOfJob } from '#server/authority/client.ts'
import { newId } from '#server/db/ids.ts'
import { openSession } from '#server/features/access/sessions/sessions.ts'
import { addKeyAccount } from '#server/features/access/users/users.ts'
import { newWebhookSecret, sealSecret } from '#server/features/integrations/webhooks/sign.ts'
import { draftOf, importDraft } from '#server/features/inventories/drafts.ts'
import { importStatement } from '#server/features/orders/eft/import.ts'
import { agreePrice } from '#server/features/orders/prices/client-prices.ts'
import { open as openRegistration } from '#server/features/people/registrations/registrations.ts'
import { deriveCodes } from '#server/features/test-days/codes.ts'
import { codeSalt } from '#server/features/test-days/secrets.ts'
import { hashSecret } from '#server/secrets.ts'
import { loadFixture } from '#test/fixtures/definitions/load.ts'
import { request } from '#test/support/api.ts'
import { type Cast, inventory } from '#test/support/cast.ts'
import { deriveQuickly } from '#test/support/derive-quickly.ts'
import { type TestServer, testSlipKey } from '#test/support/server.ts'
import { setUpTablet } from '#test/support/set-up.ts'
import type { Taker } from '#test/support/taking.ts'
import { zoneWhereItIs } from '#test/support/zones.ts'

/** Somebody asks that their name is corrected. */
export async function makePersonRequest(
  { database: { db } }: TestServer,
  clientId: string,
  { membershipId }: Taker,
): Promise<string> {
  const id = newId()
  await db
    .insertInto('person_requests')
    .values({
      client_id: clientId,
      id,
      membership_id: membershipId,
      kind: 'rectification',
      locale: 'tr',
      due_at: sql`now() + interval '30 days'`,
    })
    .execute()
  return id
}

export async function makeRegistration({ database: { db } }: TestServer, cast: Cast, clientId: string) {
  const by = { userId: cast.admin.userId, address: '' }
  const body = {
    name: 'Depo',
    inventoryIds: [inventory(cast, 'ENGLISH')],
    locale: 'tr' as const,
    cap: 2,
    endsOn: '2998-01-01',
    approval: true,
  }
  const { id } = await openRegistration(db, await clientOfJob(db, clientId), body, by)
  const registrant = newId()
  await db
    .insertInto('registrants')
    .values({
      client_id: clientId,
      id: registrant,
      registration_id: id,
      name: 'Ada',
      email: null,
      phone: '0532 000 00 00',
      contact: '5320000000',
      locale: 'tr',
      notice_version: 1,
      state: 'waiting',
    })
    .execute()
  const { code } = await db
    .selectFrom('registrations')
    .select('code')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, code, registrant }
}

/** A job profile of ENGLISH. */
export async function makeJobProfile(
  { url, database: { db } }: TestServer,
  cast: Cast,
  clientId: string,
): Promise<string> {
  // The cast's own sessions may have been ended by the calls before.
  const token = await openSession(db, {
    userId: cast.admin.userId,
    invitationClientId: null,
    remembered: false,
  })
  const { answer } = await request(url, createJobProfile, {
    token,
    params: { clientId },
    body: { name: newId(), inventory: 'ENGLISH', ranges: [{ key: 'total', from: 40, to: null }] },
  })
  return answer.id
}

/** A key by which another system uses the API. */
export async function makeApiKey(
  { database: { db } }: TestServer,
  cast: Cast,
  clientId: string,
): Promise<string> {
  const id = await addKeyAccount(db, { name: 'ATS (API)', locale: 'tr' })
  await db
    .insertInto('api_keys')
    .values({
      client_id: clientId,
      id,
      name: 'ATS',
      secret_hash: hashSecret(id),
      ending: id.slice(-4),
      scopes: ['status:read'],
      created_by: cast.admin.userId,
      // It counts towards no limit of live ones.
      expires_at: new Date('2020-01-01'),
    })
    .execute()
  return id
}

/** A link by which somebody without an account reads a report. */
export async function makeShare(
  { database: { db } }: TestServer,
  cast: Cast,
  clientId: string,
  assignmentId: string,
): Promise<string> {
  const id = newId()
  await db
    .insertInto('shares')
    .values({
      client_id: clientId,
      id,
      token_hash: hashSecret(id),
      pin_hash: hashSecret(id),
      show: 'scores',
      recipient: 'Ada',
      legal_ground: null,
      purpose: null,
      locale: 'tr',
      created_by: cast.admin.userId,
      expires_at: new Date('2998-01-01'),
    })
    .execute()
  const report = { client_id: clientId, share_id: id, assignment_id: assignmentId, place: 0 }
  await db.insertInto('share_reports').values(report).execute()
  return id
}

/** A webhook of a client that is on, with a delivery that waits. */
export async function makeWebhook(
  { database: { db } }: TestServer,
  cast: Cast,
  clientId: string,
): Promise<{ id: string; delivery: string }> {
  const [id, delivery] = [newId(), newId()]
  const secret = sealSecret(testSlipKey, { clientId, id }, newWebhookSecret())
  // The discard service, which nothing on this machine offers.
  const url = 'http://127.0.0.1:9/'
  await db
    .insertInto('webhooks')
    .values({ client_id: clientId, id, url, events: ['order.paid'], secret, created_by: cast.admin.userId })
    .execute()
  await db
    .insertInto('webhook_deliveries')
    .values({ client_id: clientId, id: delivery, webhook_id: id, event: 'test', body: '{}' })
    .execute()
  return { id, delivery }
}

/** An identity provider of a client, with a domain that is not confirmed. */
export async function makeIdentityProvider(
  { database: { db } }: TestServer,
  cast: Cast,
  clientId: string,
): Promise<string> {
  const id = newId()
  const secret = Buffer.alloc(40)
  const row = { issuer: 'http://127.0.0.1:9', registered_as: 'terazi', secret, created_by: cast.admin.userId }
  await db
    .insertInto('identity_providers')
    .values({ client_id: clientId, id, ...row })
    .execute()
  await db
    .insertInto('identity_domains')
    .values({
      client_id: clientId,
      domain: `d${id}.test`,
      provider_id: id,
      proof: id,
      confirmed_by: null,
    })
    .execute()
  return id
}

/** The client's day by the clock that decides on it, where it is noon: no midnight passes before the calls have been made. */
async function dayWithoutMidnight({ database: { db } }: TestServer, clientId: string): Promise<string> {
  const { day } = await db
    .updateTable('clients')
    .set({ time_zone: zoneWhereItIs(12) })
    .where('id', '=', clientId)
    .returning(sql<string>`(now() AT TIME ZONE time_zone)::date::text`.as('day'))
    .executeTakeFirstOrThrow()
  return day
}

export async function makeTestDay(server: TestServer, cast: Cast, clientId: string, { membershipId }: Taker) {
  const day = await dayWithoutMidnight(server, clientId)
  // The cast's own sessions may have been ended by the calls before.
  const token = await openSession(server.database.db, {
    userId: cast.admin.userId,
    invitationClientId: null,
    remembered: false,
  })
  const { answer } = await request(server.url, createTestDay, {
    token,
    params: { clientId },
    body: { place: 'Kapı 2', day, inventoryIds: [inventory(cast, 'AYT')], membershipIds: [membershipId] },
  })
  const { pin } = answer
  const tablet = await setUpTablet(server.url, { token, clientId, testDayId: answer.id })
  const { id: tabletId } = tablet.day.tablet
  await deriveCodes(server.database.db, testSlipKey, { clientId, tabletId }, { derive: deriveQuickly })
  await request(server.url, openTablet, { token: tablet.token, body: { pin } })
  const { id: assignmentId } = await server.database.db
    .selectFrom('assignments')
    .select('id')
    .where('test_day_id', '=', answer.id)
    .executeTakeFirstOrThrow()
  const params = { clientId, testDayId: answer.id }
  const people = await request(server.url, listTestDayPeople, { token, params })
  const derived = await deriveQuickly(people.answer.results[0]?.code ?? '', codeSalt(testSlipKey, tabletId))
  const made = await request(server.url, makeSetupCodes, { token, params, body: { quantity: 1 } })
  const setupCodeId = made.answer.setupCodes[0]?.id ?? ''
  return { id: answer.id, tabletId, token: tablet.token, assignmentId, derived, setupCodeId }
}

let days = 0
/** A future day without a rate or an agreed price. */
export const unusedDay = () => {
  days += 1
  return new Date(Date.UTC(2900, 0, days)).toISOString().slice(0, 10)
}

export async function makePrice(
  { database: { db } }: TestServer,
  cast: Cast,
  clientId: string,
): Promise<string> {
  const day = unusedDay()
  const client = await clientOfJob(db, clientId)
  const tiers = [{ fromQuantity: 1, unitPriceKurus: 5000 }]
  const agreed = { inventoryId: inventory(cast, 'ENGLISH'), tiers, validFrom: day, validUntil: day }
  const by = { userId: cast.admin.userId, address: '', locale: 'tr' as const }
  const price = await db.transaction().execute((tx) => agreePrice(tx, client, agreed, by))
  return price.id
}

export async function makeTransfer({ database: { db } }: TestServer, cast: Cast): Promise<string> {
  const description = newId()
  const csv = Buffer.from(`Tarih;Açıklama;Tutar\n20.11.2026;${description};50,00\n`)
  await importStatement(db, { userId: cast.admin.userId, address: '' }, csv, undefined)
  const line = await db
    .selectFrom('bank_statement_lines')
    .select('id')
    .where('description', '=', description)
    .executeTakeFirstOrThrow()
  return line.id
}

/** The smallest inventory, to keep requests small. */
export async function makeDraft({
  database: { db },
}: TestServer): Promise<{ definition: Definition; hash: string }> {
  const code = `D_${newId().replaceAll('-', '').slice(-24).toUpperCase()}`
  const definition = { ...loadFixture('checklist'), code }
  await db.transaction().execute((tx) => importDraft(tx, definition))
  const kept = await draftOf(db, { code, number: definition.version })
  return { definition, hash: kept?.hash ?? '' }
}
