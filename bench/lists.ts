import { sql } from 'kysely'
import { connect } from '#server/db/database.ts'
import { addCrowd } from './crowd.ts'
import { askInTurn, Connection } from './http.ts'
import { measureLeaving } from './leaving.ts'
import { addLedger } from './ledger.ts'
import type { Figure } from './measure.ts'
import type { RunningServer } from './server.ts'
import { signIn } from './session.ts'

/** Lists and the dashboard at many rows, against the same at few. One call at a time over HTTP, by an admin. */
export async function* measureLists(server: RunningServer, url: string): AsyncGenerator<Figure> {
  // One connection: the rows come together in temporary tables.
  const { db, close } = connect(url, 1, (error) => console.error(error.message))
  // Filling takes longer than a statement may in the product.
  await sql`SET statement_timeout = 0`.execute(db)
  const few = await addCrowd(db, { people: 1_000, assignments: 10_000 })
  const many = await addCrowd(db, { people: 100_000, assignments: 1_000_000 })
  await addLedger(db, few, { entries: 10_000, each: 100 })
  await addLedger(db, many, { entries: 1_000_000, each: 10_000 })
  const taken = await addCrowd(db, { people: 20_000, assignments: 150_000, results: 100_000 })
  const opened = new Map<string, string>()
  for (const client of [few, many]) {
    const newest = db.selectFrom('quota_entries').select('id').where('client_id', '=', client)
    const [movement] = await newest.where('opens', '=', true).orderBy('created_at', 'desc').limit(1).execute()
    opened.set(client, movement?.id ?? '')
  }
  await close()
  const token = await signIn(server, 'admin')
  const connection = new Connection(server.port)
  const ask = (name: string, paths: readonly string[]) => askInTurn(connection, token, name, paths)
  /** The p95 at a million, with that at ten thousand as its limit. */
  const compared = async (name: string, pathsOf: (clientId: string) => readonly string[]) => {
    const limit = (await ask(name, pathsOf(few))).value
    const figure = await ask(name, pathsOf(many))
    return { ...figure, limit, ratio: figure.value / limit }
  }
  const searches = [
    '',
    'ayse demir',
    'sukru y',
    'p4242.',
    'buyukcavusoglu',
    'hic kimse',
    'gunes',
    'isik oguz',
  ]
  const people = (clientId: string) =>
    searches.map((search) => `/api/clients/${clientId}/candidates/?search=${encodeURIComponent(search)}`)
  const lists = [
    '',
    '?page=3',
    '?ordering=dueDate',
    '?status=pending',
    '?ordering=-completedAt&status=completed',
  ]
  const note = 'value is the p95; limit is the same at 10,000 assignments or entries'
  yield { ...(await ask('list_people_100k', people(many))), note }
  yield {
    ...(await compared('list_assignments_1m', (clientId) =>
      lists.map((query) => `/api/clients/${clientId}/assignments/${query}`),
    )),
    note,
  }
  yield {
    ...(await compared('dashboard_1m', (clientId) => [`/api/clients/${clientId}/dashboard/`])),
    note,
  }
  yield {
    ...(await compared('ledger_1m', (clientId) =>
      ['', '?page=2', '?ordering=dateAdded', '?kind=assignment', '?search=ayse'].map(
        (query) => `/api/clients/${clientId}/quota_movements/${query}`,
      ),
    )),
    note,
  }
  yield {
    ...(await compared('movement_10k', (clientId) =>
      ['', '&page=3', '&search=ayse', '&page_size=100'].map(
        (query) => `/api/clients/${clientId}/quota_entries/?movement=${opened.get(clientId)}${query}`,
      ),
    )),
    note,
  }
  connection.close()
  const hundredThousand = { token, rows: 100_000 }
  yield* measureLeaving(server, {
    name: 'people_csv_100k',
    path: `/api/clients/${many}/people.csv`,
    ...hundredThousand,
  })
  yield* measureLeaving(server, {
    name: 'results_csv_100k',
    path: `/api/clients/${taken}/results.csv`,
    ...hundredThousand,
  })
}
