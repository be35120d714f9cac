import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAssignments } from '#contract/assignments.ts'
import { decidePerson } from '#contract/decisions.ts'
import type { QueryIn } from '#contract/kit.ts'
import { movePeople } from '#contract/memberships.ts'
import { listCandidates, listEmployees } from '#contract/people.ts'
import { isReliablyHigher } from '#scoring/score/rank-range.ts'
import { newId } from '#server/db/ids.ts'
import { relistScores } from '#server/features/delivery/results/results.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { addClient, addMember, addReader } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning, submit } from '#test/support/taking.ts'

let server: TestServer
let cast: Cast
let clientId: string
let sample: string

interface Person {
  readonly userId: string
  readonly membershipId: string
}

/** A result of ENGLISH like the sample's, but for its total and, where they are given, its version and end. @returns the assignment */
async function add(
  { userId, membershipId }: Person,
  total: number,
  { daysAgo = 0, version = null as string | null, at = clientId } = {},
): Promise<string> {
  const { db } = server.database
  const [assignment, attempt] = [newId(), newId()]
  const versionId = sql`coalesce(${version}::uuid, version_id)`
  await sql`
    INSERT INTO assignments (client_id, id, membership_id, user_id, inventory_id, version_id, locale, status, created_by, started_at, ended_at)
    SELECT ${at}, ${assignment}, ${membershipId}, ${userId}, inventory_id, ${versionId}, locale, 'completed', created_by, started_at,
      now() - ${daysAgo}::int * interval '1 day' FROM assignments WHERE id = ${sample}`.execute(db)
  await sql`
    INSERT INTO attempts (client_id, id, assignment_id, user_id, version_id, locale, started_at, closed_at, closed_by, receipt)
    SELECT ${at}, ${attempt}, ${assignment}, ${userId}, ${versionId}, locale, now(), now(), 'person', ${attempt.slice(-12)}
    FROM attempts WHERE assignment_id = ${sample}`.execute(db)
  await sql`
    INSERT INTO results (client_id, attempt_id, assignment_id, version_id, scores)
    SELECT ${at}, ${attempt}, ${assignment}, ${versionId}, scores FROM results WHERE assignment_id = ${sample}`.execute(
    db,
  )
  await sql`
    INSERT INTO result_scores
      (client_id, attempt_id, assignment_id, membership_id, inventory_id, version_id, key, value, se, band)
    SELECT ${at}, ${attempt}, ${assignment}, ${membershipId}, inventory_id, ${versionId}, key,
      CASE key WHEN 'total' THEN ${total}::int ELSE value END, se, CASE WHEN key = 'total' AND ${total}::int > 60 THEN 'C1' ELSE band END
    FROM result_scores WHERE assignment_id = ${sample}`.execute(db)
  return assignment
}

async function addPerson(total: number, group = ''): Promise<Person & { assignment: string }> {
  const person = await addMember(server.database.db, clientId)
  await sql`UPDATE memberships SET group_name = ${group} WHERE id = ${person.membershipId}`.execute(
    server.database.db,
  )
  return { ...person, assignment: await add(person, total) }
}

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
  const { db } = server.database
  const running = await addRunning(server, await addClient(db), 'ENGLISH')
  await submit(server, running)
  sample = running.assignmentId
})
afterAll(() => server.close())

const listOf = async (
  query: QueryIn<typeof listCandidates>,
  { call = listCandidates, token = cast.admin.token } = {},
) => (await request(server.url, call, { token, params: { clientId }, query })).answer
const english = { inventory: 'ENGLISH', scores: '1' } as const
const down = { ...english, ordering: '-score:total' } as const
const totals = ({ results }: Awaited<ReturnType<typeof listOf>>) =>
  results.map(({ scores }) => scores?.total?.value ?? null)

