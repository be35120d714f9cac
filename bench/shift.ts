import { setTimeout as pause } from 'node:timers/promises'
import { connect } from '#server/db/database.ts'
import { openSession } from '#server/features/access/sessions/sessions.ts'
import { currentVersions } from '#server/features/inventories/versions.ts'
import { addQuota } from '#server/features/quota/quotas.ts'
import { Connection } from './http.ts'
import { type Figure, quantile, spread } from './measure.ts'
import { type Candidate, nextAnswers, startCandidates } from './saving.ts'
import { type RunningServer, residentMegabytes } from './server.ts'
import { findManager } from './session.ts'

const people = 200
const seconds = 60
const [answerEveryMs, pageEveryMs, signEveryMs, boardEveryMs] = [3_000, 30_000, 2_000, 1_500]
const savePath = '/api/participant/tests/save-responses'

export interface Shift {
  readonly clientId: string
  readonly assignmentIds: readonly string[]
  /** Does some work at every so many milliseconds until the shift ends. */
  readonly every: (ms: number, work: () => Promise<void>) => Promise<void>
}

/**
 * A shift of 200 people on an open line: each gives an answer every 3 s and a page of ten every 30 s, however long
 * the server takes, and their devices show that they are there; a manager has the live board of all of them open.
 * @param beside something else that happens to these people meanwhile
 */
export async function* measureShift(
  server: RunningServer,
  url: string,
  beside: (shift: Shift) => Promise<void> = async () => undefined,
): AsyncGenerator<Figure> {
  const { db, close } = connect(url, 2, (error) => console.error(error.message))
  const { clientId, userId } = await findManager(db)
  const english = (await currentVersions(db)).find(({ definition }) => definition.code === 'ENGLISH')
  const units = { clientId, inventoryId: english?.inventoryId ?? '', quantity: people, addedBy: userId }
  await addQuota(db, { ...units, reason: 'bench' })
  const candidates = await startCandidates(url, server.port, people)
  const token = await openSession(db, { userId, invitationClientId: null, remembered: false })
  await close()
  const [first, saves, boards]: [number[], number[], number[]] = [[], [], []]
  const timed = async (
    times: number[],
    due: number,
    work: () => Promise<{ status: number; body: string }>,
  ) => {
    const { status, body } = await work()
    if (status !== 200) throw new Error(`${status}: ${body}`)
    times.push(performance.now() - due)
  }
  // A process that just started has no plan yet and compiles as it goes: its first second is a figure of its own.
  const warm = performance.now() + 1000
  const end = performance.now() + seconds * 1000
  // Due by the clock, not when the last one was answered: what waits for the one before is slow, too.
  const every = async (ms: number, from: number, work: (due: number) => Promise<void>) => {
    let last = Promise.resolve()
    for (let due = performance.now() + from; due < end; due += ms) {
      await pause(Math.max(0, due - performance.now()))
      last = last.then(() => work(due))
    }
    await last
  }
  const board = new Connection(server.port)
  const address = `/api/clients/${clientId}/board/?status=in_progress`
  await Promise.all([
    ...candidates.flatMap((one, at) => {
      // Three connections, as a browser has several.
      const [answers, pages, signs] = [
        one.connection,
        new Connection(server.port),
        new Connection(server.port),
      ]
      const offset = (at / people) * answerEveryMs
      return [
        every(answerEveryMs, offset, (due) =>
          timed(due < warm ? first : saves, due, () => save(answers, one, 1)),
        ),
        every(pageEveryMs, (at / people) * pageEveryMs, (due) =>
          timed(due < warm ? first : saves, due, () => save(pages, one, 10)),
        ),
        every(signEveryMs, (at / people) * signEveryMs, async () => {
          const body = JSON.stringify({
            itemId: one.items[one.seq % one.items.length]?.id ?? null,
            unsent: 0,
          })
          await signs.post(`/api/participant/assignments/${one.assignmentId}/presence/`, one.token, body)
        }),
      ]
    }),
    beside({
      clientId,
      assignmentIds: candidates.map(({ assignmentId }) => assignmentId),
      every: (ms, work) => every(ms, 0, work),
    }),
    every(boardEveryMs, 0, (due) => timed(boards, due, () => board.get(address, token))),
  ])
  const memory = server.process.pid === undefined ? 0 : residentMegabytes(server.process.pid)
  for (const { connection } of candidates) connection.close()
  board.close()
  for (const [name, times, note] of [
    ['shift_first', first, 'p99 in the first second of the process'],
    ['shift_save', saves, 'p99 of 200 people after it'],
    ['shift_all', [...first, ...saves], 'p99 of both'],
  ] as const) {
    const sorted = times.toSorted((a, b) => a - b)
    yield { ...spread(name, 'ms', sorted), value: quantile(sorted, 0.99), note }
  }
  yield spread('shift_board', 'ms', boards)
  yield spread('shift_rss', 'MB', [memory])
}

async function save(connection: Connection, person: Candidate, count: number) {
  const responses = nextAnswers(person, count)
  return connection.post(
    savePath,
    person.token,
    JSON.stringify({ testId: person.testId, epoch: 1, responses }),
  )
}
