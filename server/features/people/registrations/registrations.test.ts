import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cancelAssignments } from '#contract/assignment-actions.ts'
import { openMagicLink } from '#contract/auth.ts'
import { invitePerson, makeInvitationLink } from '#contract/invitations.ts'
import { listQuotaEntries, listQuotaMovements } from '#contract/ledger.ts'
import { inviteEmails } from '#contract/people.ts'
import { listQuotas } from '#contract/quotas.ts'
import { confirmRegistration } from '#contract/registering.ts'
import {
  changeRegistration,
  closeRegistration,
  decideRegistrants,
  getRegistration,
  listRegistrants,
  listRegistrations,
  openRegistration,
  type Registration,
  registrationPoster,
} from '#contract/registrations.ts'
import { newId } from '#server/db/ids.ts'
import { addQuota } from '#server/features/quota/quotas.ts'
import { pdfInfo, pdfLinks, pdfText } from '#test/pdf.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { addClient, addMember } from '#test/support/invited.ts'
import { addRegistration, pageToken, registerAs, registerByMail } from '#test/support/registrations.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { waitForMidWindow } from '#test/support/windows.ts'
import { forgetUndecided } from './decide.ts'
import { closeEnded } from './registrations.ts'

let server: TestServer
let second: TestServer
let actors: Cast
/** The same people with a client of each test's own. */
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  second = await startTestServer({ database: server.database })
  actors = await castOf(server)
})
beforeEach(async () => {
  const { db } = server.database
  await sql`TRUNCATE demo_mails, throttles`.execute(db)
  cast = { ...actors, anadolu: await newClient() }
  await waitForMidWindow(db)
})
afterAll(async () => {
  await second.close()
  await server.close()
})

/** A client of the cast's manager with 100 units of two tests. */
async function newClient(): Promise<string> {
  const { db } = server.database
  const clientId = await addClient(db)
  const { userId, membershipId } = await addMember(db, clientId, { role: 'manager' })
  await db
    .updateTable('memberships')
    .set({ user_id: actors.manager.userId })
    .where('id', '=', membershipId)
    .where('user_id', '=', userId)
    .execute()
  for (const code of ['ENGLISH', 'MYT'])
    await addQuota(db, {
      clientId,
      inventoryId: inventory(actors, code),
      quantity: 100,
      reason: 'test',
      addedBy: actors.admin.userId,
    })
  return clientId
}

const at = (registration: Pick<Registration, 'id'>) => ({
  token: cast.manager.token,
  params: { clientId: cast.anadolu, registrationId: registration.id },
})
const peopleOf = async (registration: Registration, state?: 'waiting') =>
  (
    await request(server.url, listRegistrants, {
      ...at(registration),
      query: { page_size: '100', ordering: 'createdAt', ...(state && { state }) },
    })
  ).answer.results
const decide = async (registration: Registration, decision: 'accept' | 'refuse', ids: string[]) =>
  (
    await request(server.url, decideRegistrants, {
      ...at(registration),
      body: { decision, registrantIds: ids },
    })
  ).answer

/** The available units of a test, after checking that the ledger, every assignment and every reservation add up to them. */
async function left(code = 'ENGLISH'): Promise<number> {
  const inventoryId = inventory(cast, code)
  const { rows } = await sql<{
    available: number
    ledger: number
    wrong: number
    reserved: number
    due: number
  }>`
    SELECT q.available, (SELECT sum(quantity) FROM quota_entries e
             WHERE e.client_id = q.client_id AND e.inventory_id = q.inventory_id) AS ledger,
           (SELECT count(*) FROM assignments a WHERE a.client_id = q.client_id AND a.inventory_id = q.inventory_id
              AND (SELECT coalesce(sum(quantity), 0) FROM quota_entries e
                   WHERE e.client_id = a.client_id AND e.assignment_id = a.id)
                <> CASE a.status WHEN 'cancelled' THEN 0 ELSE -1 END) AS wrong,
           (SELECT coalesce(-sum(quantity), 0) FROM quota_entries e
            WHERE e.client_id = q.client_id AND e.inventory_id = q.inventory_id
              AND kind IN ('reservation', 'release') AND assignment_id IS NULL) AS reserved,
           (SELECT coalesce(sum(CASE WHEN r.closed_at IS NULL
              THEN r.cap - (SELECT count(*) FROM registrants p WHERE p.registration_id = r.id AND p.state = 'accepted')
              ELSE (SELECT count(*) FROM registrants p WHERE p.registration_id = r.id AND p.state = 'waiting') END), 0)
            FROM registrations r WHERE r.client_id = q.client_id AND q.inventory_id = ANY (r.inventory_ids)) AS due
    FROM quotas q WHERE q.client_id = ${cast.anadolu} AND q.inventory_id = ${inventoryId}`.execute(
    server.database.db,
  )
  const [row] = rows
  if (row === undefined) throw new Error('no quota')
  const { available, ledger, wrong, reserved, due } = row
  expect({ ledger, wrong, reserved }).toEqual({ ledger: available, wrong: 0, reserved: due })
  return available
}

