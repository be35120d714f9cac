import type { Assignment } from '#contract/assignments.ts'
import {
  type ComparedResult,
  type ComparedScore,
  type ComparedTest,
  type Comparison,
  comparedPeople,
  type LeftOutReason,
} from '#contract/compare.ts'
import type { Locale } from '#contract/fields.ts'
import { type ListedKey, listedKeys, listedScores } from '#scoring/score/listed.ts'
import { comparisonMargin, reliableChange, reliableDifferences } from '#scoring/score/reliable.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { ownersOf } from '#server/features/assignments/access.ts'
import { assignmentsById } from '#server/features/assignments/assignments.ts'
import { listedKeysOf, listedScoresOf } from '#server/features/delivery/results/listed.ts'
import {
  openTotals,
  type ResultOfAssignment,
  resultOf,
  whyWithheld,
} from '#server/features/delivery/results/results.ts'
import { getVersion, nameOf, type Version } from '#server/features/inventories/versions.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure, FieldFailure } from '#server/http/failure.ts'
import { translate } from '#server/locales.ts'

interface Asked {
  readonly assignments: string
  readonly locale: Locale
  readonly caller: Caller
  /** Leaves the organisation, so it says what was adjusted only where the client shows that. */
  readonly copy: boolean
}

/** One result that is compared, with the assignment as a manager sees it. */
interface Taken {
  readonly assignment: Assignment
  readonly result: ResultOfAssignment
}

/**
 * The results of 2 to 6 people beside each other, each version of a test separately. What nobody may compare or read any more is
 * left out and named, so that a link opens as long as anything is there. Those with nothing to compare take nobody's place.
 * @throws Failure not_found for an assignment that the client does not have; FieldFailure for too few or too many people
 */
export async function compare(
  db: Executor,
  client: AuthorizedClient,
  { assignments: asked, locale, caller, copy }: Asked,
): Promise<Comparison> {
  const ids = [...new Set(asked.split(','))]
  const found = await assignmentsById(db, caller, client, ids, locale)
  if (found.length < ids.length) throw new Failure('not_found')
  const chosen = new Set(found.map(({ user }) => user.id))
  if (chosen.size < comparedPeople.min) throw wrongNumber()
  const leftOut: Comparison['leftOut'] = []
  const taken: Taken[] = []
  for (const assignment of found) {
    const read = await readOne(db, client, assignment)
    if (typeof read === 'string') leftOut.push(leftOutOf(assignment, read))
    else taken.push(read)
  }
  const newest = newestOfEach(taken)
  for (const { assignment } of taken)
    if (!newest.some((one) => one.assignment.id === assignment.id))
      leftOut.push(leftOutOf(assignment, 'older_result'))
  const people = new Map(
    newest.map(({ assignment: { user } }) => [
      user.id,
      { userId: user.id, name: user.name, group: user.group },
    ]),
  )
  if (people.size > comparedPeople.max) throw wrongNumber()
  const tests = Map.groupBy(newest, ({ result }) => result.row.version_id)
  return {
    locale,
    timeZone: client.timeZone,
    client: { name: client.name },
    people: [...people.values()],
    tests: [...tests.values()].map((of) => testOf(of, taken, locale, copy)),
    leftOut,
  }
}

/** The failure of a comparison of too few or too many people. */
export const wrongNumber = () => new FieldFailure({ assignments: { key: 'compared_people' } })

/** The result of an assignment, or why it is compared with none. */
async function readOne(
  db: Executor,
  { id: clientId }: AuthorizedClient,
  assignment: Assignment,
): Promise<Taken | LeftOutReason> {
  const key = { clientId, assignmentId: assignment.id }
  const owners = await ownersOf(db, assignment.id)
  if (owners === undefined) return 'erased'
  const result = await resultOf(db, key)
  const { definition } = result?.version ?? (await getVersion(db, owners.versionId))
  if (definition.sensitive) return 'sensitive'
  if (result !== undefined && assignment.reportable) return { assignment, result }
  return (await whyWithheld(db, key)) ?? 'not_ready'
}

const leftOutOf = ({ id, user, inventory, erased }: Assignment, reason: LeftOutReason) => ({
  assignmentId: id,
  userId: user.id,
  name: erased || reason === 'erased' ? '' : user.name,
  test: inventory.name,
  reason,
})

/** A person’s newest result of each version, in the order in which they were asked for. */
function newestOfEach(taken: readonly Taken[]): Taken[] {
  const byPerson = Map.groupBy(
    taken,
    ({ assignment, result }) => `${assignment.user.id} ${result.row.version_id}`,
  )
  const newest = new Set(
    [...byPerson.values()].map((of) =>
      of.reduce((one, other) => (other.result.row.closed_at > one.result.row.closed_at ? other : one)),
    ),
  )
  return taken.filter((one) => newest.has(one))
}

/** @param all the results that may be compared, those of these people's earlier attempts included */
function testOf(taken: readonly Taken[], all: readonly Taken[], locale: Locale, copy: boolean): ComparedTest {
  const [first] = taken
  if (first === undefined) throw new Error('A group has members')
  const { version } = first.result
  const { definition } = version
  const { report } = definition.texts[locale]
  return {
    code: definition.code,
    name: nameOf(version, locale),
    version: definition.version,
    notice: report.notice ?? (definition.report.simulated ? translate(locale, 'validity:simulated') : ''),
    results: taken.map((one) => comparedResult(one, copy)),
    scores: comparedScores(taken, version, locale),
    changes: definition.report.reliableChange
      ? taken.flatMap((one) => changeSince(one, all, locale) ?? [])
      : [],
  }
}