describe('a list of people by their scores', () => {
  const values = [70, 66, 52, 51, 30]
  const people: (Person & { assignment: string })[] = []

  beforeAll(async () => {
    clientId = await addClient(server.database.db)
    for (const [at, value] of values.entries()) people.push(await addPerson(value, at < 2 ? 'A' : 'B'))
    await addMember(server.database.db, clientId)
  })

  test('each person has the scores of the test, and which assignment they are of', async () => {
    const answer = await listOf(english)
    expect(answer.keys?.[0]).toMatchObject({ key: 'total', main: true })
    expect(answer).toMatchObject({ count: 6, versions: 1 })
    const first = answer.results.find(({ membershipId }) => membershipId === people[0]?.membershipId)
    expect(first).toMatchObject({
      scoresOf: people[0]?.assignment,
      scores: { total: { value: 70, se: 3.6 } },
    })
    expect(answer.results.filter(({ scores }) => scores === undefined)).toHaveLength(1)
    const plain = await listOf({})
    expect(plain.keys).toBeUndefined()
    expect(plain.results.every((row) => !('scores' in row))).toBe(true)
  })

  test('they are sorted by a score with the places that each can have, people without it last', async () => {
    const answer = await listOf(down)
    expect(totals(answer)).toEqual([...values, null])
    expect(totals(await listOf({ ...english, ordering: 'score:total' }))).toEqual([
      ...values.toReversed(),
      null,
    ])
    const measured = values.map((value) => ({ value, se: 3.6 }))
    expect(answer.results.slice(0, 5).map(({ bracket }) => bracket)).toEqual(
      measured.map((own) => ({
        from: 1 + measured.filter((other) => isReliablyHigher(other, own)).length,
        to: 5 - measured.filter((other) => isReliablyHigher(own, other)).length,
        of: 5,
      })),
    )
    const pages = await Promise.all(
      ['1', '2', '3', '4'].map((page) => listOf({ ...down, page, page_size: '2' })),
    )
    expect(pages.flatMap(totals)).toEqual([...values, null])
    expect(pages.map(({ count }) => count)).toEqual([6, 6, 6, 6])
  })

  test('they are filtered by a range, a band, a group and a name together, and so is what is done to all of them', async () => {
    const range = { score: 'total', score_from: '50', score_to: '66' } as const
    const found = await listOf({ ...down, ...range })
    expect([found.count, totals(found)]).toEqual([3, [66, 52, 51]])
    expect(found.results[0]?.bracket?.of).toBe(3)
    expect(totals(await listOf({ ...down, ...range, group: 'B' }))).toEqual([52, 51])
    expect(totals(await listOf({ ...down, group: 'A' }))).toEqual([70, 66])
    expect(totals(await listOf({ ...english, score: 'total', band: 'C1' })).toSorted()).toEqual([66, 70])
    const { status, answer } = await request(server.url, movePeople, {
      token: cast.admin.token,
      params: { clientId },
      body: {
        filter: { role: 'candidate', inventory: inventory(cast, 'ENGLISH'), ...range, group: 'B' },
        group: 'C',
      },
    })
    expect([status, answer.moved]).toEqual([200, 2])
    expect(totals(await listOf({ ...down, group: 'C' }))).toEqual([52, 51])
  })

  test('a reader of some groups has theirs alone, and places among them', async () => {
    const { userId, token } = cast.stranger
    await addReader(server.database.db, clientId, userId, ['A'])
    const answer = await listOf(down, { token })
    expect([answer.count, totals(answer)]).toEqual([2, [70, 66]])
    expect(answer.results[0]?.bracket?.of).toBe(2)
    const none = await listOf({ ...down, score: 'total', score_to: '60' }, { token })
    expect(none.count).toBe(0)
  })

  test('what somebody was assigned in another group is not counted for its reader, sorted by a score either', async () => {
    const { db } = server.database
    const [first] = people
    if (first === undefined) throw new Error('somebody was added')
    const before = newId()
    await sql`
      INSERT INTO memberships (client_id, id, user_id, role, name, email, search_text, group_name, joined_at, removed_at)
      SELECT client_id, ${before}, user_id, role, name, email, search_text, 'Z', joined_at, joined_at FROM memberships
      WHERE id = ${first.membershipId}`.execute(db)
    await add({ userId: first.userId, membershipId: before }, 20, { daysAgo: 90 })
    const assigned = async (token: string) =>
      (await listOf(down, { token })).results.find(({ userId }) => userId === first.userId)?.assignments
        .assigned
    expect([await assigned(cast.admin.token), await assigned(cast.stranger.token)]).toEqual([2, 1])
  })

  test('scores of no or two tests, or of a key that the test does not have, are refused', async () => {
    const refused = async (query: QueryIn<typeof listCandidates>) => {
      const answer = await request(server.url, listCandidates, {
        token: cast.admin.token,
        params: { clientId },
        query,
      })
      return [answer.status, Object.keys(Object(Object(answer.json).message))]
    }
    expect(await refused({ scores: '1' })).toEqual([400, ['inventory']])
    expect(await refused({ score: 'total' })).toEqual([400, ['inventory']])
    expect(await refused({ ...english, ordering: 'score:nothing' })).toEqual([400, ['ordering']])
    expect(await refused({ inventory: 'NOTHING', scores: '1' })).toEqual([400, ['inventory']])
  })

  test('a band or a range of no score is refused, and moves nobody', async () => {
    const filter = { role: 'candidate', inventory: inventory(cast, 'ENGLISH') } as const
    for (const bound of [{ band: 'C1' }, { score_from: '60' }, { score_to: '60' }]) {
      const { status } = await request(server.url, movePeople, {
        token: cast.admin.token,
        params: { clientId },
        body: { filter: { ...filter, ...bound }, group: 'Everybody' },
      })
      expect([bound, status]).toEqual([bound, 400])
      const query = { ...down, ...bound }
      const listed = await request(server.url, listCandidates, {
        token: cast.admin.token,
        params: { clientId },
        query,
      })
      expect([bound, listed.status]).toEqual([bound, 400])
    }
  })

  test('nothing of a sensitive test is listed', async () => {
    const answer = await listOf({ inventory: 'SCL90', scores: '1' })
    expect(answer.keys).toEqual([])
    expect(answer.results.every(({ scores }) => scores === undefined)).toBe(true)
  })
})

