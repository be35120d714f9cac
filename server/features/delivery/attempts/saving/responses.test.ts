import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getOwnAssignment, submitAttempt } from '#contract/participant.ts'
import { saveResponses } from '#contract/responses.ts'
import { presentedItems } from '#scoring/form/form.ts'
import { scoreAttempt } from '#scoring/score/score.ts'
import { Scores } from '#scoring/score/scores.ts'
import { getVersion } from '#server/features/inventories/versions.ts'
import { deleteTests } from '#server/features/privacy/erasure/test-queries.ts'
import { hashSecret } from '#server/secrets.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { addAssignment } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning, addTaker, type Running, startTest } from '#test/support/taking.ts'
import { SaveGroup } from './group.ts'
import { answersToScore } from './stored-answers.ts'

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

const urls = () => [server.url, second.url] as const

interface Sent {
  epoch: number
  /** Items by number, each with its seq. */
  answers: { item: number; seq: number }[]
  server: number
}

// The value that a device sends under one (epoch, seq), however often it is sent.
const choiceOf = (running: Running, item: number, epoch: number, seq: number) => {
  const options = running.choices[item]?.options ?? []
  return options[(epoch * 7 + seq) % options.length] ?? ''
}
const idOf = (running: Running, item: number) => running.choices[item]?.id ?? ''

const save = (running: Running, { epoch, answers, server: at }: Sent) =>
  request(urls()[at] ?? server.url, saveResponses, {
    token: at === 0 ? running.started.attemptToken : running.token,
    body: {
      testId: running.started.testId,
      epoch,
      responses: Object.fromEntries(
        answers.map(({ item, seq }) => [
          idOf(running, item),
          { value: choiceOf(running, item, epoch, seq), seq },
        ]),
      ),
    },
  })

const stored = (running: Running) =>
  server.database.db
    .selectFrom('responses as response')
    .innerJoin('attempts as attempt', (join) =>
      join
        .onRef('attempt.client_id', '=', 'response.client_id')
        .onRef('attempt.id', '=', 'response.attempt_id'),
    )
    .select(['item_id', 'response.epoch', 'seq', 'value', 'late'])
    .where('attempt.assignment_id', '=', running.assignmentId)
    .orderBy('item_id')
    .execute()

const newer = (a: { epoch: number; seq: number }, b: { epoch: number; seq: number }) =>
  a.epoch > b.epoch || (a.epoch === b.epoch && a.seq > b.seq)

const sent: fc.Arbitrary<Sent> = fc.record({
  epoch: fc.integer({ min: 1, max: 3 }),
  server: fc.nat(1),
  answers: fc.uniqueArray(fc.record({ item: fc.nat(2), seq: fc.integer({ min: 1, max: 6 }) }), {
    minLength: 1,
    maxLength: 3,
    selector: ({ item }) => item,
  }),
})

/** Somebody who has opened the test on three devices, one after the other. */
async function onThreeDevices(): Promise<Running> {
  const running = await addRunning(server, cast.anadolu, 'SCL90')
  await startTest(server.url, running.token, running.assignmentId)
  await startTest(server.url, running.token, running.assignmentId)
  return running
}

async function expectNewest(running: Running, history: readonly Sent[]) {
  const rows = await stored(running)
  for (const item of [0, 1, 2]) {
    const all = history.flatMap(({ epoch, answers }) =>
      answers.flatMap((answer) => (answer.item === item ? [{ epoch, seq: answer.seq }] : [])),
    )
    const newest = all.toSorted((a, b) => (newer(a, b) ? -1 : 1))[0]
    const row = rows.find(({ item_id }) => item_id === idOf(running, item))
    expect(row && { epoch: row.epoch, seq: row.seq, value: row.value }).toEqual(
      newest && { ...newest, value: choiceOf(running, item, newest.epoch, newest.seq) },
    )
  }
}

const options = (numRuns: number) => ({
  numRuns,
  seed: Number(process.env.FUZZ_SEED ?? 42),
  endOnFailure: true,
})

