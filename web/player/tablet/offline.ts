import type { User } from '#contract/auth.ts'
import type { Locale } from '#contract/fields.ts'
import type { Form } from '#contract/participant.ts'
import type { PackageContent } from '#contract/tablets.ts'
import { CallFailure, calls } from '../api.ts'
import { firstProgress, type Started } from '../attempt/model.ts'
import { readAttempt, writeAttempt } from '../attempt/saving/store.ts'
import { headOf, type OwnAssignment } from '../attempt/start.ts'
import { deviceStore } from '../device/indexedDb.ts'
import type { Answer } from '../device/kiosk.ts'
import { currentSession, storeSession } from '../device/slices.ts'
import { currentLocale } from '../words.ts'
import { codeKeyOf, readProofKey } from './codeKey.ts'
import {
  assignmentOf,
  decrypt,
  formOf,
  type PackagedPerson,
  type PackagedTest,
  type Prepared,
  personOf,
} from './content.ts'
import { offlineToken } from './offlineToken.ts'
import { type Begun, noteBegun, readBegun, readKey, readPackage, type Tablet } from './store.ts'

let opened: { version: string; prepared: Prepared } | undefined

/** The content that the tablet has prepared; undefined if it has none, or the day is not open. */
async function readPrepared(): Promise<Prepared | undefined> {
  const [encrypted, key] = [await readPackage(deviceStore), await readKey(deviceStore)]
  if (encrypted === undefined || key === undefined) {
    opened = undefined
    return undefined
  }
  if (opened?.version !== encrypted.version)
    opened = { version: encrypted.version, prepared: await decrypt(encrypted, key) }
  return opened.prepared
}

const readContent = async (): Promise<PackageContent | undefined> => (await readPrepared())?.content

/** True if the prepared content can be read, or can't be checked yet: before its day the tablet has no key. */
export const isReadable = (): Promise<boolean> =>
  readContent().then(
    () => true,
    (error: unknown) => {
      console.error(error)
      return false
    },
  )

/**
 * Lets a person in by their code where the server can't be reached.
 * @returns who they are; undefined where the day has no such code, null where nothing is prepared
 * @throws where what is prepared can't be read
 */
export async function enterHere(
  tablet: Tablet,
  code: string,
): Promise<{ userId: string; proofKey: CryptoKey } | undefined | null> {
  const prepared = await readPrepared()
  if (prepared === undefined) return null
  const { check, proofKey } = await codeKeyOf(code, tablet.day.codes)
  const person = personOf(prepared, code, check)
  if (person === undefined) return undefined
  const user: User = {
    id: person.userId,
    userName: '',
    name: person.name,
    email: '',
    avatar: '',
    authority: ['participant'],
    company: tablet.day.client,
    locale: currentLocale(),
    timeZone: tablet.day.timeZone,
    emailVerified: true,
    invitation: true,
    phone: '',
    createdAt: tablet.day.startsAt,
    hasPassword: false,
    singleSignOn: false,
  }
  storeSession(offlineToken, user)
  return { userId: user.id, proofKey }
}

const localesOf = ({ templates }: PackageContent): Locale[] =>
  Object.keys(Object.values(templates)[0]?.assignment ?? {}).filter((one) => one === 'tr' || one === 'en')

/**
 * Answers in the server's place what a person's pages ask for; undefined where the tablet can't.
 * @throws CallFailure needs_connection where it may not begin that test
 */
export async function answerHere(
  tablet: Tablet,
  now: number,
  ...[wanted, { params, body }]: Parameters<Answer>
): Promise<unknown> {
  const is = ({ path, method }: Parameters<Answer>[0]) => path === wanted.path && method === wanted.method
  if (!is(calls.list) && !is(calls.assignment) && !is(calls.start) && !is(calls.refuse)) return undefined
  const content = await readContent()
  const person = content?.people.find((one) => one.userId === currentSession()?.user.id)
  if (content === undefined || person === undefined) return undefined
  const locales = localesOf(content)
  const asked = Object(body).locale ?? currentLocale()
  const locale: Locale = locales.includes(asked) ? asked : (locales[0] ?? 'tr')
  const at = { locale, now: new Date(now).toISOString() }
  if (is(calls.list)) return listOf(content, person, at)
  const { assignmentId } = Object(params)
  const test = person.tests.find((one) => one.assignmentId === assignmentId)
  const assignment = test && assignmentOf(content, person, test, at)
  if (test === undefined || assignment === undefined) return undefined
  if (is(calls.assignment)) return { ...assignment, ...(await stateOf(test)) }
  // Begun elsewhere, or here before: a second beginning would only be kept.
  if (test.begun || (await readBegun(deviceStore))[assignmentId]) return undefined
  if (await readAttempt(deviceStore, assignmentId)) return undefined
  if (test.needsConnection) throw new CallFailure(0, 'needs_connection', '')
  const accepted: readonly string[] = Object(body).accepted ?? []
  const form = formOf(content, test, locale, accepted)
  const limitSeconds = content.templates[test.template]?.limitSeconds ?? null
  if (form === undefined) return undefined
  const proofKey = await readProofKey(person.userId)
  if (proofKey === undefined) return undefined
  const { accommodations } = assignment
  const started: Started = startedHere(tablet, {
    proofKey,
    now,
    form,
    limitSeconds,
    accommodations,
    accepted,
  })
  return is(calls.refuse) ? keepRefusal(assignment, started) : started
}