describe('the last result counts', () => {
  let person: Person & { assignment: string }
  const shown = async (call: typeof listCandidates | typeof listEmployees = listCandidates) =>
    totals(await listOf({ ...down, score: 'total' }, { call: call as typeof listCandidates }))

  beforeAll(async () => {
    clientId = await addClient(server.database.db)
    person = await addPerson(40)
    await add(person, 60, { daysAgo: 30 })
  })

  test('and an earlier one that was stored later does not', async () => {
    expect(await shown()).toEqual([40])
    const both = await request(server.url, listAssignments, {
      token: cast.admin.token,
      params: { clientId },
      query: down,
    })
    expect(both.answer.results.map(({ scores }) => scores?.total?.value)).toEqual([60, 40])
  })

  test('the one before counts again while a legal hold keeps it, and once it is erased', async () => {
    const { db } = server.database
    const hold = (restricted: boolean) =>
      sql`UPDATE assignments
        SET restricted_at = ${restricted ? sql`now()` : null} WHERE id = ${person.assignment}`.execute(db)
    await hold(true)
    expect(await shown()).toEqual([60])
    await hold(false)
    expect(await shown()).toEqual([40])
    await sql`DELETE FROM results WHERE assignment_id = ${person.assignment}`.execute(db)
    expect(await shown()).toEqual([60])
  })

  test('it goes with its person to the employees, and away with them', async () => {
    const { db } = server.database
    const set = (column: string, value: unknown) =>
      sql`UPDATE memberships SET ${sql.ref(column)} = ${value} WHERE id = ${person.membershipId}`.execute(db)
    await set('role', 'employee')
    expect([await shown(), await shown(listEmployees)]).toEqual([[], [60]])
    await set('removed_at', new Date())
    expect(await shown(listEmployees)).toEqual([])
    expect((await listOf({ ...down, ordering: '-score:total' })).count).toBe(0)
  })
})

