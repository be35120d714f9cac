// @vitest-environment jsdom
import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { beforeEach, expect, it, vi } from 'vitest'
import { dayCodeOf } from '#contract/dayCode.ts'
import type { PackageContent } from '#contract/tablets.ts'
import { deliverOfflineAttempt } from '#contract/tablets.ts'
import { begunAttempt } from '#test/support/begun-attempt.ts'
import { bodyOf, noAnswer, serveCalls } from '#test/support/serve-calls.ts'
import { exampleTablet } from '#test/support/tablet.ts'
import { calls, request } from '../api.ts'
import { deliverAttempt } from '../attempt/delivery.ts'
import { liveAttempt } from '../attempt/live.ts'
import type { Started } from '../attempt/model.ts'
import { keepStarted } from '../attempt/start.ts'
import { readAttempt } from '../attempt/store.ts'
import { deviceStore } from '../device/indexedDb.ts'
import { type Kiosk, runIn } from '../device/kiosk.ts'
import { currentSession } from '../device/slices.ts'
import { answerHere, enterHere } from './offline.ts'
import { importKey, saveOpened, savePackage } from './store.ts'

// jsdom has no database.
vi.mock('../device/indexedDb.ts', async () => {
  const { memoryStore } = await import('#test/support/memory-store.ts')
  return { deviceStore: memoryStore() }
})

const [code, salt] = [dayCodeOf(40_721), 'salt']
const [userId, assignmentId, other] = ['7', '8', '9'].map(
  (n) => `01890000-0000-7000-8000-00000000000${n}`,
) as [string, string, string]
const start = Date.parse('2026-11-20T08:00:00.000Z')
const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString()
const { form } = begunAttempt.head
const [section] = form.sections
const template = {
  ...{ id: assignmentId, personName: '', client: { name: 'Anadolu Gıda', phone: '' }, description: '' },
  inventory: { code: 'TEST', name: 'Test', description: '' },
  ...{ status: 'pending' as const, locale: 'tr' as const, minutes: 30, itemCount: 3, createdAt: at(0) },
  accommodations: { timePercent: 100 as const, textSize: 0 as const, readAloud: true },
  ...{
    dueDate: '2026-11-20',
    opening: null,
    testDay: { place: 'Kapı 2', day: '2026-11-20' },
    timeZone: 'Europe/Istanbul',
  },
  ...{ startedAt: null, completedAt: null, deadline: null, answered: 0, receipt: null, reportVisible: false },
  ...{ preTest: [], hasPractice: false, timed: true, serverTime: at(0) },
  notices: [
    { id: 'information', version: 1, kind: 'information' as const, title: 'T', text: 'T', acceptedAt: null },
  ],
}
const test = { begun: false, acceptedAt: {}, template: 't', forms: { tr: 'f', en: 'f' } }
const content: PackageContent = {
  salt,
  people: [
    {
      codeHash: createHash('sha256')
        .update(salt + code)
        .digest('base64'),
      ...{ userId, name: 'Gülşah Öztürk' },
      tests: [
        { assignmentId, ...test },
        { assignmentId: other, ...test, begun: true },
      ],
    },
  ],
  templates: { t: { limitSeconds: 1800, assignment: { tr: template, en: template } } },
  forms: { f: { ...form, sections: section ? [{ ...section, items: ['1', '2', '3'] }] : [] } },
  items: Object.fromEntries((section?.items ?? []).map((item, n) => [String(n + 1), item])),
}

let answer: () => Response
const arrived = serveCalls(({ entry }) => (entry === deliverOfflineAttempt ? answer() : noAnswer()))

beforeEach(async () => {
  vi.setSystemTime(start)
  answer = noAnswer
  await deviceStore.remove(await deviceStore.keys())
  const key = randomBytes(32)
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from('v1'))
  const data = Buffer.concat([cipher.update(JSON.stringify(content)), cipher.final(), cipher.getAuthTag()])
  await savePackage(deviceStore, {
    ...{ version: 'v1', iv: iv.toString('base64'), data: data.toString('base64') },
  })
  await saveOpened(deviceStore, exampleTablet, await importKey(key.toString('base64')))
  const answerHereNow: Kiosk['answer'] = (shape, input) => answerHere(exampleTablet, Date.now(), shape, input)
  runIn({
    ...{ Header: () => null, Sending: () => null, finish: () => undefined, leave: () => undefined },
    ...{ signedOut: () => undefined, supervise: () => undefined, answer: answerHereNow },
  })
})

/** The person is let in, and begins their test, without a server. */
async function begin() {
  expect(await enterHere(exampleTablet, code)).toBe(userId)
  const session = currentSession()
  if (session === undefined) throw new Error('nobody was let in')
  const { token } = session
  const assignment = await request(calls.assignment, { token, params: { assignmentId } })
  const body = { accepted: ['information'], locale: 'tr' as const }
  const started: Started = await request(calls.start, { token, params: { assignmentId }, body })
  const attempt = await keepStarted(deviceStore, assignment, session, started, start)
  return { token, assignment, started, attempt, live: liveAttempt(deviceStore, attempt) }
}

