import { setTimeout as pause } from 'node:timers/promises'
import { newId } from '#server/db/ids.ts'
import { type Figure, spread } from './measure.ts'
import { nextAnswers, startCandidates } from './saving.ts'
import { type RunningServer, residentMegabytes } from './server.ts'
import { signIn } from './session.ts'

const rounds = 3
const invited = 500
const takers = 50
const idleAfterMs = 10_000
const restMs = 60_000

/**
 * The memory that a server holds a minute after a day's mix of work, beside what it held before: invitations, tests taken,
 * reports, Excel files and lists. Nothing asks for a collection of garbage: as in production, V8 decides alone what it gives
 * back.
 */
export async function* measureDay(server: RunningServer, url: string): AsyncGenerator<Figure> {
  const { pid } = server.process
  if (pid === undefined) throw new Error('the server is gone')
  await pause(idleAfterMs)
  const idle = residentMegabytes(pid)
  let most = idle
  const watching = setInterval(() => {
    most = Math.max(most, residentMegabytes(pid))
  }, 100)
  for (let round = 0; round < rounds; round += 1) await workOn(server, url)
  clearInterval(watching)
  await pause(restMs)
  const after = residentMegabytes(pid)
  const figure = spread('day_rss', 'MB', [after])
  const note = `after ${restMs / 1000} s of rest; limit is idle before; at most ${most.toFixed(0)} MB meanwhile; processes that draw PDFs are not in it`
  yield { ...figure, limit: idle, ratio: after / idle, note }
}

async function workOn(server: RunningServer, url: string): Promise<void> {
  const [manager, admin] = [await signIn(server, 'manager'), await signIn(server, 'admin')]
  const api = `http://127.0.0.1:${server.port}/api`
  const ask = async (path: string, token: string, body?: object): Promise<Response> => {
    const answer = await fetch(`${api}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer
  }
  const json = async <Answer>(path: string): Promise<Answer> =>
    (await ask(path, manager)).json() as Promise<Answer>
  const [client] = (await json<{ results: { id: string }[] }>('/clients/')).results
  const inventories = await json<{ id: string; code: string }[]>('/inventories/')
  const inventoryId = inventories.find(({ code }) => code === 'ENGLISH')?.id
  if (client === undefined || inventoryId === undefined)
    throw new Error('the demo has no client or no ENGLISH')
  const of = `/clients/${client.id}`

  await (await ask(`${of}/add_quota/`, admin, { inventoryId, quantity: invited + takers })).text()
  const run = newId()
  const emails = Array.from({ length: invited }, (_, at) => ({
    email: `${at}.${run}@example.test`,
    name: `Kişi ${at}`,
  }))
  await (await ask(`${of}/invite_emails/`, manager, { emails, inventoryIds: [inventoryId] })).text()

  const people = await startCandidates(url, server.port, takers)
  await Promise.all(
    people.map(async (person) => {
      const post = async (path: string, body: object) => {
        const { status, body: said } = await person.connection.post(path, person.token, JSON.stringify(body))
        if (status !== 200) throw new Error(`${path} answered ${status}: ${said}`)
      }
      for (let item = 0; item < person.items.length; item += 1) {
        const responses = nextAnswers(person, 1)
        await post('/api/participant/tests/save-responses', { testId: person.testId, epoch: 1, responses })
      }
      await post(`/api/participant/assignments/${person.assignmentId}/submit/`, { epoch: 1 })
      person.connection.close()
    }),
  )

  const lists = [
    '/assignments/',
    '/candidates/',
    '/dashboard/',
    '/quota_movements/',
    '/assignments/?status=completed',
  ]
  for (let page = 0; page < 100; page += 1) await json(`${of}${lists[page % lists.length]}`)
  const done = await json<{ results: { id: string }[] }>(`${of}/assignments/?status=completed&page_size=20`)
  for (const { id } of done.results) await (await ask(`/assignments/${id}/report.pdf`, manager)).arrayBuffer()
  for (const file of ['results', 'people']) await (await ask(`${of}/${file}.xlsx`, manager)).arrayBuffer()
}