test('opening reserves units for every place, closing gives back those that nobody took', async () => {
  const both = [inventory(cast, 'ENGLISH'), inventory(cast, 'MYT')]
  const registration = await addRegistration(server, cast, { inventoryIds: both, cap: 5 })
  expect(registration).toMatchObject({ reserved: 5, people: { waiting: 0, accepted: 0, refused: 0 } })
  expect([await left(), await left('MYT')]).toEqual([95, 95])
  await registerByMail(server, registration.code, { email: 'ada@deniz.test' })
  // The person's tests use units that were taken before.
  expect([await left(), await left('MYT')]).toEqual([95, 95])
  const closed = await request(server.url, closeRegistration, at(registration))
  expect(closed.answer).toMatchObject({ reserved: 0, people: { accepted: 1 }, closedBy: 'manager' })
  expect([await left(), await left('MYT')]).toEqual([99, 99])
  expect((await request(server.url, closeRegistration, at(registration))).code).toBe('registration_closed')
  const { answer } = await request(server.url, listQuotaMovements, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
    query: { inventory: inventory(cast, 'MYT'), search: 'Depo' },
  })
  // Two lines, however many people came; the first opens into the places, and says who has one.
  expect(answer.results).toMatchObject([
    { kind: 'release', quantity: 4, reason: 'Depo görevlisi', balance: 99 },
    { kind: 'reservation', quantity: -5, reason: 'Depo görevlisi', balance: 95, units: 5 },
  ])
  const units = await request(server.url, listQuotaEntries, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
    query: { movement: answer.results[1]?.id ?? '' },
  })
  const names = units.answer.results.flatMap(({ assignment }) => assignment?.name ?? [])
  expect(names).toEqual(['Ada Deniz'])
})

test('units of free places are shown as reserved and not as used', async () => {
  const quota = async () => {
    await left()
    const { answer } = await request(server.url, listQuotas, {
      token: cast.manager.token,
      params: { clientId: cast.anadolu },
    })
    const one = answer.find((found) => found.inventory.code === 'ENGLISH')
    return [one?.availableQuantity, one?.reserved, one?.used, one?.purchased]
  }
  const registration = await addRegistration(server, cast, { cap: 5 })
  expect(await quota()).toEqual([95, 5, 0, 100])
  await registerAs(server, registration.code, { phone: '0532 000 00 01' })
  expect(await quota()).toEqual([95, 4, 1, 100])
  await request(server.url, closeRegistration, at(registration))
  expect(await quota()).toEqual([99, 0, 1, 100])
})

test('units that a registration has reserved are not there for people who are invited by hand or by a list', async () => {
  await addRegistration(server, cast, { cap: 99 })
  const invite = { token: cast.manager.token, params: { clientId: cast.anadolu } }
  const inventoryIds = [inventory(cast, 'ENGLISH')]
  const emails = ['Ece', 'Can'].map((name) => ({ name, email: `${name.toLowerCase()}@liste.test` }))
  const list = await request(server.url, inviteEmails, { ...invite, body: { emails, inventoryIds } })
  expect([list.code, list.json]).toMatchObject(['quota_exceeded', { needed: 2, left: 1 }])
  const one = (staffNumber: string) =>
    request(server.url, invitePerson, { ...invite, body: { name: 'Ece Er', staffNumber, inventoryIds } })
  expect((await one('7001')).status).toBeLessThan(300)
  expect([(await one('7002')).code, await left()]).toEqual(['quota_exceeded', 0])
})

