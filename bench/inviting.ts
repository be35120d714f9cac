import { newId } from '#server/db/ids.ts'
import { Connection } from './http.ts'
import { type Figure, spread } from './measure.ts'
import { type RunningServer, residentMegabytes } from './server.ts'
import { signIn } from './session.ts'

const people = 10_000
const units = 25
const takers = 60

/** Ten thousand invitations with a test each in one call; and more takers at once than there are units. */
export async function* measureInviting(server: RunningServer): AsyncGenerator<Figure> {
  const token = await signIn(server, 'admin')
  const connection = new Connection(server.port)
  const post = async <Answer>(path: string, body: object): Promise<Answer> => {
    const answer = await connection.post(path, token, JSON.stringify(body))
    if (answer.status > 299) throw new Error(`${path} answered ${answer.status}: ${answer.body}`)
    return JSON.parse(answer.body)
  }
  const { body } = await connection.get('/api/inventories/', token)
  const inventoryId: string = JSON.parse(body).find(({ code }: { code: string }) => code === 'ENGLISH').id
  /** A client of its own for each measurement, with so much quota. */
  const addClient = async (quantity: number) => {
    const { id } = await post<{ id: string }>('/api/clients/', {
      name: `Bench ${newId()}`,
      email: 'bench@example.test',
      phone: '0212 000 00 00',
      managerName: 'Bench Manager',
      managerEmail: `${newId()}@example.test`,
      managerPhone: '0212 000 00 00',
    })
    await post(`/api/clients/${id}/add_quota/`, { inventoryId, quantity })
    return id
  }
  const invite = (clientId: string, count: number, inventoryIds: string[]) => {
    const run = newId()
    const emails = Array.from({ length: count }, (_, at) => ({
      email: `${at}.${run}@example.test`,
      name: `Kişi ${at}`,
    }))
    return post<{ created: { userId: string }[] }>(`/api/clients/${clientId}/invite_emails/`, {
      emails,
      inventoryIds,
    })
  }
  /** The most memory that the server held while something ran, over what it held before, in MB. */
  const grown = async (work: () => Promise<void>) => {
    const size = () => residentMegabytes(server.process.pid ?? 0)
    const before = size()
    let most = before
    const watch = setInterval(() => {
      most = Math.max(most, size())
    }, 20)
    await work().finally(() => clearInterval(watch))
    return { most, before }
  }

  const few = await addClient(units)
  const { created } = await invite(few, takers, [])
  const answers = await Promise.all(
    created.map(async ({ userId }) => {
      const own = new Connection(server.port)
      const sent = { userIds: [userId], inventoryIds: [inventoryId], description: 'Bench' }
      const { status } = await own.post(`/api/clients/${few}/assignments/`, token, JSON.stringify(sent))
      own.close()
      return status
    }),
  )
  const exact = answers.filter((status) => status === 201).length
  const refused = answers.filter((status) => status === 409).length
  yield {
    ...spread('assign_60_over_25', 'created', [exact]),
    limit: units,
    note: `${takers} at once over ${units} units: ${exact} created, ${refused} refused`,
  }

  const many = await addClient(people)
  let took = 0
  const memory = await grown(async () => {
    const start = performance.now()
    const answer = await invite(many, people, [inventoryId])
    took = performance.now() - start
    if (answer.created.length !== people) throw new Error(`${answer.created.length} were created`)
  })
  connection.close()
  const note = `one call; the mails are queued in its transaction; the server held ${memory.before.toFixed(0)} MB before and ${memory.most.toFixed(0)} MB at most`
  yield { ...spread('invite_10k', 'ms', [took]), note }
  yield spread('invite_10k_rss', 'MB', [memory.most])
}