interface Beginning {
  now: number
  form: Form
  limitSeconds: number | null
  accommodations: Started['accommodations']
  accepted: readonly string[]
  proofKey: CryptoKey
}

/** The start answer for a test that no server knows of. */
function startedHere(
  tablet: Tablet,
  { now, form, limitSeconds, accommodations, accepted, proofKey }: Beginning,
) {
  const startedAt = new Date(now).toISOString()
  return {
    // The key is the server's, which does not know of the test.
    testId: '',
    attemptToken: '',
    rescueKey: '',
    epoch: 1,
    seq: 0,
    form,
    responses: {},
    sections: [],
    startedAt,
    deadline: limitSeconds === null ? null : new Date(now + limitSeconds * 1000).toISOString(),
    practice: null,
    pausedAt: null,
    accommodations,
    serverTime: startedAt,
    ...breaksOf(accommodations),
    offline: { id: newId(), token: tablet.token, accepted, limitSeconds, proofKey, practised: [] },
  }
}

/**
 * Keeps that a consent was refused, in the place of the test: it is delivered, and counted as unsent until then, as a test is.
 * @returns undefined where the tablet can't write it
 */
async function keepRefusal(assignment: OwnAssignment, started: Started): Promise<object | undefined> {
  const session = currentSession()
  if (session === undefined || started.offline === undefined) return undefined
  const { startedAt } = started
  const offline = { ...started.offline, refused: true as const }
  const head = headOf(assignment, session, { ...started, offline })
  const progress = { ...firstProgress(started), submitting: true, submittedAt: startedAt }
  try {
    await writeAttempt(deviceStore, { head, progress })
  } catch (error) {
    console.error(error)
    return undefined
  }
  await noteBegun(deviceStore, assignment.id, { startedAt, ended: 'refused' })
  return {}
}

/** A break needs the server; the player says so. */
const breaksOf = ({ breaks, breakMinutes }: Started['accommodations']): Pick<Started, 'breaks'> =>
  breaks > 0 ? { breaks: { left: breaks, minutes: breakMinutes, until: null } } : {}

/** A random UUID. Browsers of 2021 lack a function for it. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
}

interface KnownHere {
  status?: 'completed' | 'cancelled'
  startedAt?: string
  receipt?: string
  elsewhere?: true
  awaitsDecision?: true
  needsConnection?: true
}

/** The status of a test on this device, begun or not, even after its answers have left it. */
async function stateOf({ assignmentId, needsConnection }: PackagedTest): Promise<KnownHere> {
  const stored = await readAttempt(deviceStore, assignmentId)
  const { ended, ...begun }: Partial<Begun> = (await readBegun(deviceStore))[assignmentId] ?? {}
  // A refused test was never started.
  if (stored?.head.offline?.refused || (stored === undefined && ended === 'refused'))
    return { status: 'cancelled' }
  if (stored === undefined) {
    if (ended === 'elsewhere') return { ...begun, elsewhere: true }
    if (ended === 'awaitsDecision') return { ...begun, awaitsDecision: true }
    if (needsConnection && begun.startedAt === undefined) return { needsConnection }
    return begun.receipt === undefined ? begun : { status: 'completed', ...begun }
  }
  const { startedAt } = stored.head
  return stored.progress.submitting ? { status: 'completed', startedAt } : { startedAt }
}

/** The answers' places: which questions, with which options, in which order. */
const placesOf = ({ sections }: Form) =>
  JSON.stringify(
    sections.map(({ items }) => items.map((item) => [item.id, item.options?.map(({ id }) => id)])),
  )

/** A test's questions in another language; undefined where the tablet did not prepare the same ones. */
export async function formIn(
  { assignmentId, form }: { assignmentId: string; form: Form },
  locale: Locale,
): Promise<Form | undefined> {
  const content = await readContent()
  const tests = content?.people.flatMap(({ tests }) => tests) ?? []
  const test = tests.find((one) => one.assignmentId === assignmentId)
  // The form's questions tell which consents were given.
  const asked = new Set(form.sections.flatMap(({ items }) => items.map(({ id }) => id)))
  const consents = Object.entries((test && content?.templates[test.template]?.itemsOf) ?? {})
  const accepted = consents.flatMap(([id, items]) => (items.every((item) => asked.has(item)) ? [id] : []))
  const other = content && test && formOf(content, test, locale, accepted)
  return other && placesOf(other) === placesOf(form) ? other : undefined
}

async function listOf(
  content: PackageContent,
  person: PackagedPerson,
  at: { locale: Locale; now: string },
): Promise<unknown> {
  const results = []
  for (const test of person.tests) {
    const assignment = assignmentOf(content, person, test, at)
    if (assignment) results.push({ ...assignment, ...(await stateOf(test)) })
  }
  return { name: person.name, serverTime: at.now, results }
}
