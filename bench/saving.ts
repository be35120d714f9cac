import pg from 'pg'
import { authorizeClient } from '#server/authority/client.ts'
import { connect } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { assignmentsOf } from '#server/demo/queries.ts'
import { saveQuery } from '#server/features/delivery/attempts/saving/group.ts'
import { start } from '#server/features/delivery/attempts/start.ts'
import { readTestId } from '#server/features/delivery/attempts/tokens.ts'
import { currentVersions } from '#server/features/inventories/versions.ts'
import { invite } from '#server/features/people/invite.ts'
import type { Caller } from '#server/http/caller.ts'
import { hashSecret } from '#server/secrets.ts'
import { Connection } from './http.ts'
import { type Figure, load, spread, throughput } from './measure.ts'
import { countCpu, type RunningServer } from './server.ts'
import { findManager } from './session.ts'

const candidates = 32
const seconds = 8
const path = '/api/participant/tests/save-responses'

export interface Candidate {
  connection: Connection
  token: string
  testId: string
  assignmentId: string
  items: { id: string; option: string }[]
  seq: number
}

/** Durable saves of 32 candidates over HTTP, one answer and ten answers a call, beside `pg` alone doing the upserts. */
export async function* measureSaving(server: RunningServer, url: string): AsyncGenerator<Figure> {
  const folder = await databaseFolder(url)
  const people = await startCandidates(url, server.port, candidates)
  const save = async (worker: number, count: number) => {
    const person = people[worker]
    if (person === undefined) throw new Error('no such candidate')
    const responses = nextAnswers(person, count)
    const body = JSON.stringify({ testId: person.testId, epoch: 1, responses })
    const answer = await person.connection.post(path, person.token, body)
    if (answer.status !== 200) throw new Error(`a save answered ${answer.status}: ${answer.body}`)
  }
  // Until their mails are sent and the code of both is compiled.
  for (const count of [1, 10]) await load(candidates, 3, (worker) => save(worker, count))
  const one = await load(candidates, seconds, (worker) => save(worker, 1))
  const cpuMs = countCpu(server.process.pid, folder)
  const page = await load(candidates, seconds, (worker) => save(worker, 10))
  const cpu = cpuMs() / page.times.length
  const bare = await measureBare(url, 1)
  const barePage = await measureBare(url, 10)
  const whole = await measureStatement(url, people, 1)
  const wholePage = await measureStatement(url, people, 10)
  for (const person of people) person.connection.close()
  const ofWhole = (measured: { perSecond: number }, limit: { perSecond: number }) =>
    `limit is the upsert alone; of the whole statement by pg alone, ${limit.perSecond.toFixed(0)}/s, it is ${(measured.perSecond / limit.perSecond).toFixed(2)}`
  yield { ...throughput('save_answer', one, bare), note: ofWhole(one, whole) }
  yield { ...throughput('save_page', page, barePage), note: ofWhole(page, wholePage) }
  yield { ...spread('cpu_ms_per_page', 'ms', [cpu]), n: page.times.length, note: 'server and database' }
}

/** Answers to the next items, newer than all before. */
export function nextAnswers(
  person: Candidate,
  count: number,
): Record<string, { value: string; seq: number }> {
  const responses: Record<string, { value: string; seq: number }> = {}
  for (let answer = 0; answer < count; answer += 1) {
    person.seq += 1
    const item = person.items[person.seq % person.items.length]
    if (item) responses[item.id] = { value: item.option, seq: person.seq }
  }
  return responses
}

