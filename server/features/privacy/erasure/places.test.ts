import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { erasePerson } from '#contract/erasure.ts'
import { submitAttempt } from '#contract/participant.ts'
import { saveResponses } from '#contract/responses.ts'
import { newId } from '#server/db/ids.ts'
import { readTestId } from '#server/features/delivery/attempts/tokens.ts'
import { createLog } from '#server/log.ts'
import { readDataMap } from '#test/architecture/data-map.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { addClient } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning } from '#test/support/taking.ts'
import { tracesIn } from '#test/support/traces.ts'

let server: TestServer
let cast: Cast
const logged: string[] = []

beforeAll(async () => {
  server = await startTestServer({
    log: createLog('trace', { destination: { write: (line: string) => void logged.push(line) } }),
  })
  cast = await castOf(server, 0)
})
afterAll(() => server.close())

const db = () => server.database.db
const mark = 'kanarya4417'
const email = `${mark}@example.com`

interface Planted {
  clientId: string
  userId: string
  membershipId: string
  assignmentId: string
  attemptId: string
}

/** Something of the person in each table that has something of people, beside those that taking a test fills. */
async function plant({ clientId, userId, membershipId, assignmentId, attemptId }: Planted): Promise<void> {
  const [day, job, files] = [newId(), newId(), newId()]
  const bytes = sql`convert_to(${mark}, 'UTF8')`
  for (const row of [
    sql`INSERT INTO analyses (id, version_id, filter, state, taken_at, result)
      SELECT gen_random_uuid(), version_id, '{}', 'done', now(), ${JSON.stringify({ mark })} FROM attempts WHERE id = ${attemptId}`,
    sql`INSERT INTO avatars (user_id, public_id, image) VALUES (${userId}, ${mark}, ${bytes})`,
    sql`INSERT INTO known_devices (user_id, fingerprint) VALUES (${userId}, ${bytes})`,
    sql`INSERT INTO recovery_codes (user_id, code_hash) VALUES (${userId}, ${bytes})`,
    sql`INSERT INTO second_factors (user_id, secret) VALUES (${userId}, ${bytes})`,
    sql`INSERT INTO sign_in_challenges (token_hash, user_id, purpose, way, remembered, expires_at)
      VALUES (${bytes}, ${userId}, 'code', 'password', false, now())`,
    sql`INSERT INTO identity_providers (client_id, id, issuer, registered_as, secret, created_by)
      VALUES (${clientId}, ${day}, '', '', '', ${cast.admin.userId})`,
    sql`INSERT INTO provider_identities (client_id, provider_id, subject, user_id) VALUES (${clientId}, ${day}, ${mark}, ${userId})`,
    sql`INSERT INTO provider_sign_ins (client_id, provider_id, state_hash, browser_hash, expires_at)
      VALUES (${clientId}, ${day}, ''::bytea, ''::bytea, now())`,
    sql`INSERT INTO throttles (key, window_start, count) VALUES (${`sign-in:${email}`}, now(), 1)`,
    sql`INSERT INTO one_time_links (token_hash, purpose, user_id, expires_at, email) VALUES (${bytes}, 'reset', ${userId}, now(), ${email})`,
    sql`INSERT INTO person_mails (id, user_id, job, kind, address, outcome, tries)
      VALUES (gen_random_uuid(), ${userId}, 'x', 'reset', ${email}, 'sent', 1)`,
    sql`INSERT INTO identity_codes (id, session_id, purpose, email) SELECT gen_random_uuid(), id, 'identity', ${email}
      FROM sessions WHERE user_id = ${userId}`,
    sql`INSERT INTO demo_mails (id, recipient, subject, text, html, kind, links) VALUES (gen_random_uuid(), ${email}, '', '', '', 'x', '{}')`,
    sql`INSERT INTO idempotency_keys (client_id, call, key, user_id, body_hash, status, answer)
      VALUES (${clientId}, 'inviteEmails', 'k', ${cast.admin.userId}, ${bytes}, 200, ${JSON.stringify({ email })})`,
    sql`INSERT INTO invitation_jobs (client_id, id, created_by, total, request, address, finished_at, status, result)
      VALUES (${clientId}, ${job}, ${cast.admin.userId}, 1, '', '', now(), 'done', ${JSON.stringify([{ email }])})`,
    sql`INSERT INTO invitation_jobs (client_id, id, created_by, total, request, address)
      VALUES (${clientId}, ${day}, ${cast.admin.userId}, 1, ${JSON.stringify({ emails: [{ email, name: mark }] })}, '')`,
    sql`INSERT INTO file_jobs (client_id, id, kind, created_by, request, address, expires_at)
      VALUES (${clientId}, ${day}, 'slips', ${cast.admin.userId}, ${JSON.stringify({ search: mark })}, '', now() + interval '1 hour')`,
    sql`INSERT INTO file_jobs (client_id, id, kind, created_by, request, address, expires_at, finished_at, status, file)
      VALUES (${clientId}, ${job}, 'slips', ${cast.admin.userId}, ${mark}, '', now() + interval '1 hour', now(), 'done', ${bytes})`,
    sql`INSERT INTO file_jobs (client_id, id, kind, created_by, request, address, expires_at, finished_at, status)
      VALUES (${clientId}, ${files}, 'reports', ${cast.admin.userId}, '', '', now() + interval '1 hour', now(), 'done')`,
    sql`INSERT INTO file_parts (client_id, job_id, place, assignment_id, copy_id, entry, bytes)
      VALUES (${clientId}, ${files}, 0, ${assignmentId}, 'x', ${bytes}, ${bytes})`,
    sql`INSERT INTO report_copies (client_id, id, assignment_id, sha256) VALUES (${clientId}, 'x', ${assignmentId}, ${bytes})`,
    sql`SELECT FROM graphile_worker.add_job('send_reminder', ${JSON.stringify({ clientId, membershipId, email })}::json, run_at := now() + interval '1 day')`,
    sql`INSERT INTO attempt_presence (client_id, attempt_id, item_id) VALUES (${clientId}, ${attemptId}, ${mark})`,
    sql`INSERT INTO attempt_breaks (client_id, attempt_id) VALUES (${clientId}, ${attemptId})`,
    sql`INSERT INTO held_answers (client_id, attempt_id, answers) VALUES (${clientId}, ${attemptId}, ${JSON.stringify([mark])})`,
    sql`INSERT INTO attempt_sections (client_id, attempt_id, section_id, deadline) VALUES (${clientId}, ${attemptId}, ${mark}, now())`,
    sql`INSERT INTO attempt_signals (client_id, attempt_id, kind, happened_at) VALUES (${clientId}, ${attemptId}, 'copied', now())`,
    sql`INSERT INTO people_decisions (client_id, id, membership_id, decision, note, decided_by)
      VALUES (${clientId}, ${newId()}, ${membershipId}, 'hired', ${mark}, ${cast.admin.userId})`,
    sql`INSERT INTO assignment_notes (client_id, id, assignment_id, text, created_by)
      VALUES (${clientId}, gen_random_uuid(), ${assignmentId}, ${mark}, ${cast.admin.userId})`,
    sql`INSERT INTO reminders (client_id, id, assignment_id, membership_id, created_by, send_at)
      VALUES (${clientId}, gen_random_uuid(), ${assignmentId}, ${membershipId}, ${cast.admin.userId}, now())`,
    sql`INSERT INTO person_requests (client_id, id, membership_id, kind, message, identity_note, identity_email, locale, due_at)
      VALUES (${clientId}, gen_random_uuid(), ${membershipId}, 'access', ${mark}, ${mark}, ${email}, 'tr', now())`,
    sql`INSERT INTO test_days (client_id, id, place, day, locale, inventory_ids) VALUES (${clientId}, ${day}, 'Depo', '2026-01-01', 'tr', '{}')`,
    sql`INSERT INTO test_day_people (client_id, test_day_id, membership_id, user_id, room, code_number, code_hash)
      VALUES (${clientId}, ${day}, ${membershipId}, ${userId}, ${mark}, 999, ${bytes})`,
    sql`INSERT INTO tablets (client_id, id, test_day_id, name, token_hash) VALUES (${clientId}, ${day}, ${day}, 'T', ''::bytea)`,
    sql`INSERT INTO tablet_codes (client_id, tablet_id, membership_id, code_turn, sealed)
      VALUES (${clientId}, ${day}, ${membershipId}, 0, ${Buffer.from(mark)})`,
    sql`INSERT INTO kept_attempts (client_id, id, test_day_id, assignment_id, tablet_id, started_at, submitted, responses)
      VALUES (${clientId}, gen_random_uuid(), ${day}, ${assignmentId}, gen_random_uuid(), now(), true, ${JSON.stringify({ a: mark })})`,
    sql`INSERT INTO waiting_deliveries (client_id, id, test_day_id, assignment_id, tablet_id, begun_id, reason, answered, submitted, refused, sealed)
      VALUES (${clientId}, gen_random_uuid(), ${day}, ${assignmentId}, gen_random_uuid(), gen_random_uuid(), 'withdrawn', 1, true, false, ${Buffer.from(mark)})`,
    sql`INSERT INTO registrations (client_id, id, code, name, inventory_ids, locale, cap, ends_on, approval, created_by)
      VALUES (${clientId}, ${day}, ${day.slice(-8)}, 'Depo', ARRAY[gen_random_uuid()], 'tr', 5, '2999-12-31', true, ${cast.admin.userId})`,
    sql`INSERT INTO registrants (client_id, id, registration_id, name, email, contact, locale, notice_version, state, membership_id, decided_at)
      VALUES (${clientId}, gen_random_uuid(), ${day}, ${mark}, ${email}, ${email}, 'tr', 1, 'accepted', ${membershipId}, now())`,
    sql`INSERT INTO registration_checks (client_id, id, registration_id, token_hash, name, email, locale, notice_version)
      VALUES (${clientId}, gen_random_uuid(), ${day}, ''::bytea, ${mark}, ${email}, 'tr', 1)`,
    sql`INSERT INTO audit_entries (id, action, actor_id, client_id, address) VALUES (gen_random_uuid(), 'sign_in', ${userId}, ${clientId}, ${mark})`,
    sql`UPDATE users SET email = ${email}, name = ${mark}, phone = ${mark} WHERE id = ${userId}`,
    sql`UPDATE memberships SET name = ${mark}, email = ${email}, phone = ${mark}, staff_number = ${mark}, search_text = ${mark}, group_name = ${mark}
      WHERE id = ${membershipId}`,
    sql`UPDATE assignments SET description = ${mark} WHERE id = ${assignmentId}`,
  ])
    await row.execute(db())
}

