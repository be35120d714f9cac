import { Scores } from '#scoring/scores.ts'
import type { Executor } from '#server/db/database.ts'
import { getVersion, type Version } from '#server/features/inventories/versions.ts'
import { findGroupMeans, findResult, insertResult, type ResultRow } from './queries.ts'

/** Keeps the scored result of an attempt, together with the group the person belonged to then. */
export async function saveResult(
  tx: Executor,
  result: { clientId: string; attemptId: string; assignmentId: string; versionId: string; scores: Scores },
): Promise<void> {
  await insertResult(tx, result)
}

export interface ResultOfAssignment {
  readonly row: ResultRow
  readonly scores: Scores
  readonly version: Version
}

/** The stored result of an assignment with the version it was taken with; undefined while there is none. */
export async function resultOf(
  db: Executor,
  key: { clientId: string; assignmentId: string },
): Promise<ResultOfAssignment | undefined> {
  const row = await findResult(db, key)
  if (row === undefined) return undefined
  return { row, scores: Scores.parse(row.scores), version: await getVersion(db, row.version_id) }
}

/** Below this many people a mean would tell about single persons. */
const smallestGroup = 5

export interface Comparison {
  readonly name: string
  readonly size: number
  readonly means: ReadonlyMap<string, number>
}

/** The comparison group of a result: same client, version and group. None for sensitive inventories or few people. */
export async function comparisonOf(
  db: Executor,
  { row, version }: ResultOfAssignment,
): Promise<Comparison | undefined> {
  if (version.definition.sensitive) return undefined
  const name = row.group_name
  const group = { clientId: row.client_id, versionId: row.version_id, name }
  const { size, means } = await findGroupMeans(db, group, smallestGroup)
  return size < smallestGroup ? undefined : { name, size, means }
}