describe('of answers to one item', () => {
  test('the newest (epoch, seq) wins, and each save gets its true outcome', async () => {
    const property = fc.asyncProperty(fc.array(sent, { minLength: 1, maxLength: 8 }), async (history) => {
      const running = await onThreeDevices()
      const before = new Map<number, { epoch: number; seq: number }>()
      for (const one of history) {
        const { data } = (await save(running, one)).answer
        expect(data.saved.toSorted()).toEqual(one.answers.map(({ item }) => idOf(running, item)).sort())
        expect(data.late).toEqual([])
        const old = one.answers.filter(({ item, seq }) => {
          const there = before.get(item)
          return there !== undefined && newer(there, { epoch: one.epoch, seq })
        })
        expect(data.superseded.toSorted()).toEqual(old.map(({ item }) => idOf(running, item)).sort())
        for (const { item, seq } of one.answers)
          if (!old.some((answer) => answer.item === item)) before.set(item, { epoch: one.epoch, seq })
      }
      await expectNewest(running, history)
    })
    await fc.assert(property, options(25))
  })

  test('the newest wins however saves overtake one another on two servers', async () => {
    const rounds = fc.array(fc.array(sent, { minLength: 2, maxLength: 10 }), { minLength: 1, maxLength: 3 })
    const property = fc.asyncProperty(rounds, async (history) => {
      const running = await onThreeDevices()
      const all = history.flat()
      for (const round of history) {
        const answers = await Promise.all(round.map((one) => save(running, one)))
        answers.forEach(({ answer: { data } }, at) => {
          const one = round[at]
          expect(data.saved).toHaveLength(one?.answers.length ?? -1)
          // No save reports a newer answer where there is none.
          for (const { item, seq } of one?.answers ?? []) {
            const overtaken = all.some(({ epoch, answers: others }) =>
              others.some(
                (other) =>
                  other.item === item && newer({ epoch, seq: other.seq }, { epoch: one?.epoch ?? 0, seq }),
              ),
            )
            if (data.superseded.includes(idOf(running, item))) expect(overtaken).toBe(true)
          }
        })
      }
      await expectNewest(running, all)
    })
    await fc.assert(property, options(25))
  })

  test('the same answer twice is no newer one, even while another server is just storing it', async () => {
    const { db } = server.database
    const running = await addRunning(server, cast.anadolu, 'SCL90')
    const attempt = await db
      .selectFrom('attempts')
      .select(['client_id', 'id'])
      .where('assignment_id', '=', running.assignmentId)
      .executeTakeFirstOrThrow()
    const waits = sql<{ count: number }>`
      SELECT count(*) AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%WITH request AS%'`
    const saving = await db.transaction().execute(async (tx) => {
      await tx
        .insertInto('responses')
        .values({
          client_id: attempt.client_id,
          attempt_id: attempt.id,
          item_id: idOf(running, 0),
          late: false,
          epoch: 1,
          seq: 1,
          value: JSON.stringify(choiceOf(running, 0, 1, 1)),
          elapsed_ms: null,
        })
        .execute()
      const begun = save(running, { epoch: 1, server: 1, answers: [{ item: 0, seq: 1 }] })
      while ((await waits.execute(db)).rows[0]?.count === 0);
      return { begun }
    })
    expect((await saving.begun).answer.data).toMatchObject({ superseded: [], late: [] })
  })

  test('a bare value takes the next place, and an unknown epoch is no way to the future', async () => {
    const running = await onThreeDevices()
    const id = idOf(running, 0)
    const body = (value: string, epoch?: number) => ({
      testId: running.started.testId,
      responses: { [id]: value },
      ...(epoch !== undefined && { epoch }),
    })
    const [first = '', last = ''] = running.choices[0]?.options ?? []
    await request(server.url, saveResponses, { token: running.token, body: body(first, 900) })
    await request(server.url, saveResponses, { token: running.token, body: body(last) })
    expect(await stored(running)).toMatchObject([{ epoch: 3, seq: 2, value: last }])
  })
})

async function waitingForLocks(): Promise<number> {
  const { rows } = await sql`SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND application_name = 'terazi'`.execute(
    server.database.db,
  )
  return rows.length
}