const tableOf = (find: string) => find.split('.')[0] ?? ''

/** Folders of rows and of the log of their changes. It is documented how long erased rows remain there. */
const ofRows = ['base', 'global', 'pg_wal']

/** The files of a folder and of all folders in it, but for those of rows. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return ofRows.includes(entry.name) ? [] : filesIn(path)
    return entry.isFile() ? [path] : []
  })
}

/** The text of all files that the database server writes beside its tables, those of its data folder included. */
async function textOfFiles(): Promise<string> {
  const { rows } = await sql<{ data_directory: string }>`SHOW data_directory`.execute(db())
  const dataDirectory = rows[0]?.data_directory ?? ''
  const files = filesIn(dirname(dataDirectory))
  const names = files.map((path) => basename(path))
  expect(names).toEqual(expect.arrayContaining(['postgres.log', 'postgresql.conf', 'postmaster.opts']))
  return files.map((path) => readFileSync(path, 'utf8')).join('\n')
}

test('an erasure empties each place that the data map says it empties, and no file or log has the person', async () => {
  const clientId = await addClient(db())
  const { userId, membershipId, assignmentId, token, started, choices } = await addRunning(
    server,
    clientId,
    'ENGLISH',
  )
  const responses = Object.fromEntries(choices.map(({ id, options }) => [id, options[0] ?? '']))
  await request(server.url, saveResponses, { token, body: { testId: started.testId, responses } })
  await request(server.url, submitAttempt, { token, params: { assignmentId }, body: {} })
  const attemptId = readTestId(started.testId)?.attemptId ?? ''
  const planted = { clientId, userId, membershipId, assignmentId, attemptId }
  await plant(planted)
  // An error whose details have the address, and a call that fails with the name in it.
  const twice = sql`INSERT INTO users (id, public_id, email, name, locale)
    VALUES (gen_random_uuid(), 'x', ${email}, '', 'tr')`
  await expect(twice.execute(db())).rejects.toThrow('users_email')
  await fetch(`${server.url}/api/clients/${clientId}/people/?search=${mark}`, {
    headers: { authorization: `Token ${token}` },
  })

  const ids = [userId, membershipId, assignmentId, attemptId]
  const emptied = readDataMap().filter(
    ({ whose, erasure }) =>
      ['participant', 'registrant', 'account'].includes(whose) && /^(deleted|emptied|replaced)/.test(erasure),
  )
  const before = new Set((await tracesIn(db(), [mark, ...ids])).map(tableOf))
  const missed = emptied.map(({ table }) => table).filter((table) => !before.has(table))
  expect([...new Set(missed)], 'nothing of the person was there').toEqual([])
  expect(before).toContain('_private_jobs')

  const erased = await request(server.url, erasePerson, {
    token: cast.admin.token,
    params: { clientId, membershipId },
    body: { confirm: mark },
  })
  expect(erased.status).toBe(204)
  // The answer to their request has name and address until it is sent.
  expect(await tracesIn(db(), [mark, attemptId])).toEqual(['_private_jobs.payload'])
  await server.runJobs()
  await db().deleteFrom('demo_mails').execute()
  expect(await tracesIn(db(), [mark, attemptId])).toEqual([])
  // Ids stay where the map says that a row stays, and lead to nobody.
  const stays = new Set(
    readDataMap().flatMap(({ table, erasure }) =>
      /^(stays|emptied|replaced|set to)/.test(erasure) ? [table] : [],
    ),
  )
  const left = (await tracesIn(db(), [userId, membershipId, assignmentId])).map(tableOf)
  expect(left.filter((table) => !stays.has(table))).toEqual([])
  expect(logged).not.toEqual([])
  expect(logged.filter((line) => line.includes(mark))).toEqual([])
  expect(await textOfFiles()).not.toContain(mark)
})
