import { sql } from 'kysely'
import { connect, type Database } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { openSession } from '#server/features/access/sessions/sessions.ts'
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

/**
 * Lists of one test, and of people, by its scores, at a client with 10,000 results of that test among 100,000 assignments;
 * there also the lists of readers and a group report. Scores are spread so that hardly two are equal. The limit is the p95 that they have to keep.
 */
export async function* measureScoreLists(server: RunningServer, url: string): AsyncGenerator<Figure> {
  const { db, close } = connect(url, 1, (error) => console.error(error.message))
  await sql`SET statement_timeout = 0`.execute(db)
  const clientId = await addCrowd(db, { people: 20_000, assignments: 100_000, results: 20_000 })
  const found = await listedTest(db, clientId)
  const readers = [
    ['one', await addReader(db, clientId, 1)],
    ['half', await addReader(db, clientId, 20)],
  ] as const
  await close()
  yield* askScoreLists(server, clientId, found)
  const connection = new Connection(server.port)
  const list = `/api/clients/${clientId}/assignments/`
  for (const [name, token] of readers) {
    const ask = (what: string, path: string) => askInTurn(connection, token, `reader_${name}_${what}`, [path])
    const note = 'value is the p95, of a reader of one or of half of forty groups'
    yield { ...(await ask('counts', `/api/clients/${clientId}/assignment_count/`)), limit: 25, note }
    yield { ...(await ask('list', list)), limit: 25, note }
  }
  const report = `/api/clients/${clientId}/group_report/?inventory=${found.test}`
  const token = await signIn(server, 'admin')
  yield {
    ...(await askInTurn(connection, token, 'group_report', [report])),
    limit: 200,
    note: 'value is the p95',
  }
  connection.close()
}

/** A reader of the first groups of a crowd. @returns the token of a session */
async function addReader(db: Database, clientId: string, groups: number): Promise<string> {
  const [userId, name] = [newId(), 'Okuyan']
  const email = `${userId}@example.test`
  await sql`
    INSERT INTO users (id, public_id, email, name, locale)
    VALUES (${userId}, ${`usr_${userId}`}, ${email}, ${name}, 'tr')`.execute(db)
  await sql`
    INSERT INTO memberships (client_id, id, user_id, role, name, email, search_text, reader, reader_groups)
    SELECT ${clientId}, ${newId()}, ${userId}, 'manager', ${name}, ${email}, ${email}, true, array_agg('Hat ' || n)
    FROM generate_series(1, ${groups}::int) AS n`.execute(db)
  return openSession(db, { userId, invitationClientId: null, remembered: false })
}

export async function* askScoreLists(
  server: RunningServer,
  clientId: string,
  { test, key, bands, pages }: Awaited<ReturnType<typeof listedTest>>,
): AsyncGenerator<Figure> {
  const token = await signIn(server, 'admin')
  const connection = new Connection(server.port)
  const list = `/api/clients/${clientId}/assignments/?inventory=${test}`
  const sorted = `${list}&scores=1&ordering=-score:${key}`
  const people = `/api/clients/${clientId}/candidates/?inventory=${test}`
  const byScore = `${people}&scores=1&ordering=-score:${key}`
  const asked: [name: string, ...paths: string[]][] = [
    ['scores_plain', list, `${list}&page=3`],
    ['scores_shown', `${list}&scores=1`, `${list}&scores=1&page=3`],
    ['scores_sorted', sorted, sorted.replace('-score', 'score'), `${sorted}&page=2`],
    ['scores_deep', `${sorted}&page=${pages}`, `${sorted}&page=${Math.floor(pages / 2)}`],
    ['scores_beyond', `${sorted}&page=${pages * 3}`],
    ['scores_range', `${sorted}&score=${key}&score_from=45&score_to=55`],
    ['scores_band', `${sorted}&score=${key}&band=${bands}`],
    ['scores_band_by_date', `${list}&scores=1&score=${key}&band=${bands}`],
    ['scores_group', `${sorted}&group=Hat%205`],
    ['people_plain', people, `${people}&page=3`],
    ['people_shown', `${people}&scores=1`, `${people}&scores=1&page=3`],
    ['people_sorted', byScore, byScore.replace('-score', 'score'), `${byScore}&page=2`],
    ['people_deep', `${byScore}&page=${pages}`, `${byScore}&page=${Math.floor(pages / 2)}`],
    ['people_beyond', `${byScore}&page=${pages * 2}`],
    ['people_range', `${byScore}&score=${key}&score_from=45&score_to=55`],
    ['people_band', `${byScore}&score=${key}&band=${bands}`],
    ['people_band_by_name', `${people}&scores=1&score=${key}&band=${bands}`],
    ['people_group', `${byScore}&group=Hat%205`],
    ['people_search', `${byScore}&search=${encodeURIComponent('ayse')}`],
  ]
  for (const [name, ...paths] of asked)
    yield { ...(await askInTurn(connection, token, name, paths)), limit: 25, note: 'value is the p95' }
  connection.close()
}

/** A test of the client with its first main score, that score's bands, and how many pages of ten have one. */
export async function listedTest(db: Database, clientId: string) {
  const { rows } = await sql<{ test: string; key: string; bands: string; pages: number }>`
    SELECT inventory_id AS test, key, string_agg(DISTINCT band, ',') AS bands, (count(*) / 10)::int AS pages
    FROM result_scores WHERE client_id = ${clientId} AND se IS NOT NULL AND band IS NOT NULL
    GROUP BY inventory_id, key ORDER BY count(*) DESC, inventory_id, key LIMIT 1`.execute(db)
  const [found] = rows
  if (found === undefined) throw new Error('no result has scores')
  return found
}
