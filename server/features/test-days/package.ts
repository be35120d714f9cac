import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { dayCodeNumberLength } from '#contract/dayCode.ts'
import type { Locale } from '#contract/fields.ts'
import type { PackageContent } from '#contract/tablets.ts'
import { buildForm } from '#scoring/form/form.ts'
import { itemsLeftOut, withTotals } from '#scoring/form/left-out.ts'
import type { Executor } from '#server/db/database.ts'
import { adjustedLimit, withTime } from '#server/features/delivery/attempts/clock/time.ts'
import { type DayTest, testsOfDay } from '#server/features/delivery/attempts/my-assignments.ts'
import { offlineAttemptId } from '#server/features/delivery/attempts/offline/offline.ts'
import type { TabletCaller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import type { Context, Visitor } from '#server/http/subject.ts'
import { checksOf, deriveSoon } from './codes.ts'
import { packageKey } from './secrets.ts'
import { findNumbers, findPackage } from './tablet-queries.ts'
import type { AuthorizedTablet } from './tablets.ts'

type Content = PackageContent

/** A day, and whether its sensitive tests may be begun without a connection. */
interface Day {
  clientId: string
  id: string
  sensitiveOffline: boolean
}

/** Things that many people share, each once, by a short name made of what it is. */
function shared<Thing>() {
  const things: Record<string, Thing> = {}
  return {
    things,
    add(thing: Thing): string {
      const name = createHash('sha256').update(JSON.stringify(thing)).digest('base64url').slice(0, 12)
      things[name] = thing
      return name
    },
  }
}

const byLocale = async <Value>(
  of: (locale: Locale) => Value | Promise<Value>,
): Promise<Record<Locale, Value>> => {
  const [tr, en] = [await of('tr'), await of('en')]
  return { tr, en }
}

/** The day's people and tests, as tablets take them along. What needs a connection has no form there: nothing of it can be read. */
export async function packageContent(db: Executor, slipKey: Buffer, day: Day): Promise<Content> {
  const [items, forms, templates] = [
    shared<Content['items'][string]>(),
    shared<Content['forms'][string]>(),
    shared<Content['templates'][string]>(),
  ]
  const key = { clientId: day.clientId, testDayId: day.id }
  const tests = Map.groupBy(await testsOfDay(db, key), (test) => test.userId)
  const formOf = (test: DayTest, locale: Locale) => {
    const seed = offlineAttemptId(slipKey, test.assignmentId)
    const built = buildForm(test.version.definition, locale, seed, test.leftOut)
    const { sections, ...form } = test.closed(withTime(built, test.own.accommodations))
    return forms.add({
      ...form,
      sections: sections.map((section) => ({
        ...section,
        items: section.items.map((item) => items.add(item)),
      })),
    })
  }
  const templateOf = async (test: DayTest) =>
    templates.add({
      limitSeconds: adjustedLimit(test.version.definition, test.own.accommodations),
      itemsOf: itemsOfConsents(test),
      assignment: await byLocale(test.template),
    })
  const known = new Map<string, string>()
  const people: Content['people'] = []
  for (const [at, { userId, codeNumber }] of (await findNumbers(db, key)).entries()) {
    // Others get their turn: forms of a thousand people take a while.
    if (at % 10 === 9) await nextTurn()
    const own = tests.get(userId) ?? []
    const [first] = own
    if (first === undefined) continue
    const described: Content['people'][number]['tests'] = []
    for (const test of own) {
      const kind = `${test.version.id} ${JSON.stringify(test.own.accommodations)}`
      const template = known.get(kind) ?? (await templateOf(test))
      known.set(kind, template)
      const needsConnection = test.sensitive && !day.sensitiveOffline
      described.push({
        assignmentId: test.assignmentId,
        begun: test.begun,
        acceptedAt: test.acceptedAt,
        template,
        needsConnection,
        forms: needsConnection ? {} : await byLocale((locale) => formOf(test, locale)),
      })
    }
    people.push({
      number: String(codeNumber).padStart(dayCodeNumberLength, '0'),
      userId,
      name: first.name,
      tests: described,
    })
  }
  return { people, templates: templates.things, forms: forms.things, items: items.things }
}

/** The tablet leaves these items out where somebody declines: it can't ask the server for another form. */
function itemsOfConsents({ version: { definition }, offered }: DayTest): Record<string, string[]> {
  return Object.fromEntries(
    offered.map(({ id, scales }) => [id, [...itemsLeftOut(definition, withTotals(definition, scales))]]),
  )
}

/**
 * The package, encrypted for the tablets of its day, and what this tablet finds people by.
 * @throws Failure test_day_over, package_not_ready while a job derives the latter
 */
export async function packageOf(
  db: Executor,
  { tablet, day: { state } }: AuthorizedTablet,
  _query: undefined,
  _tablet: Visitor<TabletCaller>,
  { deps }: Context,
): Promise<Sealed & { codes: Omit<Sealed, 'version'> }> {
  // A tablet may prepare only until its day is over or it is withdrawn.
  if (state === 'over' || tablet.revoked_at !== null) throw new Failure('test_day_over')
  const { slipKey } = deps.config
  const key = { clientId: tablet.client_id, testDayId: tablet.test_day_id }
  const tabletKey = { clientId: tablet.client_id, tabletId: tablet.id }
  const { version, sensitiveOffline } = await findPackage(db, key)
  const day = { clientId: key.clientId, id: key.testDayId, sensitiveOffline }
  const checks = await checksOf(db, slipKey, { ...tabletKey, testDayId: day.id })
  if (checks === undefined) {
    await deriveSoon(db, day.clientId)
    throw new Failure('package_not_ready')
  }
  const name = `${day.id} ${version}`
  const sealed = recent.get(name) ?? seal(db, slipKey, day, version)
  recent.set(name, sealed)
  for (const oldest of [...recent.keys()].slice(0, -keptPackages)) recent.delete(oldest)
  const whole = await sealed.catch((error: unknown) => {
    recent.delete(name)
    throw error
  })
  return { ...whole, codes: encrypted(packageKey(slipKey, day.id), version, checks) }
}

/** The tablets of a hall ask for the same one at the same time. */
const keptPackages = 4
const recent = new Map<string, Promise<Sealed>>()

interface Sealed {
  version: string
  iv: string
  data: string
}

async function seal(db: Executor, slipKey: Buffer, day: Day, version: string): Promise<Sealed> {
  const content = await packageContent(db, slipKey, day)
  return { version, ...encrypted(packageKey(slipKey, day.id), version, content) }
}

function encrypted(key: Buffer, version: string, content: object): Omit<Sealed, 'version'> {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(Buffer.from(version))
  const data = Buffer.concat([cipher.update(JSON.stringify(content)), cipher.final(), cipher.getAuthTag()])
  return { iv: iv.toString('base64'), data: data.toString('base64') }
}
