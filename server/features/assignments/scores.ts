import type { listAssignments, ScoredAssignment } from '#contract/assignments.ts'
import type { Locale } from '#contract/fields.ts'
import { inventoryCode } from '#contract/inventories.ts'
import type { QueryOf } from '#contract/kit.ts'
import type { ListedKey, ScoredRow, ScoreOrdering } from '#contract/scores.ts'
import { listedKeys } from '#scoring/score/listed.ts'
import { rankRange } from '#scoring/score/rank-range.ts'
import type { ReadableClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { listedKeysOf, listedScoresOf } from '#server/features/delivery/results/listed.ts'
import { currentVersions, getVersion, type Version } from '#server/features/inventories/versions.ts'
import { type Caller, requireScope } from '#server/http/caller.ts'
import { FieldFailure } from '#server/http/failure.ts'
import { type Slice, sliceOf } from '#server/http/pages.ts'
import type { Actor } from '#server/http/subject.ts'
import { assignmentObjects, assignmentsById } from './assignments.ts'
import type { Filter } from './filter.ts'
import { type ChosenProfile, findChosen, fitTo } from './job-profiles/fit.ts'
import { countAssignments, findAssignments, type Order } from './list-queries.ts'
import {
  countScores,
  findIdsByScore,
  findScores,
  findUsedVersions,
  type ScoreOrder,
  type ScoreRow,
  type Scores,
  scoresOf,
} from './score-queries.ts'

export { type ScoreOrder, type Scores, scoreOrder } from './score-queries.ts'

type Query = QueryOf<typeof listAssignments>

/**
 * A page of a client's assignments; with `scores`, those of the one test that is asked for, which the list can also be sorted and
 * filtered by. @throws FieldFailure where scores are asked for of no or several tests, or by a key that the test does not have
 */
export async function listWithScores(
  db: Executor,
  client: ReadableClient,
  query: Query,
  { caller, locale }: Pick<Actor, 'caller' | 'locale'>,
): Promise<{ count: number; rows: ScoredAssignment[]; more?: ListedTest['more'] }> {
  const { ordering = '-createdAt', scores, inventory, profile, page: _, page_size: __, ...others } = query
  const asked = { inventory, scores, profile, score: others.score, ordering }
  requireScoresScope(caller, asked)
  const { inventories, test, sorted } = await askedScores(db, client, asked, locale)
  const filter: Filter = { ...others, inventory: inventories?.join(',') }
  const order = sorted ?? ordering
  if (isByScore(order)) throw new Error('an ordering by a score has a test')
  const { count, rows } = await pageOf(
    db,
    client,
    { filter, order, slice: sliceOf(query) },
    { caller, locale },
  )
  if (test === undefined) return { count, rows }
  const ids = rows.map(({ id }) => id)
  const stored = Map.groupBy(await findScores(db, client, ids), (score) => score.assignment_id)
  const scored = rows.map((row) => ({ row, stored: (row.reportable && stored.get(row.id)) || [] }))
  await addScores(db, test, scored, locale)
  if (sorted !== undefined)
    await addPlaces(db, scored, { key: sorted.key, among: scoresOf(client, sorted.key, filter) })
  return { count, rows, more: test.more }
}

/** Asking for people or tests by their scores says these. @throws Failure api_key_scope for a key that may not read results */
export function requireScoresScope(
  caller: Pick<Caller, 'key'>,
  asked: { [Name in 'scores' | 'score' | 'profile' | 'ordering']?: string | undefined },
): void {
  const { scores, score, profile, ordering } = asked
  const asks = [scores, score, profile].some((one) => one !== undefined) || isByScore(ordering)
  if (asks) requireScope(caller, 'results:read')
}

interface Asked {
  /** Ids or codes, separated by commas. */
  readonly inventory: string | undefined
  readonly scores: '1' | undefined
  readonly profile: string | undefined
  readonly score: string | undefined
  readonly ordering: string
  /** The role of a list of people. */
  readonly listedAs?: 'candidate' | 'employee'
}

/** The one test whose scores a list has. */
export interface ListedTest {
  /** Its versions that have results, the most used first. Each is sorted separately. */
  readonly versions: readonly string[]
  /** A job profile that the scores are compared with. */
  readonly profile: ChosenProfile | undefined
  /** The scores that the list has: of its most used version, without those that the current one no longer lists openly. */
  readonly more: { keys: ListedKey[]; versions: number }
}

/**
 * The tests that a list's query names, by id; and where it asks for scores, the one test that it has them of, and the order by a
 * score. @throws FieldFailure where scores are asked for of no or several tests, or by a key that the test does not have
 */
export async function askedScores(
  db: Executor,
  client: ReadableClient,
  { inventory, scores, profile, score, ordering, listedAs }: Asked,
  locale: Locale,
): Promise<{ inventories: string[] | undefined; test?: ListedTest; sorted?: ScoreOrder }> {
  const chosen = inventory === undefined ? undefined : await inventoriesOf(db, inventory.split(','))
  const inventories = chosen?.map(({ id }) => id)
  const sortedBy = isByScore(ordering) ? ordering : undefined
  if ([scores, sortedBy, score, profile].every((one) => one === undefined)) return { inventories }
  const current = chosen?.length === 1 ? chosen[0]?.version : undefined
  if (current === undefined) throw new FieldFailure({ inventory: { key: 'one_test' } })
  const { inventoryId } = current
  const open = new Set(listedKeys(current.definition).map((listed) => listed.key))
  const versions = open.size === 0 ? [] : await findUsedVersions(db, client, { inventoryId, listedAs })
  const used = versions[0] === undefined ? current : await getVersion(db, versions[0])
  const keys = listedKeysOf(used, locale).filter((listed) => open.has(listed.key))
  const key = sortedBy?.slice(sortedBy.indexOf(':') + 1)
  for (const [field, one] of Object.entries({ ordering: key, score }))
    if (one !== undefined && !keys.some((listed) => listed.key === one))
      throw new FieldFailure({ [field]: { key: 'unknown_score' } })
  const jobProfile =
    profile === undefined ? undefined : await findChosen(db, client, { id: profile, inventoryId })
  if (profile !== undefined && jobProfile === undefined)
    throw new FieldFailure({ profile: { key: 'unknown_profile' } })
  return {
    inventories,
    test: { versions, profile: jobProfile, more: { keys, versions: versions.length } },
    ...(key !== undefined && { sorted: { key, descending: ordering.startsWith('-'), versions } }),
  }
}

async function pageOf(
  db: Executor,
  client: ReadableClient,
  { filter, order, slice }: { filter: Filter; order: Order | ScoreOrder; slice: Slice },
  { caller, locale }: Pick<Actor, 'caller' | 'locale'>,
): Promise<{ count: number; rows: ScoredAssignment[] }> {
  if (typeof order === 'string') {
    const found = await findAssignments(db, client, filter, order, slice)
    return { count: found.count, rows: await assignmentObjects(db, caller, client, found.rows, locale) }
  }
  const count = await countAssignments(db, client, filter)
  const ids = await findIdsByScore(db, client, order, filter, slice)
  return { count, rows: await assignmentsById(db, caller, client, ids, locale) }
}

/** True for an ordering by a score. */
export const isByScore = (ordering: unknown): ordering is ScoreOrdering =>
  typeof ordering === 'string' && /^-?score:/.test(ordering)

interface Chosen {
  readonly id: string
  readonly version: Version | undefined
}

/** The tests that a filter names by id or code. */
async function inventoriesOf(db: Executor, named: readonly string[]): Promise<Chosen[]> {
  const versions = await currentVersions(db)
  return named.map((one) => {
    const version = versions.find(
      ({ inventoryId, definition }) => inventoryId === one || definition.code === one,
    )
    if (version === undefined && inventoryCode.safeParse(one).success)
      throw new FieldFailure({ inventory: { key: 'unknown_inventory' } })
    return { id: version?.inventoryId ?? one, version }
  })
}

/** A row of a list with the scores that are stored of it. */
interface Scored {
  readonly row: ScoredRow
  readonly stored: readonly Pick<ScoreRow, 'version_id' | 'key' | 'value' | 'se' | 'band'>[]
}

/** Adds to rows their scores in words, and how they fit a job profile. */
export async function addScores(
  db: Executor,
  { versions, profile, more }: ListedTest,
  rows: readonly Scored[],
  locale: Locale,
): Promise<void> {
  const shown = new Set(more.keys.map(({ key }) => key))
  for (const { row, stored } of rows) {
    if (stored[0] === undefined) continue
    const version = await getVersion(db, stored[0].version_id)
    const open = stored.filter(({ key }) => shown.has(key))
    row.scores = listedScoresOf(version, open, locale)
    if (version.id !== versions[0]) row.otherVersion = true
    if (profile !== undefined) row.fit = fitTo(profile, { version, scores: stored }, locale).overall
  }
}

/** Adds the places that each score can have among the scores of the same version that a list has. */
export async function addPlaces(
  db: Executor,
  rows: readonly Scored[],
  { key, among }: { key: string; among: Scores },
): Promise<void> {
  const found = rows.flatMap(({ row, stored }) => {
    const score = stored.find((one) => one.key === key)
    return score === undefined ? [] : [{ row, versionId: score.version_id, value: score.value, se: score.se }]
  })
  const own = found.flatMap(({ versionId, value, se }) => (se === null ? [] : [{ versionId, value, se }]))
  const known = own.length === 0 ? [] : await countScores(db, among, own)
  const byVersion = Map.groupBy(known, ({ versionId }) => versionId)
  for (const { row, versionId, value, se } of found)
    row.bracket = se === null ? null : rankRange({ value, se }, byVersion.get(versionId) ?? [])
}
