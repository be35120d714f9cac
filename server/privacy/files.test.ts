import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getOwnData } from '#contract/own-data.ts'
import { checkIdentity, decideRequest, handOutData, makeRequest } from '#contract/requests.ts'
import { newId } from '#server/db/ids.ts'
import { readTestId } from '#server/features/delivery/attempts/tokens.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning, type Running, submit } from '#test/support/taking.ts'
import { dataMap } from './data-map.ts'

let server: TestServer
let cast: Cast
beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
})
afterAll(() => server.close())

const db = () => server.database.db

/** Values that are nowhere else, and the columns that have them. */
const planted: [string, string][] = []
function value(column: string): string {
  planted.push([column, `kanarya${planted.length}x`])
  return planted.at(-1)?.[1] ?? ''
}

async function plant({ userId, membershipId, assignmentId, started }: Running): Promise<void> {
  const [clientId, day] = [cast.anadolu, newId()]
  const attemptId = readTestId(started.testId)?.attemptId ?? ''
  for (const row of [
    sql`UPDATE users SET name = ${value('users.name')}, phone = ${value('users.phone')} WHERE id = ${userId}`,
    sql`UPDATE memberships SET name = ${value('memberships.name')}, email = ${value('memberships.email')}, phone = ${value('memberships.phone')},
      staff_number = ${value('memberships.staff_number')}, group_name = ${value('memberships.group_name')},
      search_text = ${value('memberships.search_text')}, held_at = now(), held_by = ${cast.admin.userId},
      hold_reason = ${value('memberships.hold_reason')} WHERE id = ${membershipId}`,
    sql`INSERT INTO people_decisions (client_id, id, membership_id, decision, note, decided_by)
      VALUES (${clientId}, ${newId()}, ${membershipId}, 'hired', ${value('people_decisions.note')}, ${cast.manager.userId})`,
    sql`UPDATE assignments SET description = ${value('assignments.description')} WHERE id = ${assignmentId}`,
    sql`INSERT INTO assignment_notes (client_id, id, assignment_id, text, created_by)
      VALUES (${clientId}, ${newId()}, ${assignmentId}, ${value('assignment_notes.text')}, ${cast.admin.userId})`,
    sql`INSERT INTO attempt_presence (client_id, attempt_id, item_id)
      VALUES (${clientId}, ${attemptId}, ${value('attempt_presence.item_id')})
      ON CONFLICT (client_id, attempt_id) DO UPDATE SET item_id = excluded.item_id`,
    sql`INSERT INTO attempt_sections (client_id, attempt_id, section_id, deadline)
      VALUES (${clientId}, ${attemptId}, ${value('attempt_sections.section_id')}, now())`,
    sql`INSERT INTO registrations (client_id, id, code, name, inventory_ids, locale, cap, ends_on, approval, created_by)
      VALUES (${clientId}, ${day}, ${day.slice(-8)}, 'Depo', ARRAY[gen_random_uuid()], 'tr', 5, '2999-12-31', true, ${cast.admin.userId})`,
    sql`INSERT INTO registrants (client_id, id, registration_id, name, email, contact, locale, notice_version, state, membership_id, decided_at)
      VALUES (${clientId}, ${newId()}, ${day}, ${value('registrants.name')}, ${value('registrants.email')},
        ${value('registrants.contact')}, 'tr', 1, 'accepted', ${membershipId}, now())`,
    sql`INSERT INTO person_requests (client_id, id, membership_id, kind, message, identity, identity_at, identity_by, identity_note, identity_email, locale, due_at)
      VALUES (${clientId}, ${newId()}, ${membershipId}, 'access', ${value('person_requests.message')}, 'other', now(), ${cast.manager.userId},
        ${value('person_requests.identity_note')}, ${value('person_requests.identity_email')}, 'tr', now())`,
    sql`INSERT INTO one_time_links (token_hash, purpose, user_id, client_id, expires_at, email)
      VALUES (${Buffer.from(day)}, 'invitation', ${userId}, ${clientId}, now(), ${value('one_time_links.email')})`,
    sql`INSERT INTO identity_codes (id, session_id, purpose, email)
      SELECT gen_random_uuid(), id, 'address', ${value('identity_codes.email')} FROM sessions WHERE user_id = ${userId}`,
    sql`INSERT INTO person_mails (id, user_id, client_id, job, kind, address, outcome, failure, failure_code, tries)
      VALUES (${newId()}, ${userId}, ${clientId}, 'x', 'reminder', ${value('person_mails.address')}, 'failed', 'not_sent',
        ${value('person_mails.failure_code')}, 1)`,
    sql`INSERT INTO avatars (user_id, public_id, image) VALUES (${userId}, ${value('avatars.public_id')}, ''::bytea)`,
    sql`INSERT INTO test_days (client_id, id, place, day, locale, inventory_ids) VALUES (${clientId}, ${day}, 'Depo', '2026-01-01', 'tr', '{}')`,
    sql`INSERT INTO test_day_people (client_id, test_day_id, membership_id, user_id, room, code_number, code_hash)
      VALUES (${clientId}, ${day}, ${membershipId}, ${userId}, ${value('test_day_people.room')}, 999, ${Buffer.from(day)})`,
    sql`UPDATE assignments SET test_day_id = ${day} WHERE id = ${assignmentId}`,
  ])
    await row.execute(db())
}

/** Tells whether an entry puts a column into the own file, and into the desk's. */
function shown(column: string): [own: boolean, desk: boolean] {
  const [table, name = ''] = column.split('.')
  const row = dataMap.find((one) => one.table === table && one.columns.includes(name))
  const kinds = (row?.ownFile ?? '').split('; ').map((part) => part.split(': '))
  const [kind] = kinds.find(([, names]) => names === undefined || names.split(', ').includes(name)) ?? []
  expect(kind, column).toBeDefined()
  return [kind === 'desk' || kind === 'file', kind === 'desk']
}

test('the own file has what the registry puts there and nothing else, and the desk hands out what it lists for it', async () => {
  const person = await addRunning(server, cast.anadolu, 'ENGLISH')
  await submit(server, person)
  await plant(person)
  const { token } = person
  const { answer } = await request(server.url, makeRequest, { token, body: { kind: 'access' } })
  const desk = { token: cast.manager.token, params: { requestId: answer.id } }
  await request(server.url, checkIdentity, { ...desk, body: { way: 'document' } })
  await request(server.url, decideRequest, { ...desk, body: { decision: 'accepted', reason: 'Ektedir' } })
  const handed = await request(server.url, handOutData, desk)
  await sql`UPDATE sessions SET proved_at = now(), proved_by = 'code', invitation_client_id = NULL WHERE user_id = ${person.userId}`.execute(
    db(),
  )
  const own = await request(server.url, getOwnData, { token })
  expect([handed.status, own.status]).toEqual([200, 200])
  for (const [column, text] of planted)
    expect([column, own.text.includes(text), handed.text.includes(text)]).toEqual([column, ...shown(column)])
})