describe('a save', () => {
  test('and an erasing of many tests lock them in one order, so that they never wait for each other', async () => {
    const { db, pool } = server.database
    // The test that was given last is begun first.
    const taker = await addTaker(server, cast.anadolu)
    const given = [
      await addAssignment(db, cast.anadolu, taker, { code: 'ENGLISH' }),
      await addAssignment(db, cast.anadolu, taker, { code: 'SCL90' }),
    ]
    for (const id of given.toReversed()) await startTest(server.url, taker.token, id)
    const attemptOf = async (assignmentId: string) => {
      const { id, version_id: versionId } = await db
        .selectFrom('attempts')
        .select(['id', 'version_id'])
        .where('assignment_id', '=', assignmentId)
        .executeTakeFirstOrThrow()
      return { attemptId: id, versionId, tokenHash: hashSecret(taker.token) }
    }
    const attempts = await Promise.all(given.map(attemptOf))
    const first = attempts.toSorted((a, b) => (a.attemptId < b.attemptId ? -1 : 1))[0]
    /** Expects that a transaction waiting for the attempt with the smaller id has not locked the other one yet. */
    const waitsForFirst = async (mode: 'UPDATE' | 'KEY SHARE', other: () => Promise<unknown>) => {
      const locked = await db.transaction().execute(async (tx) => {
        const lock = sql`FOR ${sql.raw(mode)} NOWAIT`
        await sql`SELECT FROM attempts WHERE id = ${first?.attemptId} ${lock}`.execute(tx)
        const ending = other()
        while ((await waitingForLocks()) === 0);
        await sql`SELECT FROM attempts WHERE id = ANY (${attempts.map(({ attemptId }) => attemptId)}) ${lock}`.execute(
          tx,
        )
        return { ending }
      })
      await locked.ending
    }
    const group = new SaveGroup(pool, false)
    const common = { clientId: cast.anadolu, byAttemptToken: false, epoch: 1, answers: [] }
    await waitsForFirst('UPDATE', () =>
      Promise.all(attempts.toReversed().map((attempt) => group.save({ ...common, ...attempt }))),
    )
    await waitsForFirst('KEY SHARE', () =>
      db.transaction().execute((tx) => deleteTests(tx, { clientId: cast.anadolu, assignmentIds: given })),
    )
  })

  test('that names an unknown item or value says which, and stores nothing', async () => {
    const running = await addRunning(server, cast.anadolu, 'ENGLISH')
    const good = { [idOf(running, 0)]: running.choices[0]?.options[0] ?? '' }
    const { testId } = running.started
    const bad: [Record<string, string | number>, string][] = [
      [{ ...good, nothing: 'a' }, 'responses.nothing'],
      [{ ...good, [idOf(running, 1)]: 'zzz' }, `responses.${idOf(running, 1)}`],
      [{ ...good, [idOf(running, 1)]: 3 }, `responses.${idOf(running, 1)}`],
    ]
    for (const [responses, field] of bad) {
      const refused = await request(server.url, saveResponses, {
        token: running.token,
        body: { testId, responses },
      })
      expect([refused.status, Object.keys(Object(refused.json).message)]).toEqual([400, [field]])
    }
    expect(await stored(running)).toEqual([])
  })

  test('that comes with the submit and is refused leaves the test open', async () => {
    const running = await addRunning(server, cast.anadolu, 'ENGLISH')
    const submit = (value: string) =>
      request(server.url, submitAttempt, {
        token: running.started.attemptToken,
        params: { assignmentId: running.assignmentId },
        body: { responses: { [idOf(running, 0)]: value } },
      })
    expect((await submit('none of these')).status).toBe(400)
    const value = choiceOf(running, 0, 1, 1)
    expect((await submit(value)).status).toBe(200)
    expect((await stored(running)).map((row) => row.value)).toEqual([value])
  })

  test('that takes a typed number back leaves nothing to count or to score', async () => {
    const running = await addRunning(server, cast.anadolu, 'MYT')
    const item = running.started.form.sections
      .flatMap((section) => section.items)
      .find(({ type }) => type === 'numeric')
    if (item === undefined) throw new Error('MYT asks for no number')
    const params = { assignmentId: running.assignmentId }
    const answered = async (value: number | string, seq: number) => {
      await request(server.url, saveResponses, {
        token: running.started.attemptToken,
        body: { testId: running.started.testId, epoch: 1, responses: { [item.id]: { value, seq } } },
      })
      return (await request(server.url, getOwnAssignment, { token: running.token, params })).answer.answered
    }
    expect([await answered(73, 1), await answered('', 2)]).toEqual([1, 0])
    // An older one that comes after it is overtaken by it.
    expect(await answered(73, 1)).toBe(0)
    await request(server.url, submitAttempt, { token: running.started.attemptToken, params, body: {} })
    const { scores } = await server.database.db
      .selectFrom('results')
      .select('scores')
      .where('assignment_id', '=', running.assignmentId)
      .executeTakeFirstOrThrow()
    expect(Object(scores).totals.answered).toBe(0)
  })

  test('SR-24, SR-25: reaches the own attempt alone, by session and by attempt token', async () => {
    const [mine, yours] = [
      await addRunning(server, cast.anadolu, 'ENGLISH'),
      await addRunning(server, cast.ege, 'ENGLISH'),
    ]
    const responses = { [idOf(mine, 0)]: mine.choices[0]?.options[0] ?? '' }
    for (const token of [mine.token, mine.started.attemptToken]) {
      const refused = await request(server.url, saveResponses, {
        token,
        body: { testId: yours.started.testId, responses },
      })
      expect([refused.status, refused.code]).toEqual([404, 'not_found'])
    }
    const submitted = await request(server.url, submitAttempt, {
      token: mine.started.attemptToken,
      params: { assignmentId: yours.assignmentId },
      body: {},
    })
    expect(submitted.code).toBe('not_found')
    const elsewhere = await request(server.url, getOwnAssignment, {
      token: mine.started.attemptToken,
      params: { assignmentId: mine.assignmentId },
    })
    expect(elsewhere.status).toBe(401)
    expect(await stored(yours)).toEqual([])
  })

  test('keeps how long the item was before the person, and gives it back to the next device', async () => {
    const running = await addRunning(server, cast.anadolu, 'ENGLISH')
    const id = idOf(running, 0)
    const value = choiceOf(running, 0, 1, 1)
    await request(server.url, saveResponses, {
      token: running.token,
      body: { testId: running.started.testId, responses: { [id]: { value, seq: 1, elapsedMs: 20_000 } } },
    })
    const { responses } = await startTest(server.url, running.token, running.assignmentId)
    expect(responses[id]).toMatchObject({ value, elapsedMs: 20_000 })
  })

  test('that waits for a lock holds up nobody else', async () => {
    const [locked, free] = [
      await addRunning(server, cast.anadolu, 'ENGLISH'),
      await addRunning(server, cast.anadolu, 'ENGLISH'),
    ]
    const answer = { epoch: 1, server: 0, answers: [{ item: 0, seq: 1 }] }
    const waiting = await server.database.db.transaction().execute(async (tx) => {
      await tx
        .selectFrom('attempts')
        .select('id')
        .where('assignment_id', '=', locked.assignmentId)
        .forUpdate()
        .execute()
      const waiting = save(locked, answer)
      await expect.poll(waitingForLocks).toBe(1)
      expect((await save(free, answer)).status).toBe(200)
      return { waiting }
    })
    expect((await waiting.waiting).status).toBe(200)
  })

  test('of a device whose clock is far out is stored all the same', async () => {
    const running = await addRunning(server, cast.anadolu, 'ENGLISH')
    const value = running.choices[0]?.options[0] ?? ''
    for (const [seq, at] of [
      '0000-01-01T00:00:00Z',
      '9999-12-31T23:59:59-23:59',
      '2026-05-05T10:00:00+20:00',
    ].entries()) {
      const saved = await request(server.url, saveResponses, {
        token: running.token,
        body: {
          testId: running.started.testId,
          responses: { [idOf(running, 0)]: { value, seq: seq + 1, at } },
        },
      })
      expect(saved.answer.data.saved).toHaveLength(1)
    }
  })
})

