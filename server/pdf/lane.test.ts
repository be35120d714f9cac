import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants, getPriority } from 'node:os'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { quietLog } from '#test/support/quiet-log.ts'
import { Lane, PdfError } from './lane.ts'

const folder = mkdtempSync('/tmp/terazi-lane-')
afterAll(() => rmSync(folder, { recursive: true }))

let workers = 0
const workerOf = (source: string) => {
  workers += 1
  const file = `${folder}/${workers}.mjs`
  writeFileSync(file, source)
  return pathToFileURL(file)
}

const sometimesDies = workerOf(`
  let drawn = 0
  process.on('message', ({ id, view }) => {
    if (view.includes('DIES')) process.exit(7)
    if (view.includes('THROWS')) throw new Error('out of ink')
    if (view.includes('REFUSES')) return process.send({ id, memory: 0, error: 'no such letter' })
    drawn += 1
    // Which process drew it, as how manieth, and what it would rather not know.
    const pdf = Buffer.from([process.pid, drawn, process.env.SECRET_KEY].join())
    if (!view.includes('HANGS')) process.send({ id, memory: drawn * 100, pdf })
  })
`)

type Options = Partial<ConstructorParameters<typeof Lane>[0]>
const laneOf = (options: Options) =>
  new Lane({ log: quietLog(), timeoutMs: 20_000, maxWaiting: 100, ...options })

let lastId = 0
const render = (lane: Lane, view: string) => {
  lastId += 1
  return lane.render({ id: lastId, template: 'report', view })
}

describe('a worker that fails', () => {
  it.each([
    ['DIES', 'ended with code 7'],
    ['THROWS', 'out of ink'],
    ['REFUSES', 'no such letter'],
    ['HANGS', 'took longer than 3000 ms'],
  ])('costs one job its PDF and no other: %s', async (name, reason) => {
    const log = quietLog()
    const lane = laneOf({ log, worker: sometimesDies, timeoutMs: 3000 })
    const [before, failed, after] = await Promise.allSettled(['A', name, 'B'].map((one) => render(lane, one)))
    expect(before).toMatchObject({ status: 'fulfilled' })
    expect(failed).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining(reason) } })
    expect(failed).toMatchObject({ reason: expect.any(PdfError) })
    expect(after).toMatchObject({ status: 'fulfilled' })
    const lost = name === 'REFUSES' ? [] : [expect.stringContaining(reason)]
    expect(log.lines.filter(({ level }) => level === 'error').map(({ text }) => text)).toEqual(lost)
    await lane.close()
  })

  it.each([
    ['throws', workerOf('throw new Error("no fonts")'), 'no fonts'],
    ['ends', workerOf('process.exit(3)'), 'ended with code 3'],
    ['is missing', new URL('./no-such-worker.ts', import.meta.url), 'no-such-worker'],
    ['cannot be a process', new URL('https://terazi.example/worker.js'), 'could not start'],
  ])('is not started without end where it %s at once', async (_, worker, reason) => {
    const log = quietLog()
    const lane = laneOf({ log, worker, pauseMs: 60 * 60_000 })
    const jobs = await Promise.allSettled(['A', 'B', 'C', 'D', 'E'].map((name) => render(lane, name)))
    const reasons = jobs.map((job) => job.status === 'rejected' && String(job.reason))
    const pause = expect.stringContaining('it is tried again later')
    const failed = expect.stringContaining(reason)
    expect(reasons).toEqual([failed, failed, failed, pause, pause])
    expect(log.lines.map(({ level, text }) => [level, text.includes(reason)])).toEqual(
      Array.from({ length: 3 }, () => ['error', true]),
    )
    await lane.close()
  })

  it('is started again after the pause', async () => {
    const lane = laneOf({ worker: workerOf('process.exit(3)'), pauseMs: 0 })
    const jobs = await Promise.allSettled(['A', 'B', 'C', 'D'].map((name) => render(lane, name)))
    const ended = { status: 'rejected', reason: { message: expect.stringContaining('ended with code 3') } }
    expect(jobs).toMatchObject([ended, ended, ended, ended])
    await lane.close()
  })

  it('rejects what waits when the lane is closed, and what comes after', async () => {
    const lane = laneOf({ worker: sometimesDies })
    const waiting = [render(lane, 'HANGS'), render(lane, 'A')].map((job) =>
      expect(job).rejects.toThrow('was closed'),
    )
    await lane.close()
    await Promise.all(waiting)
    await expect(render(lane, 'A')).rejects.toThrow('is closed')
  })
})

/** Which process drew, and as how manieth. */
const drawnBy = async (lane: Lane) =>
  Buffer.from(await render(lane, 'A'))
    .toString()
    .split(',')

it('replaces the worker once it holds too much, and knows none of our keys', async () => {
  process.env.SECRET_KEY = 'k'.repeat(32)
  const lane = laneOf({ worker: sometimesDies, maxMemory: 250 })
  const drawn = await Promise.all(Array.from({ length: 5 }, () => drawnBy(lane)))
  delete process.env.SECRET_KEY
  const [first, , , fourth] = drawn.map(([pid]) => pid)
  expect(drawn).toEqual([
    [first, '1', ''],
    [first, '2', ''],
    [first, '3', ''],
    [fourth, '1', ''],
    [fourth, '2', ''],
  ])
  expect(fourth).not.toBe(first)
  await lane.close()
})

it('ends a worker in the background as soon as nothing waits for it', async () => {
  const lane = laneOf({ worker: sometimesDies, inBackground: true })
  const drawn = await Promise.all([drawnBy(lane), drawnBy(lane)])
  const pid = drawn[0]?.[0]
  expect(drawn).toEqual([
    [pid, '1', ''],
    [pid, '2', ''],
  ])
  await expect.poll(() => isAlive(Number(pid))).toBe(false)
  expect((await drawnBy(lane))[1]).toBe('1')
  await lane.close()
})

it.runIf(existsSync('/proc/self/autogroup'))(
  'lets everything else go before a worker in the background',
  async () => {
    const lane = laneOf({ worker: sometimesDies, inBackground: true, staysMs: 60_000 })
    const pid = Number((await drawnBy(lane))[0])
    expect(getPriority(pid)).toBe(constants.priority.PRIORITY_LOW)
    // Its session is not this one's, and has the priority as well.
    const sessionOf = (of: number | 'self') => readFileSync(`/proc/${of}/autogroup`, 'utf8')
    expect(sessionOf(pid)).toMatch(/ nice 19$/m)
    expect(sessionOf(pid).split(' ')[0]).not.toBe(sessionOf('self').split(' ')[0])
    await lane.close()
  },
)

it('refuses what comes when too many wait', async () => {
  const lane = laneOf({ worker: sometimesDies, maxWaiting: 2 })
  const jobs = await Promise.allSettled(['A', 'B', 'C', 'D'].map((view) => render(lane, view)))
  expect(jobs.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
  expect(jobs[3]).toMatchObject({ reason: { message: 'Too many PDFs wait', statusCode: 503 } })
  await lane.close()
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
