import { isDeepStrictEqual } from 'node:util'
import { type Locale, minGroup } from '#contract/fields.ts'
import { isOnScale } from '#contract/job-fit.ts'
import type {
  changeJobProfile,
  createJobProfile,
  JobProfile,
  listJobProfiles,
  listJobScales,
  TargetRange,
} from '#contract/job-profiles.ts'
import type { AnswerOf, BodyOf, QueryOf } from '#contract/kit.ts'
import { suggestRange } from '#scoring/score/job-fit.ts'
import { listedKeys } from '#scoring/score/listed.ts'
import { recordAudit } from '#server/audit/audit.ts'
import { type AuthorizedClient, idInReach, type ReadableClient } from '#server/authority/reach.ts'
import type { Executor, Tx } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { listedKeysOf } from '#server/features/delivery/results/listed.ts'
import { visibleInventories } from '#server/features/inventories/offers.ts'
import { currentVersions, getVersion, nameOf, type Version } from '#server/features/inventories/versions.ts'
import { Failure, FieldFailure } from '#server/http/failure.ts'
import { sliceOf } from '#server/http/pages.ts'
import type { Actor, By } from '#server/http/subject.ts'
import type { AuthorizedProfile } from './access.ts'
import {
  countAssignments,
  findPeopleScores,
  findProfile,
  findProfiles,
  insertProfile,
  isNamed,
  type JobProfileRow,
  lockProfiles,
  updateProfile,
} from './queries.ts'

type Test = JobProfile['inventory']

/** Tests that a client knows of and whose results have scores that lists show: none that is sensitive. */
async function testsOf(db: Executor, client: ReadableClient): Promise<Version[]> {
  const [versions, visible] = [await currentVersions(db), await visibleInventories(db, idInReach(client))]
  return versions.filter(
    ({ inventoryId, definition }) => visible.has(inventoryId) && listedKeys(definition).length > 0,
  )
}

/** A test by its id or code. @throws FieldFailure for one that a client can have no profile of */
async function testOf(db: Executor, client: ReadableClient, inventory: string): Promise<Version> {
  const version = (await testsOf(db, client)).find(
    ({ inventoryId, definition }) => inventoryId === inventory || definition.code === inventory,
  )
  if (version === undefined) throw new FieldFailure({ inventory: { key: 'no_profile_test' } })
  return version
}

const toTest = (version: Version, locale: Locale): Test => ({
  id: version.inventoryId,
  code: version.definition.code,
  name: nameOf(version, locale),
})

export async function list(
  db: Executor,
  client: ReadableClient,
  query: QueryOf<typeof listJobProfiles>,
  { locale }: Actor,
) {
  const { inventory, archived = false, search, ordering = '-changedAt' } = query
  const inventoryId = inventory === undefined ? undefined : (await testOf(db, client, inventory)).inventoryId
  const found = await findProfiles(db, client, { inventoryId, archived, search }, ordering, sliceOf(query))
  const rows = []
  for (const row of found.rows) rows.push(await toProfile(db, row, locale))
  return { count: found.count, rows }
}

/** @throws Failure not_found */
export async function profileById(
  db: Executor,
  client: AuthorizedClient,
  id: string,
  locale: Locale,
): Promise<JobProfile> {
  const row = await findProfile(db, client, id)
  if (row === undefined) throw new Failure('not_found')
  return toProfile(db, row, locale)
}

async function toProfile(db: Executor, row: JobProfileRow, locale: Locale): Promise<JobProfile> {
  const version = await getVersion(db, row.version_id)
  const names = new Map(listedKeysOf(version, locale).map(({ key, name }) => [key, name]))
  return {
    id: row.id,
    name: row.name,
    inventory: toTest(version, locale),
    ranges: row.ranges.map((range) => ({ ...range, name: names.get(range.key) ?? range.key })),
    people: row.people,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    changedAt: row.changed_at.toISOString(),
    changedBy: row.changed_by,
    archivedAt: row.archived_at?.toISOString() ?? null,
  }
}

/** The scales of a test, with ranges from the results of chosen people. @throws FieldFailure, Failure not_found */
export async function scales(
  db: Executor,
  client: AuthorizedClient,
  { inventory, assignments }: QueryOf<typeof listJobScales>,
  { locale }: Actor,
): Promise<AnswerOf<typeof listJobScales>> {
  const tests = (await testsOf(db, client)).map((version) => toTest(version, locale))
  if (inventory === undefined) return { inventory: null, tests, scales: [], people: null }
  const version = await testOf(db, client, inventory)
  const taken =
    assignments === undefined ? undefined : await suggested(db, client, version, assignments.split(','))
  return {
    inventory: toTest(version, locale),
    tests,
    scales: listedKeysOf(version, locale).map((scale) => ({
      ...scale,
      suggested: taken?.ranges.get(scale.key) ?? null,
    })),
    people: taken?.people ?? null,
  }
}

/**
 * Ranges by key from the results of people, by the present version of a test.
 * @throws FieldFailure for fewer than five people, Failure not_found for an assignment of nobody or of another client
 */