test('a cap larger than the quota opens nothing', async () => {
  const body = {
    name: 'Büyük',
    inventoryIds: [inventory(cast, 'MYT'), inventory(cast, 'ENGLISH')],
    locale: 'tr' as const,
    cap: 101,
    endsOn: '2999-01-01',
    approval: true,
  }
  const asked = { token: cast.manager.token, params: { clientId: cast.anadolu }, body }
  const refused = await request(server.url, openRegistration, asked)
  expect(refused.code).toBe('quota_exceeded')
  expect(refused.json).toMatchObject({ needed: 101, left: 100, inventories: [{}, {}] })
  expect([await left(), await left('MYT')]).toEqual([100, 100])
  expect(
    (
      await request(server.url, openRegistration, {
        ...asked,
        body: { ...body, cap: 1, endsOn: '2020-01-01' },
      })
    ).json,
  ).toMatchObject({ message: { endsOn: [expect.any(String)] } })
  expect(
    (
      await request(server.url, openRegistration, {
        ...asked,
        body: { ...body, cap: 1, dueDate: '2998-01-01' },
      })
    ).json,
  ).toMatchObject({ message: { dueDate: [expect.any(String)] } })
  const key = { 'idempotency-key': newId() }
  const once = { ...asked, headers: key, body: { ...body, cap: 2 } }
  const [first, again] = [
    await request(server.url, openRegistration, once),
    await request(server.url, openRegistration, once),
  ]
  expect(again.answer.id).toBe(first.answer.id)
  expect(await left()).toBe(98)
})

test('places can be added and taken away, but not those that are taken', async () => {
  const registration = await addRegistration(server, cast, { cap: 4, approval: true })
  for (const n of [1, 2]) await registerAs(server, registration.code, { phone: `0532 000 00 0${n}` })
  const change = (cap: number) =>
    request(server.url, changeRegistration, { ...at(registration), body: { cap } })
  expect((await change(10)).answer).toMatchObject({ cap: 10, reserved: 10 })
  expect(await left()).toBe(90)
  expect((await change(2)).answer).toMatchObject({ cap: 2, reserved: 2 })
  expect(await left()).toBe(98)
  expect((await change(1)).code).toBe('invalid_request')
  expect((await registerAs(server, registration.code, { phone: '0532 000 00 03' })).code).toBe(
    'registration_full',
  )
  expect((await change(200)).code).toBe('quota_exceeded')
  expect(await left()).toBe(98)
  const later = await request(server.url, changeRegistration, {
    ...at(registration),
    body: { endsOn: '2999-12-15' },
  })
  expect(later.answer.endsOn).toBe('2999-12-15')
})

test('a manager accepts and refuses, also after closing; each unit is accounted for', async () => {
  const registration = await addRegistration(server, cast, { cap: 4, approval: true })
  const { code } = registration
  expect((await registerByMail(server, code, { email: 'kabul@deniz.test' })).answer.outcome).toBe('received')
  for (const n of [1, 2, 3])
    expect(
      (await registerAs(server, code, { name: `Kişi ${n}`, phone: `0532 000 00 0${n}` })).answer.outcome,
    ).toBe('received')
  expect((await registerAs(server, code, { phone: '0532 000 00 04' })).code).toBe('registration_full')
  const [ada, one, two, three] = (await peopleOf(registration, 'waiting')).map(({ id }) => id)
  expect(await decide(registration, 'accept', [ada ?? '', one ?? '', newId()])).toEqual({
    done: 2,
    skipped: [{ reason: 'not_found', count: 1 }],
  })
  expect(await left()).toBe(96)
  // A refused person's place is free again.
  expect(await decide(registration, 'refuse', [two ?? '', ada ?? ''])).toEqual({
    done: 1,
    skipped: [{ reason: 'decided', count: 1 }],
  })
  expect((await registerAs(server, code, { phone: '0532 000 00 05' })).answer.outcome).toBe('received')
  expect((await registerAs(server, code, { phone: '0532 000 00 02' })).answer.outcome).toBe('received')
  await request(server.url, closeRegistration, at(registration))
  expect(await left()).toBe(96)
  await decide(registration, 'refuse', [three ?? ''])
  expect(await left()).toBe(97)
  const [last] = await peopleOf(registration, 'waiting')
  await decide(registration, 'accept', [last?.id ?? ''])
  expect(await left()).toBe(97)
  expect((await request(server.url, getRegistration, at(registration))).answer).toMatchObject({
    people: { waiting: 0, accepted: 3, refused: 2 },
    reserved: 0,
  })
  // People who gave an address get a mail; a manager delivers the others' links in person.
  await server.runJobs()
  const mails = await server.database.db
    .selectFrom('demo_mails')
    .select('recipient')
    .where('kind', '=', 'invitation')
    .execute()
  expect(mails.filter(({ recipient }) => recipient !== 'ada@deniz.test')).toEqual([
    { recipient: 'kabul@deniz.test' },
  ])
  const membershipId =
    (await peopleOf(registration)).find(({ name }) => name === 'Kişi 1')?.membershipId ?? ''
  const link = await request(server.url, makeInvitationLink, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu, membershipId },
    body: {},
  })
  const [uid = '', token = ''] = new URL(link.answer.url).pathname.split('/').slice(2)
  expect((await request(server.url, openMagicLink, { params: { uid, token } })).answer.user.name).toBe(
    'Kişi 1',
  )
  // The refused person, by their verified address or not, learns nothing new here.
  expect((await registerByMail(server, code, { email: 'kabul@deniz.test' })).answer.outcome).toBe('enter')
})

