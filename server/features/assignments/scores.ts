import type { listAssignments, ScoredAssignment } from '#contract/assignments.ts'
import type { Locale } from '#contract/fields.ts'
import { inventoryCode } from '#contract/inventories.ts'
import type { QueryOf } from '#contract/kit.ts'
import type { ListedKey, ScoreOrdering } from '#contract/scores.ts'
import { rankRange } from '#scoring/score/rank-range.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { listedKeysOf, listedScoresOf } from '#server/features/delivery/results/listed.ts'
import { currentVersions, getVersion, type Version } from '#server/features/inventories/versions.ts'
import { FieldFailure } from '#server/http/failure.ts'
import { type Slice, sliceOf } from '#server/http/pages.ts'
import type { Actor } from '#server/http/subject.ts'
import { assignmentObjects, assignmentsById } from './assignments.ts'
import type { Filter } from './filter.ts'
import { findChosen, fitTo } from './job-profiles/fit.ts'
import { countAssignments, findAssignments, type Order } from './list-queries.ts'
import { countScores, findIdsByScore, findScores, type ScoreOrder, type ScoreRow } from './score-queries.ts'

type Query = QueryOf<typeof listAssignments>

/**
 * A page of a client's assignments; with `scores`, those of the one test that is asked for, which the list can also be sorted and
 * filtered by. @throws FieldFailure where scores are asked for of no or several tests, or by a key that the test does not have
 */
export async function listWithScores(
  db: Executor,
  client: AuthorizedClient,
  query: Query,
  { caller, locale }: Pick<Actor, 'caller' | 'locale'>,
): Promise<{ count: number; rows: ScoredAssignment[]; more?: { keys: ListedKey[] } }> {
  const { ordering = '-createdAt', scores, inventory, profile, page: _, page_size: __, ...others } = query
  const order = isByScore(ordering) ? scoreOrderOf(ordering) : ordering
  const chosen = inventory === undefined ? undefined : await inventoriesOf(db, inventory.split(','))
  const filter: Filter = { ...others, inventory: chosen?.map(({ id }) => id).join(',') }
  const sorted = typeof order === 'string' ? undefined : order
  const keys = [scores, sorted, filter.score, profile].every((one) => one === undefined)
    ? undefined
    : keysOf(chosen, { ordering: sorted?.key, score: filter.score }, locale)
  const jobProfile =
    profile === undefined
      ? undefined
      : await findChosen(db, client, { id: profile, inventoryId: filter.inventory ?? '' })
  if (profile !== undefined && jobProfile === undefined)
    throw new FieldFailure({ profile: { key: 'unknown_profile' } })
  const { count, rows } = await pageOf(
    db,
    client,
    { filter, order, slice: sliceOf(query) },
    { caller, locale },
  )
  if (keys === undefined) return { count, rows }
  const stored = Map.groupBy(
    await findScores(
      db,
      client.id,
      rows.map(({ id }) => id),
    ),
    (score) => score.assignment_id,
  )
  for (const row of rows) {
    const own = stored.get(row.id)
    if (own?.[0] === undefined || !row.reportable) continue
    const version = await getVersion(db, own[0].version_id)
    row.scores = listedScoresOf(version, own, locale)
    if (jobProfile !== undefined) row.fit = fitTo(jobProfile, { version, scores: own }, locale).overall
  }
  if (sorted !== undefined) await addBrackets(db, client, { rows, stored, key: sorted.key, filter })
  return { count, rows, more: { keys } }
}

async function pageOf(
  db: Executor,
  client: AuthorizedClient,
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

const scoreOrderOf = (ordering: ScoreOrdering): ScoreOrder => ({
  key: ordering.slice(ordering.indexOf(':') + 1),
  descending: ordering.startsWith('-'),
})

const isByScore = (ordering: NonNullable<Query['ordering']>): ordering is ScoreOrdering =>
  /^-?score:/.test(ordering)

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

/** The scores of the one test that is asked for. */
function keysOf(
  chosen: readonly Chosen[] | undefined,
  asked: Record<'ordering' | 'score', string | undefined>,
  locale: Locale,
): ListedKey[] {
  const version = chosen?.length === 1 ? chosen[0]?.version : undefined
  if (version === undefined) throw new FieldFailure({ inventory: { key: 'one_test' } })
  const keys = listedKeysOf(version, locale)
  for (const [field, key] of Object.entries(asked))
    if (key !== undefined && !keys.some((one) => one.key === key))
      throw new FieldFailure({ [field]: { key: 'unknown_score' } })
  return keys
}

/** Adds the places that each score can have among the scores of the same version that the filter finds. */
async function addBrackets(
  db: Executor,
  client: AuthorizedClient,
  {
    rows,
    stored,
    key,
    filter,
  }: {
    rows: readonly ScoredAssignment[]
    stored: ReadonlyMap<string, readonly ScoreRow[]>
    key: string
    filter: Filter
  },
): Promise<void> {
  const scoreOf = ({ id }: { id: string }) => stored.get(id)?.find((score) => score.key === key)
  const own = rows.flatMap((row) => {
    const { value, se = null, version_id: versionId } = scoreOf(row) ?? {}
    return value === undefined || versionId === undefined || se === null ? [] : [{ versionId, value, se }]
  })
  const known = own.length === 0 ? [] : await countScores(db, client, { own, key }, filter)
  const byVersion = Map.groupBy(known, ({ versionId }) => versionId)
  for (const row of rows) {
    const score = scoreOf(row)
    if (row.scores === undefined || score === undefined) continue
    const { value, se, version_id: versionId } = score
    row.bracket = se === null ? null : rankRange({ value, se }, byVersion.get(versionId) ?? [])
  }
}
