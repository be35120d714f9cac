import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { extendAssignment } from '#contract/assignment-actions.ts'
import { openMagicLink, openSlipCode, resetPassword, usersMe } from '#contract/auth.ts'
import { makeInvitationLink } from '#contract/invitations.ts'
import { listOwnAssignments, submitAttempt } from '#contract/participant.ts'
import { listSessions } from '#contract/sessions.ts'
import { createLink } from '#server/features/memberships/links/links.ts'
import { hashLongSlipCode, hashSecret, hashSlipCode, slipKeyOf } from '#server/secrets.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { addAssignment } from '#test/support/invited.ts'
import { startTestServer, type TestServer, testSlipKey } from '#test/support/server.ts'
import { strangeSlipCode } from '#test/support/slips.ts'
import { addRunning, addTaker } from '#test/support/taking.ts'

let server: TestServer
let second: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  second = await startTestServer({ database: server.database })
  cast = await castOf(server, 0)
})
afterAll(async () => {
  await second.close()
  await server.close()
})

/** A printed invitation: its code, and its link's two parts. */
async function printed(
  userId: string,
  clientId = cast.anadolu,
  expiresAt = new Date(Date.now() + 3_600_000),
) {
  const link = { userId, purpose: 'invitation', clientId, createdBy: null, expiresAt } as const
  const { path, code = '' } = await createLink(server.database.db, {
    ...link,
    handedOver: true,
    slipKey: testSlipKey,
  })
  const [uid = '', token = ''] = path.split('/').slice(2)
  return { code, uid, token }
}
const open = (code: string, at = server) => request(at.url, openSlipCode, { body: { code } })

