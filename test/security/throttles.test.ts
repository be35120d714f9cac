import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { take } from '#server/throttles/throttles.ts'
import { type Cast, castOf, castPassword } from '#test/support/cast.ts'
import { addAssignment } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { strangeSlipCode } from '#test/support/slips.ts'
import { addTaker } from '#test/support/taking.ts'
import { waitForMidWindow } from '#test/support/windows.ts'
import { ask } from './ask.ts'
import { addAccount, addAccounts, addSlip } from './people.ts'

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
beforeEach(async () => {
  await sql`TRUNCATE throttles`.execute(server.database.db)
  await waitForMidWindow(server.database.db)
})

const signIn = (username: string, password: string, more: object = {}, at = server) =>
  ask(at.url, { path: '/api/auth-token/', body: { username, password }, ...more })
const codeOf = ({ text }: { text: string }) => (text === '' ? '' : JSON.parse(text).code)
const count = async (reason: string) => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM audit_entries WHERE reason = ${reason}`.execute(server.database.db)
  return rows[0]?.count ?? 0
}

test('SR-05: of sixty wrong passwords at once ten are compared, on two servers, in any spelling and with any header', async () => {
  const { email } = await addAccount(server)
  const before = await count('wrong_password')
  const spellings = [email, email.toUpperCase(), ` ${email} `, `${email}\t`]
  const tries = Array.from({ length: 60 }, (_, at) =>
    signIn(
      spellings[at % spellings.length] ?? email,
      'wrong password',
      {
        path: at % 3 === 0 ? '/api/auth-token' : '/api/auth-token/',
        headers: {
          'x-forwarded-for': `203.0.113.${at}`,
          forwarded: `for=203.0.113.${at}`,
          'x-real-ip': `203.0.113.${at}`,
        },
      },
      at % 2 === 0 ? server : second,
    ),
  )
  const answers = await Promise.all(tries)
  const refused = answers.filter(({ status }) => status === 429)
  // Every failed comparison is audited, so the entries count the hashes.
  expect([refused.length, (await count('wrong_password')) - before]).toEqual([50, 10])
  for (const { headers } of refused) {
    const seconds = Number(headers['retry-after'])
    expect([seconds > 0, seconds <= 900]).toEqual([true, true])
  }
  // The right password must wait too, or it could be recognised.
  expect(codeOf(await signIn(email, castPassword))).toBe('too_many_requests')
})

test('SR-06: a stranger locks no one out: the owner signs in from elsewhere, and from there once the window ends', async () => {
  const { email } = await addAccount(server)
  for (let tried = 0; tried < 12; tried += 1) await signIn(email, 'wrong password')
  expect((await signIn(email, castPassword)).status).toBe(429)
  expect((await signIn(email, castPassword, { from: '127.0.0.9' })).status).toBe(200)
  await sql`UPDATE throttles SET window_start = window_start - interval '15 minutes'`.execute(
    server.database.db,
  )
  expect((await signIn(email, castPassword)).status).toBe(200)
})

test('SR-06: two hundred people behind one address sign in at once', async () => {
  const emails = await addAccounts(server, 200)
  const answers = await Promise.all(
    emails.map((email, at) => signIn(email, castPassword, {}, at % 2 === 0 ? server : second)),
  )
  expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([])
  // Successes don't count, so as many can follow.
  const { rows } = await sql<{ tries: number }>`SELECT sum(count)::int AS tries FROM throttles`.execute(
    server.database.db,
  )
  expect(rows[0]?.tries).toBe(0)
  // Two hundred hashes one after the other: seconds on a free machine, a minute on a busy one.
}, 480_000)

test('SR-06: a try is returned to the window it was counted in, even after that ended', async () => {
  const { db } = server.database
  const limit = { key: 'over-the-edge', atMost: 1_000_000, seconds: 1 }
  const windows = async () => {
    const { rows } = await sql<{ count: number }>`
      SELECT count FROM throttles WHERE key = ${limit.key} ORDER BY window_start`.execute(db)
    return rows.map((row) => row.count)
  }
  const giveBack = await take(db, [limit])
  // Repeats until the tries fall into one window.
  while ((await windows()).length < 2) await take(db, [limit])
  const [first = 0, ...later] = await windows()
  await giveBack()
  expect(await windows()).toEqual([first - 1, ...later])
})

test('SR-07: known and unknown addresses get the same status, body and headers', async () => {
  const { email } = await addAccount(server)
  const bodies = {
    '/api/auth-token/': (who: string) => ({ username: who, password: 'wrong password' }),
    '/api/forgot-password/': (who: string) => ({ email: who }),
    '/api/magic-link/': (who: string) => ({ email: who }),
  }
  for (const [path, bodyOf] of Object.entries(bodies)) {
    const [known, unknown] = await Promise.all(
      [email, 'nobody-here@example.test'].map(async (who) => {
        const { status, text, headers } = await ask(server.url, { path, body: bodyOf(who) })
        const { 'x-request-id': _id, date: _date, ...same } = headers
        return { status, text: text.replace(/"requestId":"[^"]*"/, ''), headers: same }
      }),
    )
    expect(known, path).toEqual(unknown)
    expect(known?.status, path).toBe(path === '/api/auth-token/' ? 400 : 202)
  }
})

test('SR-07: both wait the same after too many tries', async () => {
  const { email } = await addAccount(server)
  const outcomes = await Promise.all(
    [email, 'nobody-there@example.test'].map(async (who) => {
      const answers = []
      for (let tried = 0; tried < 12; tried += 1) answers.push(codeOf(await signIn(who, 'wrong password')))
      return answers
    }),
  )
  expect(outcomes[0]).toEqual(outcomes[1])
  expect(outcomes[0]?.at(-1)).toBe('too_many_requests')
})

const typeCode = (code: string, from?: string, at = server) =>
  ask(at.url, { path: '/api/slip-code/', body: { code }, ...(from && { from }) })

test('SR-05: guessing slip codes is stopped after three hundred, with any header, on two servers', async () => {
  const answers = await Promise.all(
    Array.from({ length: 330 }, (_, at) =>
      ask((at % 2 === 0 ? server : second).url, {
        path: '/api/slip-code/',
        // Malformed codes count too.
        body: { code: at % 3 === 0 ? 'kod' : strangeSlipCode() },
        headers: { 'x-forwarded-for': `203.0.113.${at % 250}` },
      }),
    ),
  )
  expect(answers.filter((answer) => codeOf(answer) === 'slip_code_invalid')).toHaveLength(300)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(30)
  for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
})

test('SR-06: many people behind one address type their slip codes, each wrong a few times; a guesser elsewhere stops none', async () => {
  const codes: string[] = []
  while (codes.length < 40) {
    const taker = await addTaker(server, cast.anadolu)
    await addAssignment(server.database.db, cast.anadolu, taker, { code: 'ENGLISH' })
    codes.push(await addSlip(server, taker.userId, cast.anadolu))
  }
  for (let tried = 0; tried < 310; tried += 1) await typeCode('kod', '127.0.0.7')
  expect((await typeCode(codes[0] ?? '', '127.0.0.7')).status).toBe(429)
  const statuses = await Promise.all(
    codes.map(async (code, at) => {
      const typos = [code.slice(1), strangeSlipCode(), code.slice(0, 8), strangeSlipCode(), '?']
      const wrong = await Promise.all(
        typos.map((typo) => typeCode(typo, undefined, at % 2 ? second : server)),
      )
      return [...wrong, await typeCode(code)].map(({ status }) => status)
    }),
  )
  for (const each of statuses) expect(each).toEqual([400, 400, 400, 400, 400, 200])
  // Right codes aren't counted, so each can be used again.
  for (let again = 0; again < 3; again += 1)
    expect(
      (await Promise.all(codes.map((code) => typeCode(code)))).every(({ status }) => status === 200),
    ).toBe(true)
})

test('SR-06: when codes are guessed from everywhere, wrong ones are refused and right ones work', async () => {
  const { db } = server.database
  const taker = await addTaker(server, cast.anadolu)
  await addAssignment(db, cast.anadolu, taker, { code: 'ENGLISH' })
  const code = await addSlip(server, taker.userId, cast.anadolu)
  // As if other networks had used up this minute and the next.
  await sql`
    INSERT INTO throttles (key, window_start, count)
    SELECT 'slip-code', date_trunc('minute', now()) + n * interval '1 minute', 1000
    FROM generate_series(0, 1) n`.execute(db)
  const before = [await count('too_many_requests'), await count('slip_code_invalid')]
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      typeCode(at % 2 ? strangeSlipCode() : code, `127.0.0.${20 + at}`, at % 3 ? second : server),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(
    Array.from({ length: 20 }, (_, at) => (at % 2 ? 429 : 200)),
  )
  for (const { headers } of answers.filter(({ status }) => status === 429))
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  // One entry for all of them.
  const after = [await count('too_many_requests'), await count('slip_code_invalid')]
  expect(after.map((entries, at) => entries - (before[at] ?? 0))).toEqual([1, 0])
})
