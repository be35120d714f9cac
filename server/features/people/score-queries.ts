import { sql } from 'kysely'
import { clientOfAllPeople, idInReach, inReach, type ReadableClient } from '#server/authority/reach.ts'
import type { Executor } from '#server/db/database.ts'
import { type ScoreOrder, type Scores, scoreOrder } from '#server/features/assignments/scores.ts'
import { type Filter, peopleFilter } from '#server/features/memberships/filter.ts'
import { scoreFilter } from '#server/features/memberships/score-filter.ts'
import type { Slice } from '#server/http/pages.ts'

/** One score of the last result of a person. */
export interface PersonScoreRow {
  membership_id: string
  assignment_id: string
  version_id: string
  key: string
  value: number
  se: number | null
  band: string | null
}

/** The scores of some people in one test, each of their last result of it. */
export async function findPeopleScores(
  db: Executor,
  client: ReadableClient,
  { inventoryId, membershipIds }: { inventoryId: string; membershipIds: readonly string[] },
): Promise<PersonScoreRow[]> {
  const { rows } = await sql<PersonScoreRow>`
    SELECT s.membership_id, s.assignment_id, s.version_id, s.key, s.value, s.se, s.band
    FROM result_scores s JOIN memberships m ON m.client_id = s.client_id AND m.id = s.membership_id
    WHERE ${inReach(client, 's', 'm')} AND s.membership_id = ANY (${membershipIds}::uuid[])
      AND s.inventory_id = ${inventoryId} AND s.listed_as IS NOT NULL`.execute(db)
  return rows
}

/**
 * The rows of one score that the people of a filter have, and their conditions. Where nothing is asked but the test and that
 * score, an index alone answers, and no row is looked up.
 */
export function scoresOfPeople(client: ReadableClient, key: string, filter: Filter): Scores {
  const { role, inventory, search, group, without, decision, ...score } = filter
  const own = score.score === undefined || score.score === key
  const onKey = own ? { ...score, inventory, score: key } : { inventory, score: key }
  const ofKey = sql`${inReach(client, 's', 'm')} AND ${scoreFilter(onKey)} AND s.listed_as = ${role}`
  const all = own && [search, group, without, decision].every((one) => !one)
  if (all && clientOfAllPeople(client)) return sql`FROM result_scores s WHERE ${ofKey}`
  const people = own ? { role, search, group, without, decision } : filter
  return sql`FROM result_scores s JOIN memberships m ON m.client_id = s.client_id AND m.id = s.membership_id
    ${peopleFilter(client, people)} AND ${ofKey}`
}

/**
 * A page of a filter's people in the order of a score, by membership. Those without the score follow, by name. The first are read
 * from an index in their order, which ends after one page.
 */
export async function findMembersByScore(
  db: Executor,
  client: ReadableClient,
  order: ScoreOrder,
  filter: Filter,
  { limit, offset }: Slice,
): Promise<string[]> {
  const { key } = order
  const { rows } = await sql<{ id: string }>`
    SELECT s.membership_id AS id ${scoresOfPeople(client, key, filter)}
    ORDER BY ${scoreOrder(order, 's.membership_id')} LIMIT ${limit} OFFSET ${offset}`.execute(db)
  const ids = rows.map(({ id }) => id)
  if (ids.length === limit || filter.score === key) return ids
  const scored = ids.length > 0 ? offset + ids.length : await countScored(db, client, key, filter)
  // Not an anti-join: the order by name comes from its index, and each person is looked for among ten thousand in a hash.
  const { rows: others } = await sql<{ id: string }>`
    SELECT m.id FROM memberships m ${peopleFilter(client, filter)} AND m.id NOT IN (
      SELECT s.membership_id FROM result_scores s WHERE s.client_id = ${idInReach(client)}
        AND ${scoreFilter({ inventory: filter.inventory, score: key })} AND s.listed_as = ${filter.role})
    ORDER BY m.name COLLATE "tr-x-icu", m.id
    LIMIT ${limit - ids.length} OFFSET ${Math.max(0, offset - scored)}`.execute(db)
  return [...ids, ...others.map(({ id }) => id)]
}

/** Counts the people of a filter who have a score. */
export async function countScored(
  db: Executor,
  client: ReadableClient,
  key: string,
  filter: Filter,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count ${scoresOfPeople(client, key, filter)}`.execute(db)
  return rows[0]?.count ?? 0
}