describe('the code of a slip', () => {
  test('opens as often as needed what its link opens, typed as people type', async () => {
    const taker = await addTaker(server, cast.anadolu)
    await addAssignment(server.database.db, cast.anadolu, taker, { code: 'ENGLISH' })
    const { code, uid, token } = await printed(taker.userId)
    const spellings = [
      code,
      code.toLowerCase(),
      code.match(/.{4}/g)?.join('-') ?? '',
      ` ${code.match(/.{4}/g)?.join(' ')}\n`,
      code.replaceAll('0', 'o').replaceAll('1', 'l'),
    ]
    for (const typed of spellings) {
      const { answer } = await open(typed)
      expect([answer.user.id, answer.user.authority, answer.user.invitation]).toEqual([
        taker.userId,
        ['participant'],
        true,
      ])
      const own = await request(server.url, listOwnAssignments, { token: answer.token })
      expect(own.answer.results).toHaveLength(1)
      // They come with the session as well, as the list says them.
      expect(answer.assignments).toEqual({ ...own.answer, serverTime: expect.any(String) })
      // Tests, and no account.
      expect((await request(server.url, listSessions, { token: answer.token })).status).toBe(403)
    }
    const byLink = await request(server.url, openMagicLink, { params: { uid, token } })
    expect(byLink.answer.assignments?.results).toHaveLength(1)
  })

  test('lets everybody in who types it at once, on however many servers', async () => {
    const taker = await addTaker(server, cast.anadolu)
    await addAssignment(server.database.db, cast.anadolu, taker, { code: 'ENGLISH' })
    const { code } = await printed(taker.userId)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => open(code, at % 2 === 0 ? server : second)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ answer }) => answer.token)).size).toBe(20)
  })

  test('gets the same answer when it is unknown, when it is malformed, and when its link was replaced', async () => {
    const taker = await addTaker(server, cast.anadolu)
    await addAssignment(server.database.db, cast.anadolu, taker, { code: 'ENGLISH' })
    const { code } = await printed(taker.userId)
    const replaced = await request(server.url, makeInvitationLink, {
      token: cast.manager.token,
      params: { clientId: cast.anadolu, membershipId: taker.membershipId },
      body: { replace: true },
    })
    expect(replaced.status).toBe(201)
    const shapeOf = ({ status, text, headers }: Awaited<ReturnType<typeof open>>) => {
      const names = [...headers.keys()].filter((name) => name !== 'date')
      return { status, names, text: text.replace(/"requestId":"[^"]*"/, '') }
    }
    const [first, ...others] = await Promise.all(
      [code, strangeSlipCode(), '', '?', code.slice(1), `${code}0`, 'şifre', 'x'.repeat(100)].map(
        async (typed) => shapeOf(await open(typed)),
      ),
    )
    expect([first?.status, JSON.parse(first?.text.replace(',}', '}') ?? '').code]).toEqual([
      400,
      'slip_code_invalid',
    ])
    for (const other of others) expect(other).toEqual(first)
    // A newer slip is a code of its own.
    expect((await open((await printed(taker.userId)).code)).status).toBe(200)
  })

  test('has the time of its link: over with the last day, open again when that is put off', async () => {
    const { db } = server.database
    const taker = await addTaker(server, cast.anadolu)
    const assignmentId = await addAssignment(db, cast.anadolu, taker, { code: 'ENGLISH', due: '2020-01-01' })
    // The end of that day in Istanbul.
    const { code } = await printed(taker.userId, cast.anadolu, new Date('2020-01-01T21:00:00Z'))
    expect((await open(code)).code).toBe('slip_code_expired')
    const extended = await request(server.url, extendAssignment, {
      token: cast.manager.token,
      params: { assignmentId },
      body: { dueDate: '2999-01-01' },
    })
    expect(extended.status).toBe(200)
    expect((await open(code)).status).toBe(200)
    await sql`UPDATE one_time_links SET expires_at = now() WHERE user_id = ${taker.userId}`.execute(db)
    expect((await open(code)).code).toBe('slip_code_expired')
  })

  test('opens by one of 28 characters that was printed before, until its link ends', async () => {
    const taker = await addTaker(server, cast.anadolu)
    await addAssignment(server.database.db, cast.anadolu, taker, { code: 'ENGLISH' })
    const { uid, token } = await printed(taker.userId)
    const long = '7KQ4M0XW2HVZ9B3NDG8PT5RYJ1AC'
    await sql`
      UPDATE one_time_links SET code_hash = sha256(convert_to(${`slip code ${long}`}, 'UTF8'))
      WHERE user_id = ${taker.userId}`.execute(server.database.db)
    expect((await open(' 7kq4 mOxw 2hvz 9b3n\ndg8p t5ry jlac')).answer.user.id).toBe(taker.userId)
    expect((await open(long.slice(0, 12))).code).toBe('slip_code_invalid')
    await sql`UPDATE one_time_links SET expires_at = now() WHERE user_id = ${taker.userId}`.execute(
      server.database.db,
    )
    expect((await open(long)).code).toBe('slip_code_expired')
    expect((await request(server.url, openMagicLink, { params: { uid, token } })).status).toBe(400)
  })

  test('says thank you with the receipt once everything is handed in', async () => {
    const { userId, assignmentId } = await addRunning(server, cast.anadolu, 'ENGLISH')
    const { code } = await printed(userId)
    const { token } = (await open(code)).answer
    const submitted = await request(server.url, submitAttempt, { token, params: { assignmentId }, body: {} })
    const again = await open(code)
    expect([again.status, again.answer.done]).toEqual([200, { receipt: submitted.answer.receipt }])
    expect(again.answer.user.id).toBe(userId)
  })

  test('opens the tests of its client and no other one’s, none for who was removed, and nothing for who was closed', async () => {
    const { db } = server.database
    const taker = await addTaker(server, cast.anadolu)
    const ours = await addAssignment(db, cast.anadolu, taker, { code: 'ENGLISH' })
    const [{ id: membershipId } = { id: '' }] = await db
      .insertInto('memberships')
      .values({
        client_id: cast.ege,
        id: crypto.randomUUID(),
        user_id: taker.userId,
        role: 'candidate',
        name: 'Ada',
        search_text: '',
        removed_by: null,
      })
      .returning('id')
      .execute()
    const theirs = await addAssignment(db, cast.ege, { ...taker, membershipId }, { code: 'ENGLISH' })
    const codes = [(await printed(taker.userId)).code, (await printed(taker.userId, cast.ege)).code]
    const reached = await Promise.all(
      codes.map(async (code) => {
        const { token } = (await open(code)).answer
        const own = await request(server.url, listOwnAssignments, { token })
        return own.answer.results.map(({ id }) => id)
      }),
    )
    expect(reached).toEqual([[ours], [theirs]])
    const [here = '', there = ''] = codes
    const removed = { removed_at: sql<Date>`now()` }
    await db.updateTable('memberships').set(removed).where('id', '=', taker.membershipId).execute()
    const gone = await open(here)
    expect([gone.code, (await open(there)).status]).toEqual(['slip_code_expired', 200])
    const left = await request(server.url, listOwnAssignments, { token: Object(gone.json).token })
    expect(left.answer.results).toEqual([])
    const closed = { deactivated_at: sql<Date>`now()` }
    await db.updateTable('users').set(closed).where('id', '=', taker.userId).execute()
    expect((await open(there)).code).toBe('slip_code_invalid')
  })

  test('serves as no link, no reset and no session, and no link’s token as a code', async () => {
    const taker = await addTaker(server, cast.anadolu)
    await addAssignment(server.database.db, cast.anadolu, taker, { code: 'ENGLISH' })
    const { code, uid, token } = await printed(taker.userId)
    expect((await request(server.url, openMagicLink, { params: { uid, token: code } })).code).toBe(
      'magic_link_invalid',
    )
    const body = { new_password: 'yedi~tane~kiraz', uid, token: code }
    expect((await request(server.url, resetPassword, { body })).code).toBe('reset_link_invalid')
    expect((await request(server.url, usersMe, { token: code })).status).toBe(401)
    expect((await open(token)).code).toBe('slip_code_invalid')
    const { rows } = await sql`SELECT t::text FROM one_time_links t`.execute(server.database.db)
    expect(JSON.stringify(rows)).toContain(hashSlipCode(testSlipKey, code).toString('hex'))
    // Somebody with the database but without the key can't try all codes against it.
    for (const keyless of [
      hashLongSlipCode(code),
      hashSecret(code),
      hashSlipCode(slipKeyOf('another key'), code),
    ])
      expect(JSON.stringify(rows)).not.toContain(keyless.toString('hex'))
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${code}|${Buffer.from(code).toString('hex')}`))
    // Only an invitation can have one: a link that opens an account is never typed.
    const account = { userId: taker.userId, purpose: 'magic', clientId: null, createdBy: null } as const
    const made = createLink(server.database.db, { ...account, expiresAt: new Date(), slipKey: testSlipKey })
    await expect(made).rejects.toThrow(/one_time_links_code_check/)
  })
})

test('codes are 60 random bits: every letter occurs at every place, no two are equal', () => {
  const codes = Array.from({ length: 2000 }, strangeSlipCode)
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/)
  expect(new Set(codes.map((code) => code.slice(0, 8))).size).toBe(2000)
  for (let at = 0; at < 12; at += 1) expect(new Set(codes.map((code) => code.charAt(at))).size).toBe(32)
})