test('who becomes an employee while their test is being scored is listed with the employees', async () => {
  const { db } = server.database
  clientId = await addClient(db)
  const person = await addPerson(40)
  const decided = await db.transaction().execute(async (tx) => {
    // As closing a test does: the assignment first, then the scores.
    await sql`SELECT FROM assignments WHERE id = ${person.assignment} FOR UPDATE`.execute(tx)
    await sql`CREATE TEMPORARY TABLE scored ON COMMIT DROP AS SELECT * FROM result_scores
      WHERE assignment_id = ${person.assignment}`.execute(tx)
    await sql`DELETE FROM result_scores WHERE assignment_id = ${person.assignment}`.execute(tx)
    await sql`INSERT INTO result_scores SELECT * FROM scored`.execute(tx)
    const decided = request(server.url, decidePerson, {
      token: cast.admin.token,
      params: { clientId, membershipId: person.membershipId },
      body: { decision: 'hired', makeEmployee: true },
    })
    await expect
      .poll(async () => {
        const { rows } = await sql`SELECT FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db)
        return rows.length
      })
      .toBe(1)
    return { decided }
  })
  expect((await decided.decided).status).toBe(200)
  expect((await listOf(down)).count).toBe(0)
  const employees = await request(server.url, listEmployees, {
    token: cast.admin.token,
    params: { clientId },
    query: { ...down, score: 'total' },
  })
  expect(totals(employees.answer)).toEqual([40])
})

test('a list that a result is not in, or in wrongly, is put right by the clock', async () => {
  const { db } = server.database
  clientId = await addClient(db)
  const people = []
  for (const total of [60, 50, 40]) people.push(await addPerson(total))
  const elsewhere = clientId
  clientId = await addClient(db)
  await addPerson(30)
  const earlier = await addPerson(20)
  await add(earlier, 25, { daysAgo: 9 })
  const stored = async () => {
    const { rows } = await sql`SELECT assignment_id, key, listed_as FROM result_scores
      WHERE client_id IN (${clientId}, ${elsewhere}) ORDER BY assignment_id, key`.execute(db)
    return rows
  }
  const right = await stored()
  await sql`UPDATE result_scores SET listed_as = CASE WHEN listed_as IS NULL THEN 'candidate' WHEN value < 50 THEN 'employee' END
    WHERE client_id IN (${clientId}, ${elsewhere})`.execute(db)
  expect(await stored()).not.toEqual(right)
  await relistScores(db, 2)
  expect(await stored()).toEqual(right)
})

/** A version of ENGLISH with its own number and nothing else of its own. */
async function addVersion(number: number): Promise<string> {
  const id = newId()
  await sql`INSERT INTO inventory_versions (id, inventory_id, number, content_hash, definition)
    SELECT ${id}, inventory_id, ${number}::int, ${id}, definition FROM inventory_versions
    WHERE id = (SELECT version_id FROM assignments WHERE id = ${sample})`.execute(server.database.db)
  return id
}

test('a version is counted for who sees a result of it, whichever scores that has', async () => {
  const { db } = server.database
  clientId = await addClient(db)
  const version = await addVersion(80)
  await addPerson(40, 'A')
  const other = await addMember(db, clientId)
  const assignment = await add(other, 50, { version })
  await addReader(db, clientId, cast.stranger.userId, ['A'])
  const versions = async (token = cast.admin.token) => {
    const people = await listOf(english, { token })
    const tests = await request(server.url, listAssignments, { token, params: { clientId }, query: english })
    return [people.versions, tests.answer.versions]
  }
  expect([await versions(), await versions(cast.stranger.token)]).toEqual([
    [2, 2],
    [1, 1],
  ])
  await sql`DELETE FROM result_scores WHERE assignment_id = ${assignment} AND key = 'total'`.execute(db)
  expect(await versions()).toEqual([2, 2])
  const hold = (restricted: boolean) =>
    sql`UPDATE assignments SET restricted_at = ${restricted ? sql`now()` : null} WHERE id = ${assignment}`.execute(
      db,
    )
  await hold(true)
  expect(await versions()).toEqual([1, 1])
  await hold(false)
  // Removed people are in no list of people, and their tests stay in that of tests.
  await sql`UPDATE memberships SET removed_at = now() WHERE id = ${other.membershipId}`.execute(db)
  expect(await versions()).toEqual([1, 2])
})

test('each version of a test is sorted separately, the most used first', async () => {
  const { db } = server.database
  clientId = await addClient(db)
  const version = await addVersion(90)
  const later = await addVersion(91)
  for (const [total, of] of [
    [40, version],
    [50, version],
    [10, null],
    [70, null],
    [55, later],
  ] as const) {
    const person = await addMember(db, clientId)
    await add(person, total, { version: of })
  }
  await add(await addMember(db, clientId), 45, { version })
  const answer = await listOf(down)
  expect(answer.versions).toBe(3)
  expect(totals(answer)).toEqual([50, 45, 40, 70, 10, 55])
  expect(answer.results.map(({ bracket }) => bracket?.of)).toEqual([3, 3, 3, 2, 2, 1])
  expect(answer.results.map(({ otherVersion }) => otherVersion ?? false)).toEqual([
    false,
    false,
    false,
    true,
    true,
    true,
  ])
  const { answer: assignments } = await request(server.url, listAssignments, {
    token: cast.admin.token,
    params: { clientId },
    query: { ...down, ordering: 'score:total' },
  })
  expect(assignments.results.map(({ scores }) => scores?.total?.value)).toEqual([40, 45, 50, 10, 70, 55])
})