test('a test that is pending already needs no unit, and a cancelled one is returned', async () => {
  const first = await addRegistration(server, cast, { cap: 2 })
  const other = await addRegistration(server, cast, { name: 'Şoför', cap: 2 })
  expect(await left()).toBe(96)
  await registerByMail(server, first.code, { email: 'ada@deniz.test' })
  await registerByMail(server, other.code, { email: 'ada@deniz.test' })
  // One of the second registration's units was not needed.
  expect(await left()).toBe(97)
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM assignments WHERE client_id = ${cast.anadolu}`.execute(server.database.db)
  expect(rows).toHaveLength(1)
  await request(server.url, cancelAssignments, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
    body: { assignmentIds: [rows[0]?.id ?? ''] },
  })
  expect(await left()).toBe(98)
})

test('who proves an address that is known under another name is marked with both names, and on record', async () => {
  const email = 'ayse.yilmaz@deniz.test'
  const known = await addMember(server.database.db, cast.anadolu, { name: 'Ayşe Yılmaz', email })
  const reasonOf = async (registration: Registration) => {
    const { rows } = await sql<{ reason: string | null }>`
      SELECT reason FROM audit_entries WHERE action IN ('person_registered', 'registrant_accepted')
        AND details->>'note' = ${registration.name} ORDER BY id DESC LIMIT 1`.execute(server.database.db)
    return rows[0]?.reason
  }
  const same = await addRegistration(server, cast, { name: 'Aynı ad' })
  await registerByMail(server, same.code, { name: 'YILMAZ Ayşe', email })
  expect(await peopleOf(same)).toMatchObject([{ membershipId: known.membershipId, knownAs: null }])
  expect(await reasonOf(same)).toBe('accepted')
  const other = await addRegistration(server, cast, { name: 'Başka ad' })
  await registerByMail(server, other.code, { name: 'Fatma Kaya', email })
  const both = { name: 'Fatma Kaya', knownAs: 'Ayşe Yılmaz', membershipId: known.membershipId }
  expect(await peopleOf(other)).toMatchObject([both])
  expect(await reasonOf(other)).toBe('other_name')
  // A manager who decides sees it before.
  const asked = await addRegistration(server, cast, { name: 'Onayla', approval: true })
  await registerByMail(server, asked.code, { name: 'Fatma Kaya', email })
  const [waiting] = await peopleOf(asked)
  expect(waiting).toMatchObject({ state: 'waiting', knownAs: 'Ayşe Yılmaz' })
  await decide(asked, 'accept', [waiting?.id ?? ''])
  expect(await peopleOf(asked)).toMatchObject([both])
  expect(await reasonOf(asked)).toBe('other_name')
})

test('who is known by their phone gets the tests once a manager has looked', async () => {
  const { db } = server.database
  const known = await addMember(db, cast.anadolu, { name: 'Ayşe Yılmaz', email: null })
  await db
    .updateTable('memberships')
    .set({ phone: '0532 111 22 33' })
    .where('id', '=', known.membershipId)
    .execute()
  const registration = await addRegistration(server, cast)
  await registerAs(server, registration.code, { phone: '+905321112233', name: 'A. Yılmaz' })
  const [waiting] = await peopleOf(registration)
  expect(waiting).toMatchObject({ state: 'waiting', knownAs: 'Ayşe Yılmaz', name: 'A. Yılmaz' })
  await decide(registration, 'accept', [waiting?.id ?? ''])
  expect(await peopleOf(registration)).toMatchObject([
    { membershipId: known.membershipId, state: 'accepted' },
  ])
  expect(await left()).toBe(95)
})

test('a registration ends with its last day, where the client is', async () => {
  const registration = await addRegistration(server, cast, { cap: 3 })
  await registerAs(server, registration.code, { phone: '0532 000 00 01' })
  await sql`UPDATE registrations SET ends_on = (now() AT TIME ZONE 'Europe/Istanbul')::date - 1
    WHERE id = ${registration.id}`.execute(server.database.db)
  // Before the job has run, too.
  expect((await registerAs(server, registration.code, { phone: '0532 000 00 02' })).code).toBe(
    'registration_closed',
  )
  expect(await closeEnded(server.database.db)).toBe(1)
  expect(await closeEnded(server.database.db)).toBe(0)
  expect((await request(server.url, getRegistration, at(registration))).answer).toMatchObject({
    closedAt: expect.any(String),
    closedBy: '',
  })
  expect(await left()).toBe(99)
})

const dayPasses = ({ id }: { id: string }) =>
  sql`UPDATE registrants SET created_at = created_at - interval '25 hours' WHERE registration_id = ${id}`.execute(
    server.database.db,
  )

test('an application that nobody decided for a day gives its place to somebody else', async () => {
  const registration = await addRegistration(server, cast, { cap: 1, approval: true })
  await registerAs(server, registration.code, { phone: '0532 000 00 01' })
  expect((await registerAs(server, registration.code, { phone: '0532 000 00 02' })).code).toBe(
    'registration_full',
  )
  const before = await left()
  await dayPasses(registration)
  expect([await forgetUndecided(server.database.db), await left()]).toEqual([1, before])
  expect((await registerAs(server, registration.code, { phone: '0532 000 00 02' })).answer.outcome).toBe(
    'received',
  )
  await dayPasses(registration)
  await forgetUndecided(server.database.db)
})

test('who was neither accepted nor refused within a day is forgotten: the place is free, and units of a closed one return', async () => {
  const { db } = server.database
  const registration = await addRegistration(server, cast, { cap: 4, approval: true })
  await registerAs(server, registration.code, { phone: '0532 000 00 01' })
  await request(server.url, closeRegistration, at(registration))
  expect([await left(), await forgetUndecided(db)]).toEqual([99, 0])
  await dayPasses(registration)
  expect([await forgetUndecided(db), await forgetUndecided(db)]).toEqual([1, 0])
  expect([await left(), await peopleOf(registration)]).toEqual([100, []])
})

test('applicants who cannot be forgotten keep nobody else, however many they are', async () => {
  const { db } = server.database
  const registration = await addRegistration(server, cast, { cap: 4, approval: true })
  await registerAs(server, registration.code, { phone: '0532 000 00 01' })
  await request(server.url, closeRegistration, at(registration))
  await dayPasses(registration)
  // A whole page of them, all before the one who can be forgotten.
  await sql`
    INSERT INTO registrants (client_id, id, registration_id, name, phone, contact, locale, notice_version, state, created_at)
    SELECT client_id, lpad(to_hex(n), 32, '0')::uuid, id, 'Stuck', n::text, n::text, 'tr', 1, 'waiting', now() - interval '2 days'
    FROM registrations, generate_series(1, 100) n WHERE id = ${registration.id}`.execute(db)
  await sql`CREATE FUNCTION refuse_stuck() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'kept'; END $$`.execute(
    db,
  )
  await sql`CREATE TRIGGER stuck BEFORE DELETE ON registrants FOR EACH ROW WHEN (OLD.name = 'Stuck')
    EXECUTE FUNCTION refuse_stuck()`.execute(db)
  await expect(forgetUndecided(db)).rejects.toThrow('kept')
  await sql`DROP FUNCTION refuse_stuck() CASCADE`.execute(db)
  const { rows } =
    await sql`SELECT DISTINCT name FROM registrants WHERE registration_id = ${registration.id}`.execute(db)
  expect(rows).toEqual([{ name: 'Stuck' }])
  await sql`DELETE FROM registrants WHERE registration_id = ${registration.id}`.execute(db)
})

test('of many who register at the same moment on two servers exactly as many get in as there are places', async () => {
  const cap = 12
  const registration = await addRegistration(server, cast, { cap })
  const { code } = registration
  const tokens = []
  for (let n = 0; n < 40; n += 1) tokens.push(await pageToken(server, code))
  // Every fourth phone comes twice, in two spellings.
  const phones = tokens.map((_, n) => {
    const number = String(n % 4 === 3 ? n - 1 : n).padStart(2, '0')
    return n % 2 === 0 ? `0532 000 00 ${number}` : `+90 532 000 00${number}`
  })
  const answers = await Promise.all([
    ...tokens.map((token, n) =>
      registerAs(n % 2 === 0 ? server : second, code, { phone: phones[n] ?? '', name: `Kişi ${n}` }, token),
    ),
    // A manager takes units, and changes the places, at the same time.
    ...[cap + 1, cap].map((places) =>
      request(second.url, changeRegistration, { ...at(registration), body: { cap: places } }),
    ),
  ])
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  // The larger cap may have been the last one.
  const { answer } = await request(server.url, getRegistration, at(registration))
  expect([cap, cap + 1]).toContain(answer.cap)
  expect(answer.people.accepted).toBeLessThanOrEqual(cap + 1)
  expect(answer.people.accepted).toBeGreaterThanOrEqual(cap)
  const entered = answers.filter(({ json }) => Object(json).outcome === 'enter')
  expect(entered).toHaveLength(answer.people.accepted)
  expect(new Set((await peopleOf(registration)).map(({ phone }) => phone.slice(-2))).size).toBe(
    entered.length,
  )
  expect(await left()).toBe(100 - answer.cap)
  await request(server.url, closeRegistration, at(registration))
  expect(await left()).toBe(100 - answer.people.accepted)
})

test('exactly the cap gets in by address too, and each person once', async () => {
  const cap = 3
  const registration = await addRegistration(server, cast, { cap })
  const emails = Array.from({ length: 8 }, (_, n) => `kisi${n % 6}@deniz.test`)
  const answers = await Promise.all(
    emails.map(async (email) => registerAs(server, registration.code, { email })),
  )
  await server.runJobs()
  expect(answers.every(({ answer }) => answer.outcome === 'code')).toBe(true)
  // All codes of all mails, entered at once: who has two enters both.
  const mails = await server.database.db.selectFrom('demo_mails').select(['recipient', 'subject']).execute()
  const confirmed = await Promise.all(
    answers.flatMap(({ answer }, n) =>
      mails
        .filter(({ recipient }) => recipient === emails[n])
        .map(({ subject }) =>
          request(n % 2 === 0 ? server.url : second.url, confirmRegistration, {
            params: { code: registration.code },
            body: { check: answer.check ?? '', digits: subject.slice(0, 7).replace(' ', '') },
          }),
        ),
    ),
  )
  expect(confirmed.filter(({ status }) => status >= 500)).toEqual([])
  expect(await peopleOf(registration)).toHaveLength(cap)
  expect(await left()).toBe(100 - cap)
})

test('the list and the poster', async () => {
  const registration = await addRegistration(server, cast, { name: 'Şoför, gece vardiyası' })
  const { answer } = await request(server.url, listRegistrations, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
    query: { search: 'sofor' },
  })
  expect(answer.results).toMatchObject([{ id: registration.id, inventories: [{ code: 'ENGLISH' }] }])
  const { bytes } = await request(server.url, registrationPoster, at(registration))
  const info = await pdfInfo(bytes)
  expect([info.get('Pages'), info.get('Page size'), info.get('Tagged')]).toEqual([
    '1',
    expect.stringContaining('A4'),
    'yes',
  ])
  const text = await pdfText(bytes)
  for (const words of ['Anadolu Gıda A.Ş.', 'Şoför, gece vardiyası', 'Son kayıt günü: 30 Kasım 2999'])
    expect(text).toContain(words)
  expect(await pdfLinks(bytes)).toContain(registration.url)
})

test('everything is on record', async () => {
  const registration = await addRegistration(server, cast, { approval: true })
  await registerByMail(server, registration.code, { email: 'ada@deniz.test' })
  await registerAs(server, registration.code, { phone: '0532 000 00 01' })
  const [ada, other] = (await peopleOf(registration)).map(({ id }) => id)
  await decide(registration, 'accept', [ada ?? ''])
  await decide(registration, 'refuse', [other ?? ''])
  await request(server.url, changeRegistration, { ...at(registration), body: { cap: 6 } })
  await request(server.url, closeRegistration, at(registration))
  const { rows } = await sql<{ action: string; actor: boolean }>`
    SELECT action, actor_id IS NOT NULL AS actor FROM audit_entries
    WHERE client_id = ${cast.anadolu} AND action ~ 'regist' ORDER BY id`.execute(server.database.db)
  expect(rows.map(({ action, actor }) => [action, actor])).toEqual([
    ['registration_opened', true],
    ['person_registered', false],
    ['person_registered', false],
    ['registrant_accepted', true],
    ['registrant_refused', true],
    ['registration_changed', true],
    ['registration_closed', true],
  ])
})