async function suggested(
  db: Executor,
  client: AuthorizedClient,
  version: Version,
  assignments: readonly string[],
): Promise<{ people: number; ranges: Map<string, Omit<TargetRange, 'key'>> }> {
  const assignmentIds = [...new Set(assignments)]
  if ((await countAssignments(db, client, assignmentIds)) < assignmentIds.length)
    throw new Failure('not_found')
  const scores = await findPeopleScores(db, client, { versionId: version.id, assignmentIds })
  const people = new Set(scores.map((score) => score.membership_id)).size
  if (people < minGroup)
    throw new FieldFailure({ assignments: { key: 'few_results', variables: { limit: minGroup } } })
  const byKey = Map.groupBy(scores, ({ key }) => key)
  const ranges = listedKeys(version.definition).flatMap((listed) => {
    const range = suggestRange(byKey.get(listed.key) ?? [], listed)
    return range === null ? [] : [[listed.key, range] as const]
  })
  return { people, ranges: new Map(ranges) }
}

/**
 * Makes a profile. Whose results its ranges came from is not stored: only their number.
 * @throws FieldFailure, Failure not_found
 */
export async function create(
  tx: Tx,
  client: AuthorizedClient,
  { name, inventory, ranges, assignmentIds }: BodyOf<typeof createJobProfile>,
  { userId, address, locale }: Actor,
): Promise<JobProfile> {
  const version = await testOf(tx, client, inventory)
  const taken = assignmentIds === undefined ? undefined : await suggested(tx, client, version, assignmentIds)
  const wanted = ranges ?? mainRanges(version, taken?.ranges ?? new Map())
  refuseOffScale(version, wanted)
  const id = newId()
  const people = taken?.people ?? null
  const added = await insertProfile(tx, client, {
    id,
    inventoryId: version.inventoryId,
    versionId: version.id,
    name,
    ranges: wanted,
    people,
    by: userId,
  })
  if (!added) throw nameTaken()
  await recordAudit(tx, {
    action: 'job_profile_created',
    ...(people !== null && { reason: 'from_results' }),
    by: { userId, address },
    clientId: client.id,
    details: { note: name, code: version.definition.code, ...(people !== null && { people }) },
  })
  return profileById(tx, client, id, locale)
}

/** The suggested ranges of the few scores by which a test is summed up. With all scales, nobody would be within on each. */
const mainRanges = ({ definition }: Version, ranges: ReadonlyMap<string, Omit<TargetRange, 'key'>>) =>
  listedKeys(definition).flatMap(({ key, main }) => {
    const range = main ? ranges.get(key) : undefined
    return range === undefined ? [] : [{ key, ...range }]
  })

const nameTaken = () => new FieldFailure({ name: { key: 'profile_name_taken' } })

/** @throws FieldFailure for a key that the version doesn't list or that comes twice, and for an end that is not on its scale */
function refuseOffScale({ definition }: Version, ranges: readonly TargetRange[]): void {
  const listed = new Map(listedKeys(definition).map((one) => [one.key, one]))
  if (ranges.length === 0) throw new FieldFailure({ ranges: { key: 'required' } })
  if (new Set(ranges.map(({ key }) => key)).size < ranges.length)
    throw new FieldFailure({ ranges: { key: 'range_twice' } })
  ranges.forEach(({ key, from, to }, place) => {
    const scale = listed.get(key)
    if (scale === undefined) throw new FieldFailure({ [`ranges.${place}.key`]: { key: 'unknown_score' } })
    const { min, max, step } = scale
    for (const [end, value] of Object.entries({ from, to }))
      if (value !== null && !isOnScale(value, scale))
        throw new FieldFailure({
          [`ranges.${place}.${end}`]: { key: 'range_end', variables: { min, max, step } },
        })
  })
}

/** Changes a profile, archives or restores it; the same again changes nothing. @throws FieldFailure */
export async function change(
  tx: Tx,
  { client, row: { id, inventory_id: inventoryId } }: AuthorizedProfile,
  { name, ranges, archived }: BodyOf<typeof changeJobProfile>,
  { userId, address, locale }: Actor,
): Promise<JobProfile> {
  await lockProfiles(tx, client, inventoryId)
  const before = await findProfile(tx, client, id)
  if (before === undefined) throw new Failure('not_found')
  const was = before.archived_at !== null
  const after = {
    name: name ?? before.name,
    ranges: ranges ?? before.ranges,
    archived: archived ?? was,
  }
  const changed = (['name', 'ranges'] as const).filter(
    (field) => !isDeepStrictEqual(after[field], before[field]),
  )
  const version = await versionFor(tx, before, changed.includes('ranges'))
  if (changed.includes('ranges')) refuseOffScale(version, after.ranges)
  if (!after.archived && (await isNamed(tx, client, { id, inventoryId, name: after.name }))) throw nameTaken()
  if (changed.length > 0 || after.archived !== was)
    await updateProfile(tx, client, id, { ...after, version_id: version.id, changed_by: userId })
  const entry = { by: { userId, address } satisfies By, clientId: client.id }
  const details = { note: after.name, code: version.definition.code }
  if (changed.length > 0)
    await recordAudit(tx, {
      ...entry,
      action: 'job_profile_changed',
      details: { ...details, fields: changed },
    })
  if (after.archived !== was)
    await recordAudit(tx, {
      ...entry,
      action: after.archived ? 'job_profile_archived' : 'job_profile_restored',
      details,
    })
  return profileById(tx, client, id, locale)
}

/** New ranges are of the present version of the test, while it has one; others stay with theirs. */
async function versionFor(db: Executor, row: JobProfileRow, renewed: boolean): Promise<Version> {
  const current = renewed
    ? (await currentVersions(db)).find(({ inventoryId }) => inventoryId === row.inventory_id)
    : undefined
  return current ?? getVersion(db, row.version_id)
}