/** The reliable changes of a person since their last result of the same version; undefined where none was chosen. */
function changeSince(
  { assignment, result }: Taken,
  all: readonly Taken[],
  locale: Locale,
): ComparedTest['changes'][number] | undefined {
  const { version, row } = result
  const [before] = all
    .filter((one) => one.assignment.user.id === assignment.user.id)
    .filter((one) => one.result.row.version_id === row.version_id)
    .filter((one) => one.result.row.closed_at < row.closed_at)
    .toSorted((a, b) => Number(b.result.row.closed_at) - Number(a.result.row.closed_at))
  if (before === undefined) return undefined
  const earlier = new Map(listedScores(version.definition, before.result.scores).map((one) => [one.key, one]))
  const names = new Map(listedKeysOf(version, locale).map(({ key, name }) => [key, name]))
  const judged = listedScores(version.definition, result.scores).flatMap(({ key, value, se }) => {
    const then = earlier.get(key)
    // A mean of some scales says nothing beside a mean of others.
    if (then === undefined || scalesIn(before.result, key) !== scalesIn(result, key)) return []
    const change = reliableChange(then.value, value, se)
    return change === null ? [] : [{ ...change, name: names.get(key) ?? key }]
  })
  const reliable = judged.filter((one) => one.reliable)
  return {
    userId: assignment.user.id,
    assignmentId: before.assignment.id,
    since: before.result.row.closed_at.toISOString(),
    higher: reliable.filter(({ index }) => index > 0).map(({ name }) => name),
    lower: reliable.filter(({ index }) => index < 0).map(({ name }) => name),
    even: judged.length - reliable.length,
  }
}

function comparedResult(
  { assignment, result: { row, scores, version } }: Taken,
  copy: boolean,
): ComparedResult {
  const hidden = copy && !row.shows_adjusted_time
  const { answered, presented } = openTotals(scores, version)
  return {
    assignmentId: assignment.id,
    userId: assignment.user.id,
    completedAt: row.closed_at.toISOString(),
    testLocale: version.definition.itemLocale ?? row.locale,
    quality: scores.validity.confidence,
    // Another limit than others had, time beyond theirs, or a gap in one column alone would say that time was adjusted.
    durationSeconds: hidden ? null : row.duration_seconds,
    limitSeconds: hidden ? null : row.limit_seconds,
    answered,
    items: presented,
    openOnly: version.sensitiveItems.size > 0,
    endedBy: row.ended_by_manager ? 'manager' : row.closed_by,
    readAloudUsed: assignment.readAloudUsed,
    pausedSeconds: row.paused_seconds,
    breaks: hidden ? 0 : row.breaks.length,
    accommodations: hidden ? null : assignment.accommodations,
  }
}

function comparedScores(taken: readonly Taken[], version: Version, locale: Locale): ComparedScore[] {
  const { definition } = version
  const found = taken.map(({ assignment, result }) => ({
    id: assignment.id,
    result,
    scores: listedScoresOf(version, listedScores(definition, result.scores), locale),
  }))
  const kinds = new Map(listedKeys(definition).map(({ key, kind }) => [key, kind]))
  return listedKeysOf(version, locale).map(({ bands: _, ...listed }) => {
    const { key } = listed
    const kind = kinds.get(key) ?? 'scale'
    const scores = found.flatMap(({ id, result, scores: own }) => {
      if (own[key] === undefined) return []
      const { unit: _, ...score } = own[key]
      const margin = score.se === null ? null : comparisonMargin(score.se)
      return [{ id, madeOf: kind === 'category' ? scalesIn(result, key) : '', score: { ...score, margin } }]
    })
    // A mean of some scales says nothing beside a mean of others.
    const alike = [...Map.groupBy(scores, ({ madeOf }) => madeOf).values()]
    const higher = alike.flatMap((of) => reliableDifferences(of.map(({ id, score }) => ({ id, ...score }))))
    return {
      ...listed,
      kind,
      category: kind === 'scale' ? categoryOf(version, key, locale) : null,
      scores: scores.map(({ id, score }) => ({ ...score, assignmentId: id })),
      verdict: verdictOf(
        scores.map(({ score }) => score),
        { higher: higher.length, comparable: alike.some((of) => of.length > 1) },
      ),
      higher: higher.map(({ id, than }) => ({ assignmentId: id, than })),
    }
  })
}

/** The scales that a person's score of a category is made of. */
function scalesIn({ scores, version }: ResultOfAssignment, key: string): string {
  const parts = version.definition.categories?.find((one) => one.key === key)?.scales ?? []
  const scored = scores.scales.filter((scale) => scale.T !== null && !scale.sensitive)
  return scored.flatMap((scale) => (parts.includes(scale.key) ? scale.key : [])).join(' ')
}

function verdictOf(
  scores: readonly { se: number | null }[],
  { higher, comparable }: { higher: number; comparable: boolean },
): ComparedScore['verdict'] {
  if (scores.length < 2) return 'alone'
  if (higher > 0) return 'reliable'
  if (!comparable) return 'unlike'
  return scores.every(({ se }) => se !== null) ? 'none' : 'unknown'
}

function categoryOf({ definition }: Version, key: ListedKey['key'], locale: Locale): string | null {
  const category = definition.categories?.find(({ scales }) => scales.includes(key))
  if (category === undefined) return null
  return definition.texts[locale].categories?.[category.key]?.name ?? category.key
}