test('a submit that races with saves scores just what was acknowledged', async () => {
  const property = fc.asyncProperty(
    fc.array(fc.record({ item: fc.nat(70), server: fc.nat(1) }), { minLength: 4, maxLength: 20 }),
    fc.nat(20),
    async (answers, when) => {
      const running = await addRunning(server, cast.anadolu, 'ENGLISH')
      const submit = (url: string) =>
        request(url, submitAttempt, {
          token: running.started.attemptToken,
          params: { assignmentId: running.assignmentId },
          body: {},
        })
      const work = answers.map(
        ({ item, server: at }, place) =>
          () =>
            save(running, { epoch: 1, server: at, answers: [{ item, seq: place + 1 }] }),
      )
      const before = work.slice(0, when % work.length).map((run) => run())
      const submits = urls().map(submit)
      const after = work.slice(when % work.length).map((run) => run())
      const saves = await Promise.all([...before, ...after])
      const receipts = (await Promise.all(submits)).map(({ answer }) => answer.receipt)
      expect(new Set(receipts).size).toBe(1)
      for (const one of saves) expect([undefined, 'attempt_submitted']).toContain(one.code)

      const rows = await stored(running)
      const acknowledged = new Set(saves.flatMap((one) => (one.status === 200 ? one.answer.data.saved : [])))
      expect(rows.map(({ item_id }) => item_id).sort()).toEqual([...acknowledged].sort())
      const result = await server.database.db
        .selectFrom('results')
        .innerJoin('attempts', 'attempts.id', 'results.attempt_id')
        .select(['scores', 'results.client_id', 'attempt_id', 'results.version_id'])
        .where('results.assignment_id', '=', running.assignmentId)
        .execute()
      expect(result).toHaveLength(1)
      for (const { scores, client_id: clientId, attempt_id: attemptId, version_id: versionId } of result) {
        const { definition } = await getVersion(server.database.db, versionId)
        const { responses, timings } = await answersToScore(server.database.db, { clientId, attemptId })
        const again = scoreAttempt(definition, responses, {
          presented: presentedItems(definition, attemptId),
          timings,
          unfinished: false,
          endedByTime: [],
        })
        expect(Scores.parse(scores)).toEqual(Scores.parse(JSON.parse(JSON.stringify(again))))
      }
      const late = await save(running, { epoch: 1, server: 1, answers: [{ item: 0, seq: 99 }] })
      expect([late.status, late.code]).toEqual([409, 'attempt_submitted'])
      expect(await stored(running)).toEqual(rows)
    },
  )
  await fc.assert(property, options(12))
})