const taken = (receipt: string | null, responses: object = {}) =>
  Response.json({
    outcome: 'started',
    receipt,
    started: {
      ...{
        testId: 't',
        attemptToken: 'att',
        rescueKey: 'AAAA',
        epoch: 1,
        seq: 1,
        form,
        responses,
        sections: [],
        startedAt: at(0),
      },
      ...{ deadline: at(30), practice: null, pausedAt: null, accommodations: template.accommodations },
      serverTime: at(10),
    },
  })
const delivered = () => arrived.filter(({ entry }) => entry === deliverOfflineAttempt)

it('lets nobody in with a code that the day does not have', async () => {
  expect(await enterHere(exampleTablet, dayCodeOf(1))).toBeUndefined()
})

it('begins a test with its own form and limit, and once', async () => {
  const { started, assignment, token, live } = await begin()
  expect(assignment).toMatchObject({ id: assignmentId, personName: 'Gülşah Öztürk', status: 'pending' })
  expect(started).toMatchObject({ form, deadline: at(30), offline: { accepted: ['information'] } })
  const again = request(calls.start, { token, params: { assignmentId }, body: { accepted: [] } })
  await expect(again).rejects.toMatchObject({ code: 'network' })
  // Begun elsewhere when the package was made.
  const begunElsewhere = request(calls.start, {
    token,
    params: { assignmentId: other },
    body: { accepted: [] },
  })
  await expect(begunElsewhere).rejects.toMatchObject({ code: 'network' })
  live.close()
})

it('brings the answers in as soon as the server is there, and goes on like any other test', async () => {
  const { live } = await begin()
  vi.setSystemTime(start + 5 * 60_000)
  await live.answer('q1', 'a')
  await live.flush()
  expect(live.get()).toMatchObject({ reached: false, progress: { answers: { q1: { state: 'unsent' } } } })
  answer = () => taken(null, { q1: { value: 'a', epoch: 1, seq: 1 } })
  await live.flush()
  const [last] = delivered().slice(-1)
  expect(last && bodyOf(deliverOfflineAttempt, last)).toMatchObject({
    ...{ assignmentId, accepted: ['information'], practiceMs: 0 },
    responses: { q1: { value: 'a', seq: 1 } },
  })
  expect(live.get()).toMatchObject({
    head: { attemptToken: 'att', offline: undefined },
    progress: { answers: { q1: { state: 'stored' } } },
  })
  expect((await readAttempt(deviceStore, assignmentId))?.head.offline).toBeUndefined()
  live.close()
})

it('is handed in without a server, says so on the list, and is delivered later with when that was', async () => {
  const { live, token } = await begin()
  await live.answer('q1', 'a')
  await live.submit()
  live.close()
  const list = await request(calls.list, { token })
  expect(list.results.map(({ status }) => status)).toEqual(['completed', 'pending'])
  const stored = await readAttempt(deviceStore, assignmentId)
  if (stored === undefined) throw new Error('it was not kept')
  answer = () => taken('TRZ-7K4M-92', { q1: { value: 'a', epoch: 1, seq: 1 } })
  expect(await deliverAttempt(deviceStore, stored)).toEqual({ arrived: true, done: true })
  const [last] = delivered().slice(-1)
  expect(last && bodyOf(deliverOfflineAttempt, last).submittedAfterMs).toBeGreaterThanOrEqual(0)
  expect(await readAttempt(deviceStore, assignmentId)).toBeUndefined()
})

it('a test that somebody began elsewhere before is kept by the server, and leaves the tablet', async () => {
  const { live, attempt } = await begin()
  await live.answer('q1', 'a')
  live.close()
  answer = () => Response.json({ outcome: 'kept' })
  const stored = (await readAttempt(deviceStore, assignmentId)) ?? attempt
  expect(await deliverAttempt(deviceStore, stored)).toMatchObject({ done: true })
})

it('a test without any answer is brought in too', async () => {
  const { attempt, live } = await begin()
  live.close()
  expect(await deliverAttempt(deviceStore, attempt)).toEqual({ arrived: false, done: false })
  answer = () => taken(null)
  expect(await deliverAttempt(deviceStore, attempt)).toEqual({ arrived: true, done: true })
})

it('gives each section’s practice its time once', async () => {
  const { live } = await begin()
  await live.goTo('practice:s:0')
  await live.beginPractice('s')
  expect(live.get().head).toMatchObject({ deadline: at(35), practice: { sectionId: 's' } })
  vi.setSystemTime(start + 60_000)
  await live.goTo('item:q1')
  await live.goTo('practice:s:0')
  await live.beginPractice('s')
  // What it did not use was taken off again, and it gets no second time.
  expect(live.get().head.practice).toBeNull()
  live.close()
})
