import type { QueryOf } from '#contract/kit.ts'
import type { listCandidates, listManagers, Person, ScoredPerson } from '#contract/people.ts'
import type { ReadableClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import {
  addPlaces,
  addScores,
  askedScores,
  isByScore,
  type ListedTest,
  requireScoresScope,
  type ScoreOrder,
} from '#server/features/assignments/scores.ts'
import type { Filter } from '#server/features/memberships/filter.ts'
import { type Slice, sliceOf } from '#server/http/pages.ts'
import type { Actor } from '#server/http/subject.ts'
import { countPeople, findPeople, findPeopleByIds, type Order } from './list-queries.ts'
import { toPerson } from './memberships.ts'
import { findMembersByScore, findPeopleScores, scoresOfPeople } from './score-queries.ts'

/** The managers of a client, one page of them. */
export async function managersOf(
  db: Executor,
  client: ReadableClient,
  query: QueryOf<typeof listManagers>,
  { caller }: Pick<Actor, 'caller'>,
): Promise<{ count: number; rows: Person[] }> {
  const { search, group, without, decision, ordering = 'name' } = query
  const filter = { role: 'manager' as const, search, group, without, decision }
  const { count, rows } = await findPeople(db, client, filter, ordering, sliceOf(query))
  return { count, rows: rows.map((row) => toPerson(row, caller)) }
}

/**
 * A page of the people of a client who have a role; with `scores`, each with those of their last result of the one test that is
 * asked for ([0125](../../../docs/decisions/0125-scores-in-lists.md)), which the list can also be sorted and filtered by.
 * @throws FieldFailure where scores are asked for of no test, or by a key that the test does not have
 */
export const peopleOf =
  (role: 'candidate' | 'employee') =>
  async (
    db: Executor,
    client: ReadableClient,
    query: QueryOf<typeof listCandidates>,
    { caller, locale }: Pick<Actor, 'caller' | 'locale'>,
  ): Promise<{ count: number; rows: ScoredPerson[]; more?: ListedTest['more'] }> => {
    const { ordering = 'name', scores, inventory, profile, page: _, page_size: __, ...others } = query
    const asked = { inventory, scores, profile, score: others.score, ordering, listedAs: role }
    requireScoresScope(caller, asked)
    const { inventories, test, sorted } = await askedScores(db, client, asked, locale)
    const inventoryId = inventories?.[0]
    const filter: Filter = { role, ...others, inventory: inventoryId }
    const order = sorted ?? ordering
    if (isByScore(order)) throw new Error('an ordering by a score has a test')
    const { count, rows } = await pageOf(db, client, { filter, order, slice: sliceOf(query), caller })
    if (test === undefined || inventoryId === undefined) return { count, rows }
    const membershipIds = rows.map(({ membershipId }) => membershipId)
    const found = await findPeopleScores(db, client, { inventoryId, membershipIds })
    const stored = Map.groupBy(found, (score) => score.membership_id)
    const scored = rows.map((row) => ({ row, stored: stored.get(row.membershipId) ?? [] }))
    await addScores(db, test, scored, locale)
    for (const { row, stored } of scored) if (stored[0]) row.scoresOf = stored[0].assignment_id
    if (sorted !== undefined)
      await addPlaces(db, scored, { key: sorted.key, among: scoresOfPeople(client, sorted.key, filter) })
    return { count, rows, more: test.more }
  }

async function pageOf(
  db: Executor,
  client: ReadableClient,
  {
    filter,
    order,
    slice,
    caller,
  }: { filter: Filter; order: Order | ScoreOrder; slice: Slice; caller: Actor['caller'] },
): Promise<{ count: number; rows: ScoredPerson[] }> {
  if (typeof order === 'string') {
    const { count, rows } = await findPeople(db, client, filter, order, slice)
    return { count, rows: rows.map((row) => toPerson(row, caller)) }
  }
  const count = await countPeople(db, client, filter)
  const ids = await findMembersByScore(db, client, order, filter, slice)
  const found = await findPeopleByIds(db, client, filter, ids)
  const people = found.map((row) => toPerson(row, caller))
  const byId = new Map(people.map((person) => [person.membershipId, person]))
  return { count, rows: ids.flatMap((id) => byId.get(id) ?? []) }
}
