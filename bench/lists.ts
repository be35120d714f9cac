import { connect } from '#server/db/database.ts'
import { addCrowd } from './crowd.ts'
import { Connection } from './http.ts'
import { type Figure, spread } from './measure.ts'
import type { RunningServer } from './server.ts'
import { signIn } from './session.ts'

const rounds = 200

/** Lists and the dashboard at many rows, against the same at few. One call at a time over HTTP, by an admin. */
export async function measureLists(server: RunningServer, url: string): Promise<Figure[]> {
  // One connection: the rows come together in temporary tables.
  const { db, close } = connect(url, 1, (error) => console.error(error.message))
  const few = await addCrowd(db, { people: 1_000, assignments: 10_000 })
  const many = await addCrowd(db, { people: 100_000, assignments: 1_000_000 })
  await close()
  const token = await signIn(server, 'admin')
  const connection = new Connection(server.port)
  const ask = async (name: string, paths: readonly string[]) => {
    const times: number[] = []
    for (let round = 0; round < rounds + 20; round += 1) {
      const path = paths[round % paths.length] ?? ''
      const start = performance.now()
      const { status, body } = await connection.get(path, token)
      if (status !== 200) throw new Error(`${path} answered ${status}: ${body}`)
      // The first ones plan the queries and warm the caches.
      if (round >= 20) times.push(performance.now() - start)
    }
    const figure = spread(name, 'ms', times)
    return { ...figure, value: figure.p95 ?? 0 }
  }
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
  const figures = [
    await ask('list_people_100k', people(many)),
    await compared('list_assignments_1m', (clientId) =>
      lists.map((query) => `/api/clients/${clientId}/assignments/${query}`),
    ),
    await compared('dashboard_1m', (clientId) => [`/api/clients/${clientId}/dashboard/`]),
  ]
  connection.close()
  return figures.map((figure) => ({
    ...figure,
    note: 'value is the p95; limit is the same at 10,000 assignments',
  }))
}
