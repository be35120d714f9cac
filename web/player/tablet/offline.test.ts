// @vitest-environment jsdom
import { createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { beforeEach, expect, it, vi } from 'vitest'
import { noAccommodations } from '#contract/accommodation-fields.ts'
import { signOut } from '#contract/auth.ts'
import { dayCodeOf } from '#contract/dayCode.ts'
import type { PackageContent } from '#contract/tablets.ts'
import { deliverOfflineAttempt, enterByDayCode, getTabletDay } from '#contract/tablets.ts'
import { begunAttempt } from '#test/support/begun-attempt.ts'
import { exampleUser } from '#test/support/client.ts'
import { bodyOf, noAnswer, problem, serveCalls } from '#test/support/serve-calls.ts'
import { exampleDay, exampleTablet, sealed } from '#test/support/tablet.ts'
import { calls, request } from '../api.ts'
import { liveAttempt } from '../attempt/live.ts'
import type { Started } from '../attempt/model.ts'
import { deliverAttempt } from '../attempt/saving/delivery.ts'
import { allAttempts, isWaiting, lockAttempts, readAttempt, writeAttempt } from '../attempt/saving/store.ts'
import { keepStarted } from '../attempt/start.ts'
import { deviceStore } from '../device/indexedDb.ts'
import { type Kiosk, runIn } from '../device/kiosk.ts'
import { currentSession, storeSession } from '../device/slices.ts'
import { deliverOfOthers } from '../pages/deliver.ts'
import { inOrder, isOpen, type ListedAssignment } from '../pages/list.ts'
import { takeOver } from '../taking/Taking.tsx'
import { startClock } from './clock.ts'
import { keepProofKey } from './codeKey.ts'
import { answerFromPackage, confirm, enter, reconnect } from './entering.ts'
import { answerHere, enterHere, formIn } from './offline.ts'
import { forgetRead } from './person.ts'
import { verifierOf } from './pin.ts'
import { change, resetState, tabletState } from './state.ts'
import { type Begun, importKey, noteBegun, removePrepared, saveOpened, savePackage } from './store.ts'

// jsdom has no database.
vi.mock('../device/indexedDb.ts', async () => {
  const { memoryStore } = await import('#test/support/memory-store.ts')
  return { deviceStore: memoryStore() }
})

const code = dayCodeOf(7, 40_721)
/** The value that the server derives from the code for the example's tablet. */
const derived = pbkdf2Sync(code, 'salt', 1, 32, 'sha256')
const check = createHmac('sha256', derived).update('enters').digest('base64')
const [userId, assignmentId, other] = ['7', '8', '9'].map(
  (n) => `01890000-0000-7000-8000-00000000000${n}`,
) as [string, string, string]
const start = Date.parse('2026-11-20T08:00:00.000Z')
const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString()
const { form } = begunAttempt.head
const [section] = form.sections
const template = {
  id: assignmentId,
  personName: '',
  client: { name: 'Anadolu Gıda', phone: '' },
  description: '',
  inventory: { code: 'TEST', name: 'Test', description: '' },
  status: 'pending' as const,
  locale: 'tr' as const,
  minutes: 30,
  itemCount: 3,
  createdAt: at(0),
  accommodations: noAccommodations,
  dueDate: '2026-11-20',
  opening: null,
  testDay: { place: 'Kapı 2', day: '2026-11-20' },
  timeZone: 'Europe/Istanbul',
  startedAt: null,
  completedAt: null,
  deadline: null,
  answered: 0,
  receipt: null,
  reportVisible: false,
  preTest: [],
  hasPractice: false,
  hasAutoNext: false,
  timed: true,
  serverTime: at(0),
  notices: [
    { id: 'information', version: 1, kind: 'information' as const, title: 'T', text: 'T', acceptedAt: null },
  ],
}
const test = {
  begun: false,
  needsConnection: false,
  acceptedAt: {},
  template: 't',
  forms: { tr: 'f', en: 'e' },
}
/** The item that only people who consent are asked. */
const firstItem = (section?.items ?? []).slice(0, 1).map(({ id }) => id)
const content: PackageContent = {
  people: [
    {
      number: '007',
      userId,
      name: 'Gülşah Öztürk',
      tests: [
        { assignmentId, ...test },
        { assignmentId: other, ...test, begun: true },
      ],
    },
  ],
  templates: {
    t: { limitSeconds: 1800, itemsOf: { wellbeing: firstItem }, assignment: { tr: template, en: template } },
  },
  forms: {
    f: { ...form, sections: section ? [{ ...section, items: ['1', '2', '3'] }] : [] },
    e: { ...form, locale: 'en', sections: section ? [{ ...section, items: ['1', '2', '3'] }] : [] },
  },
  items: Object.fromEntries((section?.items ?? []).map((item, n) => [String(n + 1), item])),
}

let answer: () => Response
let dayAnswer: () => Response
const arrived = serveCalls(({ entry }) => {
  if (entry === deliverOfflineAttempt) return answer()
  if (entry === enterByDayCode) return enterAnswer()
  return entry === getTabletDay ? dayAnswer() : noAnswer()
})

let key: Buffer
let enterAnswer: () => Response

beforeEach(async () => {
  enterAnswer = noAnswer
  vi.setSystemTime(start)
  answer = noAnswer
  dayAnswer = noAnswer
  resetState()
  localStorage.clear()
  await deviceStore.remove(await deviceStore.keys())
  key = randomBytes(32)
  await savePackage(deviceStore, sealed('v1', key, content, { '007': check }))
  await saveOpened(deviceStore, exampleTablet, await importKey(key.toString('base64')))
  const answerHereNow: Kiosk['answer'] = (shape, input) => answerHere(exampleTablet, Date.now(), shape, input)
  runIn({
    Header: () => null,
    Sending: () => null,
    NeedsConnection: () => null,
    finish: () => undefined,
    leave: () => undefined,
    reload: () => undefined,
    begun: (id: string, test: Begun) => noteBegun(deviceStore, id, test),
    signedOut: () => undefined,
    supervise: () => undefined,
    answer: answerHereNow,
    formIn,
  })
})

/** The person is let in without a server. */
async function letIn() {
  const entered = await enterHere(exampleTablet, code)
  expect(entered?.userId).toBe(userId)
  change({ person: { userId, confirmed: true } })
  if (entered) keepProofKey(userId, Promise.resolve(entered.proofKey))
}

/** They begin their test, too. */
async function begin({ accepted = ['information'] } = {}) {
  await letIn()
  const session = currentSession()
  if (session === undefined) throw new Error('nobody was let in')
  const { token } = session
  const assignment = await request(calls.assignment, { token, params: { assignmentId } })
  const body = { accepted, locale: 'tr' as const }
  const started: Started = await request(calls.start, { token, params: { assignmentId }, body })
  const attempt = await keepStarted(deviceStore, assignment, session, started, start)
  return { token, assignment, started, attempt, live: liveAttempt(deviceStore, attempt) }
}

const taken = (receipt: string | null, responses: object = {}) =>
  Response.json({
    outcome: 'started',
    receipt,
    started: {
      testId: 't',
      attemptToken: 'att',
      rescueKey: 'AAAA',
      epoch: 1,
      seq: 1,
      form,
      responses,
      sections: [],
      startedAt: at(0),
      deadline: at(30),
      practice: null,
      pausedAt: null,
      accommodations: template.accommodations,
      serverTime: at(10),
    },
  })
const delivered = () => arrived.filter(({ entry }) => entry === deliverOfflineAttempt)

it('lets nobody in with a code that the day does not have', async () => {
  expect(await enterHere(exampleTablet, dayCodeOf(7, 1))).toBeUndefined()
})

it('says of a code that the day does not have that it was not found, and lets nobody guess on', async () => {
  const tablet = { ...exampleTablet, verifier: await verifierOf('482913') }
  startClock(0)
  change({ tablet })
  for (let n = 0; n < 10; n += 1)
    expect(await enter(dayCodeOf(7, 1))).toMatchObject({ code: 'day_code_invalid' })
  // Also after a reload, and with a code that is right.
  resetState()
  change({ tablet })
  expect(await enter(code)).toMatchObject({ status: 429, retryAfterMs: 15 * 60_000 })
  vi.setSystemTime(start + 15 * 60_000)
  expect(await enter(code)).toBeUndefined()
})

it('says that what is prepared is damaged, and asks for the line where nothing is', async () => {
  startClock(0)
  change({ tablet: { ...exampleTablet, verifier: await verifierOf('482913') } })
  await savePackage(deviceStore, {
    version: 'v2',
    iv: 'AAAAAAAAAAAAAAAA',
    data: 'AAAA',
    codes: { iv: 'AAAA', data: 'AAAA' },
  })
  expect(await enter(code)).toBe('damaged')
  await removePrepared(deviceStore)
  expect(await enter(code)).toMatchObject({ status: 0 })
})

it('begins nothing for a person with a session while the server, which may have begun it, can be reached', async () => {
  await letIn()
  startClock(0)
  change({ tablet: exampleTablet })
  const begin = () =>
    answerFromPackage(calls.start, { token: 'ses_1', params: { assignmentId }, body: { accepted: [] } })
  dayAnswer = () => Response.json(exampleDay)
  expect(await begin()).toBeUndefined()
  dayAnswer = noAnswer
  expect(await begin()).toMatchObject({ form: { inventory: form.inventory } })
})

/** The first of the person's tests needs a connection, the other does not. */
async function prepareSensitive() {
  const tests = [
    { assignmentId, ...test, needsConnection: true, forms: {} },
    { assignmentId: other, ...test },
  ]
  const people = content.people.map((person) => ({ ...person, tests }))
  await savePackage(deviceStore, sealed('v2', key, { ...content, people }, { '007': check }))
}

it('lists a test that needs a connection after the others, and neither begins it nor ends it', async () => {
  await prepareSensitive()
  await letIn()
  const { token } = currentSession() ?? {}
  const { results } = await request(calls.list, { token })
  const listed: ListedAssignment[] = results
  expect(inOrder(listed, at(0)).map(({ id, needsConnection }) => [id, needsConnection])).toEqual([
    [other, undefined],
    [assignmentId, true],
  ])
  const params = { assignmentId }
  expect(await request(calls.assignment, { token, params })).toMatchObject({ needsConnection: true })
  for (const asked of [
    request(calls.start, { token, params, body: { accepted: [] } }),
    request(calls.refuse, { token, params }),
  ])
    await expect(asked).rejects.toMatchObject({ code: 'needs_connection' })
  const begun: Started = await request(calls.start, { token, params: { assignmentId: other }, body: {} })
  expect(begun.offline).toBeDefined()
})

it('goes on with a session of the server once there is a line, for a person that the tablet has let in', async () => {
  await prepareSensitive()
  startClock(0)
  change({ tablet: { ...exampleTablet, verifier: await verifierOf('482913') } })
  expect(await enter(code)).toBeUndefined()
  confirm()
  expect(await reconnect()).toBe(false)
  dayAnswer = () => Response.json(exampleDay)
  enterAnswer = () =>
    Response.json({ token: 'ses_1', user: { ...exampleUser, id: userId, authority: ['participant'] } })
  expect(await reconnect()).toBe(true)
  expect([currentSession()?.token, tabletState().person]).toEqual(['ses_1', { userId, confirmed: true }])
  expect(arrived.filter(({ entry }) => entry === enterByDayCode).at(-1)?.body).toEqual({ code })
  // A session of the server needs nothing but a connection.
  enterAnswer = noAnswer
  expect(await reconnect()).toBe(true)
})

it('asks for the code again where the page does not know it any more, or it was replaced', async () => {
  await prepareSensitive()
  startClock(0)
  change({ tablet: { ...exampleTablet, verifier: await verifierOf('482913') } })
  dayAnswer = () => Response.json(exampleDay)
  for (const lost of [true, false]) {
    expect(await enter(code)).toBeUndefined()
    confirm()
    // The code is forgotten, as after a reload.
    if (lost) forgetRead()
    else enterAnswer = () => problem('day_code_invalid')
    expect(await reconnect()).toBe(false)
    expect([tabletState().person, currentSession()]).toEqual([undefined, undefined])
    enterAnswer = noAnswer
  }
})

it('ends a session of the server that nobody here goes on with', async () => {
  await prepareSensitive()
  startClock(0)
  change({ tablet: { ...exampleTablet, verifier: await verifierOf('482913') } })
  dayAnswer = () => Response.json(exampleDay)
  const ended = () =>
    arrived.filter(({ entry }) => entry === signOut).map(({ headers }) => headers.get('authorization'))
  const answerOf = (token: string, id: string) =>
    Response.json({ token, user: { ...exampleUser, id, authority: ['participant'] } })
  const answers = [
    () => answerOf('ses_of_another', other),
    () => {
      change({ person: undefined })
      return answerOf('ses_too_late', userId)
    },
  ]
  for (const one of answers) {
    enterAnswer = noAnswer
    expect(await enter(code)).toBeUndefined()
    confirm()
    enterAnswer = one
    expect(await reconnect()).toBe(false)
  }
  await vi.waitFor(() => expect(ended()).toEqual(['Token ses_of_another', 'Token ses_too_late']))
})

it('begins a test with its own form and limit, and once', async () => {
  const accepted = ['information', 'wellbeing']
  const { started, assignment, token, live } = await begin({ accepted })
  expect(assignment).toMatchObject({ id: assignmentId, personName: 'Gülşah Öztürk', status: 'pending' })
  expect(started).toMatchObject({ form, deadline: at(30), offline: { accepted } })
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

it('leaves out what the person has not consented to', async () => {
  const { started, live } = await begin()
  const ids = started.form.sections.flatMap(({ items }) => items.map(({ id }) => id))
  expect([firstItem.length, ids.length]).toEqual([1, (section?.items.length ?? 0) - 1])
  expect(ids).not.toContain(firstItem[0])
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
    assignmentId,
    accepted: ['information'],
    practiceMs: 0,
    responses: { q1: { value: 'a', seq: 1 } },
  })
  expect(live.get()).toMatchObject({
    head: { attemptToken: 'att', offline: undefined },
    progress: { answers: { q1: { state: 'stored' } } },
  })
  expect((await readAttempt(deviceStore, assignmentId))?.head.offline).toBeUndefined()
  live.close()
})

it('tries again where the code that brings it in could not be loaded', async () => {
  const { live } = await begin()
  vi.doMock('./bringIn.ts', () => {
    throw new Error('Failed to fetch dynamically imported module')
  })
  await live.answer('q1', 'a')
  await live.flush()
  expect(live.get()).toMatchObject({ reached: false, progress: { answers: { q1: { state: 'unsent' } } } })
  vi.doUnmock('./bringIn.ts')
  answer = () => taken(null, { q1: { value: 'a', epoch: 1, seq: 1 } })
  await live.flush()
  expect(live.get().progress.answers.q1?.state).toBe('stored')
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
  // The tablet still knows that the test was taken, and its receipt, after its answers have gone.
  const after = await request(calls.list, { token })
  expect(after.results[0]).toMatchObject({ status: 'completed', receipt: 'TRZ-7K4M-92' })
  const again = request(calls.start, { token, params: { assignmentId }, body: { accepted: [] } })
  await expect(again).rejects.toMatchObject({ code: 'network' })
})

it('a test that somebody began elsewhere before is kept by the server, and leaves the tablet', async () => {
  const { live, attempt } = await begin()
  await live.answer('q1', 'a')
  live.close()
  answer = () => Response.json({ outcome: 'kept' })
  const stored = (await readAttempt(deviceStore, assignmentId)) ?? attempt
  expect(await deliverAttempt(deviceStore, stored)).toMatchObject({ done: true })
  expect(await readAttempt(deviceStore, assignmentId)).toBeUndefined()
})

it('tells who is in a test that another one counts, and does not write it to the tablet again', async () => {
  const { live } = await begin()
  await live.answer('q1', 'a')
  answer = () => Response.json({ outcome: 'kept' })
  await live.flush()
  expect(live.get().stopped?.why).toBe('begunElsewhere')
  await live.answer('q2', 'a')
  await live.flush()
  expect(await readAttempt(deviceStore, assignmentId)).toBeUndefined()
  live.close()
})

it.each([
  ['not_authenticated', true],
  ['not_authenticated', false],
  ['assignment_closed', true],
  ['not_found', false],
] as const)(
  'keeps the only copy of a test where the server says %s (handed in: %s)',
  async (code, handedIn) => {
    const { live } = await begin()
    await live.answer('q1', 'a')
    if (handedIn) await live.submit()
    live.close()
    answer = () => problem(code)
    const [stored] = await allAttempts(deviceStore)
    if (stored === undefined) throw new Error('it was not kept')
    await writeAttempt(deviceStore, { ...stored, head: { ...stored.head, userId: 'other', locked: true } })
    await deliverOfOthers()
    expect(delivered().length).toBeGreaterThan(0)
    expect(await allAttempts(deviceStore)).toHaveLength(1)
  },
)

it('keeps what its person has come back to while it was on its way', async () => {
  const { live, attempt } = await begin()
  live.close()
  await writeAttempt(deviceStore, { ...attempt, head: { ...attempt.head, userId: 'other', locked: true } })
  answer = () => {
    storeSession('ses_2', { ...exampleUser, id: 'other' })
    return taken('TRZ-7K4M-92')
  }
  const back = { ...attempt, head: { ...attempt.head, userId: 'other', offline: undefined, testId: 't2' } }
  vi.spyOn(deviceStore, 'remove').mockImplementationOnce(() => writeAttempt(deviceStore, back))
  await deliverOfOthers()
  expect((await readAttempt(deviceStore, assignmentId))?.head.testId).toBe('t2')
})

it('says on the list that another beginning counts, which the tablet knows from then on', async () => {
  const { live, token } = await begin()
  await live.answer('q1', 'a')
  answer = () => Response.json({ outcome: 'kept' })
  await live.flush()
  live.close()
  const [first] = (await request(calls.list, { token })).results as readonly ListedAssignment[]
  expect(first).toMatchObject({ id: assignmentId, elsewhere: true })
  expect(first && isOpen(first)).toBe(false)
})

it('says that a supervisor decides about what waits, in the test and on the list, and keeps no copy', async () => {
  const { live, token } = await begin()
  await live.answer('q1', 'a')
  answer = () => Response.json({ outcome: 'waits' })
  await live.flush()
  expect(live.get().stopped?.why).toBe('awaitsDecision')
  await live.answer('q2', 'a')
  await live.flush()
  live.close()
  expect(await readAttempt(deviceStore, assignmentId)).toBeUndefined()
  const [first] = (await request(calls.list, { token })).results as readonly ListedAssignment[]
  expect(first).toMatchObject({ id: assignmentId, awaitsDecision: true })
  expect(first && [first.elsewhere, isOpen(first)]).toEqual([undefined, false])
})

it('keeps what is one delivery too many, and delivers it later', async () => {
  const { live } = await begin()
  await live.answer('q1', 'a')
  await live.submit()
  live.close()
  answer = () => problem('too_many_deliveries')
  const [stored] = await allAttempts(deviceStore)
  if (stored === undefined) throw new Error('it was not kept')
  expect(await deliverAttempt(deviceStore, stored)).toEqual({ arrived: false, done: false })
  answer = () => Response.json({ outcome: 'waits' })
  expect(await deliverAttempt(deviceStore, stored)).toMatchObject({ done: true })
})

it('changes the questions with the language, of the same test', async () => {
  const { live } = await begin()
  await live.answer('q1', 'a')
  await takeOver(live, 'en')
  expect(live.get()).toMatchObject({
    head: { locale: 'en', form: { locale: 'en' }, offline: { accepted: ['information'] } },
    progress: { answers: { q1: { value: 'a' } } },
  })
  expect((await readAttempt(deviceStore, assignmentId))?.head.locale).toBe('en')
  answer = () => taken(null, { q1: { value: 'a', epoch: 1, seq: 1 } })
  await live.flush()
  const [last] = delivered().slice(-1)
  expect(last && bodyOf(deliverOfflineAttempt, last).locale).toBe('en')
  live.close()
})

it('does not give the questions of another drawing', async () => {
  const { live, started } = await begin()
  live.close()
  const own = started.form
  const reversed = own.sections.map((one) => ({ ...one, items: [...one.items].reverse() }))
  expect(await formIn({ assignmentId, form: { ...own, sections: reversed } }, 'en')).toBeUndefined()
})

it('keeps that a consent was refused, ends the test here, and delivers the refusal', async () => {
  await letIn()
  const token = currentSession()?.token
  await request(calls.refuse, { token, params: { assignmentId } })
  const list = async () => (await request(calls.list, { token })).results.map(({ status }) => status)
  expect(await list()).toEqual(['cancelled', 'pending'])
  const start = request(calls.start, { token, params: { assignmentId }, body: { accepted: ['information'] } })
  await expect(start).rejects.toMatchObject({ code: 'network' })
  // The refusal stays on the device, locked, when its person has gone, as a test does.
  await lockAttempts(deviceStore, userId)
  const [kept] = await allAttempts(deviceStore)
  expect(kept && isWaiting(kept)).toBe(true)
  await deliverOfOthers()
  expect(await allAttempts(deviceStore)).toHaveLength(1)
  answer = () => Response.json({ outcome: 'refused' })
  storeSession('ses_2', { ...exampleUser, id: 'other' })
  await deliverOfOthers()
  const [last] = delivered().slice(-1)
  expect(last && bodyOf(deliverOfflineAttempt, last)).toMatchObject({
    assignmentId,
    refused: true,
    accepted: [],
    responses: {},
  })
  expect(await allAttempts(deviceStore)).toEqual([])
  await enterHere(exampleTablet, code)
  expect(await list()).toEqual(['cancelled', 'pending'])
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
  // The unused practice time was taken off again, and the practice gets no second time.
  expect(live.get().head.practice).toBeNull()
  live.close()
})
