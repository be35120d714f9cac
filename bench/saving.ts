import pg from 'pg'
import { authorizeClient } from '#server/authority/client.ts'
import { connect } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { assignmentsOf } from '#server/demo/queries.ts'
import { start } from '#server/features/attempts/start.ts'
import { currentVersions } from '#server/features/inventories/versions.ts'
import { invite } from '#server/features/people/invite.ts'
import type { Caller } from '#server/http/caller.ts'
import { Connection } from './http.ts'
import { type Figure, load, spread, throughput } from './measure.ts'
import { cpuMs, type RunningServer } from './server.ts'

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
export async function measureSaving(server: RunningServer, url: string, folder: string): Promise<Figure[]> {
  const people = await startCandidates(url, server.port, candidates)
  const save = async (worker: number, count: number) => {
    const person = people[worker]
    if (person === undefined) throw new Error('no such candidate')
    const responses: Record<string, object> = {}
    for (let answer = 0; answer < count; answer += 1) {
      person.seq += 1
      const item = person.items[person.seq % person.items.length]
      if (item) responses[item.id] = { value: item.option, seq: person.seq }
    }
    const body = JSON.stringify({ testId: person.testId, epoch: 1, responses })
    const answer = await person.connection.post(path, person.token, body)
    if (answer.status !== 200) throw new Error(`a save answered ${answer.status}: ${answer.body}`)
  }
  await load(candidates, 2, (worker) => save(worker, 1))
  const one = await load(candidates, seconds, (worker) => save(worker, 1))
  const before = cpuMs(server.process.pid, folder)
  const page = await load(candidates, seconds, (worker) => save(worker, 10))
  const cpu = (cpuMs(server.process.pid, folder) - before) / page.times.length
  const bare = await measureBare(url, 1)
  const barePage = await measureBare(url, 10)
  for (const person of people) person.connection.close()
  return [
    throughput('save_answer', one, bare),
    throughput('save_page', page, barePage),
    { ...spread('cpu_ms_per_page', 'ms', [cpu]), n: page.times.length, note: 'server and database' },
  ]
}

/** So many people of the demo's first client who have just started ENGLISH. */
export async function startCandidates(url: string, port: number, count: number): Promise<Candidate[]> {
  const { db, close } = connect(url, 4, (error) => console.error(error.message))
  const manager = await db
    .selectFrom('memberships')
    .innerJoin('clients', 'clients.id', 'memberships.client_id')
    .select(['memberships.client_id', 'memberships.user_id'])
    .where('clients.name', '=', 'Anadolu Gıda A.Ş.')
    .where('memberships.role', '=', 'manager')
    .executeTakeFirstOrThrow()
  const callerFor = (userId: string, authority: Caller['authority'], client: string | null): Caller => ({
    userId,
    name: 'bench',
    locale: 'tr',
    authority,
    invitationClientId: client,
    tokenHash: Buffer.alloc(32),
  })
  const client = await authorizeClient(db, callerFor(manager.user_id, ['manager'], null), manager.client_id)
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
      invitedBy: manager.user_id,
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
        accepted: english.definition.notices.map((notice) => notice.id),
        locale: 'tr',
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

/** The ceiling: 32 clients of `pg` on the same database, each doing the bare prepared upsert of its answers. */
async function measureBare(url: string, answers: number): Promise<{ perSecond: number }> {
  const clients = await Promise.all(
    Array.from({ length: candidates }, async () => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      return client
    }),
  )
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