/** Starts ENGLISH for this number of people of the demo's first client. */
export async function startCandidates(url: string, port: number, count: number): Promise<Candidate[]> {
  const { db, close } = connect(url, 4, (error) => console.error(error.message))
  const manager = await findManager(db)
  const callerFor = (userId: string, authority: Caller['authority'], client: string | null): Caller => ({
    userId,
    name: 'bench',
    locale: 'tr',
    authority,
    readerAt: [],
    invitationClientId: client,
    proved: false,
    provedContact: false,
    mailed: false,
    sessionId: newId(),
    tokenHash: Buffer.alloc(32),
    key: null,
  })
  const client = await authorizeClient(db, callerFor(manager.userId, ['manager'], null), manager.clientId)
  const english = (await currentVersions(db)).find((version) => version.definition.code === 'ENGLISH')
  if (english === undefined) throw new Error('no ENGLISH')
  const run = newId().slice(-12)
  const rows = Array.from({ length: count }, (_, index) => `bench-${run}-${index}@example.test`)
  const invited = await db.transaction().execute((tx) =>
    invite(tx, client, {
      rows,
      role: 'candidate',
      group: '',
      inventoryIds: [english.inventoryId],
      dueDate: null,
      description: '',
      locale: 'tr',
      by: { userId: manager.userId, address: '' },
    }),
  )
  const users = new Set(invited.created.map((person) => person.userId))
  const assignments = (await assignmentsOf(db, client.id)).filter((assignment) =>
    users.has(assignment.user_id),
  )
  const people: Candidate[] = []
  for (const assignment of assignments) {
    const started = await start(
      db,
      callerFor(assignment.user_id, ['participant'], client.id),
      assignment.id,
      {
        declined: [],
        accepted: english.definition.notices.map((notice) => notice.id),
        locale: 'tr',
        device: 'phone',
        address: '',
      },
    )
    const items = started.form.sections.flatMap((section) => section.items)
    people.push({
      connection: new Connection(port),
      token: started.attemptToken,
      testId: started.testId,
      assignmentId: assignment.id,
      items: items.map((item) => ({ id: item.id, option: item.options?.[0]?.id ?? '' })),
      seq: 0,
    })
  }
  await close()
  return people
}

/** The folder of the database's processes; a folder of its own when root's is closed to them. */
export async function databaseFolder(url: string): Promise<string> {
  const [client] = await connectAll(url, 1)
  const answer = await client?.query<{ data_directory: string }>('SHOW data_directory')
  await client?.end()
  const folder = answer?.rows[0]?.data_directory
  if (folder === undefined) throw new Error('the database does not say where it is')
  return folder
}

const connectAll = (url: string, count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      return client
    }),
  )

/**
 * Measures the server's work for the database by `pg` alone: 32 clients, each with its own save in the prepared statement.
 */
async function measureStatement(
  url: string,
  people: readonly Candidate[],
  count: number,
): Promise<{ perSecond: number }> {
  const clients = await connectAll(url, people.length)
  const result = await load(people.length, seconds, async (worker) => {
    const person = people[worker]
    const key = person && readTestId(person.testId)
    if (person === undefined || key === undefined) throw new Error('no such candidate')
    const answers = Object.entries(nextAnswers(person, count)).map(([itemId, { value, seq }]) => ({
      itemId,
      value,
      seq,
      timedSection: null,
      at: null,
      elapsedMs: null,
    }))
    const save = { ...key, tokenHash: hashSecret(person.token), byAttemptToken: true, epoch: 1, answers }
    const answer = await clients[worker]?.query({ name: 'save', ...saveQuery([save]) })
    // That it was allowed, and what was stored.
    if (answer?.rowCount !== 2) throw new Error(`${answer?.rowCount} rows came back`)
  })
  await Promise.all(clients.map((client) => client.end()))
  return result
}

/** The ceiling: 32 clients of `pg` on the same database, each doing the bare prepared upsert of its answers. */
async function measureBare(url: string, answers: number): Promise<{ perSecond: number }> {
  const clients = await connectAll(url, candidates)
  const [first] = clients
  await first?.query(`
    CREATE TABLE IF NOT EXISTS bench_upsert (client_id uuid, attempt_id uuid, item_id text, late boolean, epoch int, seq int,
      value jsonb, stored_at timestamptz DEFAULT now(), PRIMARY KEY (client_id, attempt_id, item_id, late)) WITH (fillfactor = 80)`)
  const owner = newId()
  const attempts = clients.map(() => newId())
  let seq = 0
  const result = await load(candidates, seconds, async (worker, round) => {
    const items = Array.from({ length: answers }, (_, index) => `item_${(round * answers + index) % 75}`)
    seq += 1
    await clients[worker]?.query({
      name: 'bare',
      text: `INSERT INTO bench_upsert AS r (client_id, attempt_id, item_id, late, epoch, seq, value)
        SELECT $1, $2, i, false, 1, $4, $5 FROM unnest($3::text[]) AS i
        ON CONFLICT (client_id, attempt_id, item_id, late) DO UPDATE SET seq = excluded.seq, value = excluded.value, stored_at = now()
        WHERE (r.epoch, r.seq) < (excluded.epoch, excluded.seq)`,
      values: [owner, attempts[worker], items, seq, '"a"'],
    })
  })
  await first?.query('DROP TABLE bench_upsert')
  await Promise.all(clients.map((client) => client.end()))
  return result
}
