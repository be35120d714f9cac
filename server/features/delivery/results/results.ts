import type { RawBuilder } from 'kysely'
import type { ReportSummary } from '#contract/assignments.ts'
import { listedScores } from '#scoring/score/listed.ts'
import { type Counts, Scores } from '#scoring/score/scores.ts'
import type { Executor } from '#server/db/database.ts'
import { getVersion, openProgress, type Version } from '#server/features/inventories/versions.ts'
import {
  findGroupMeans,
  findLateDecision,
  findResult,
  findResults,
  findResultVersions,
  findScoredPeople,
  findWithheld,
  foldGroupSums,
  insertResult,
  listScores,
  type ResultRow,
  replaceScores,
  type ScoredPerson,
  writeLateDecision,
} from './queries.ts'

/** Keeps the scored result of an attempt with the scores that lists show, and the group the person belonged to then. */
export async function saveResult(
  tx: Executor,
  result: { clientId: string; attemptId: string; assignmentId: string; versionId: string; scores: Scores },
): Promise<void> {
  await insertResult(tx, result)
  const { inventoryId, definition } = await getVersion(tx, result.versionId)
  await replaceScores(tx, { ...result, inventoryId, scores: listedScores(definition, result.scores) })
}

export interface ResultOfAssignment {
  readonly row: ResultRow
  readonly scores: Scores
  readonly version: Version
}

/**
 * The stored result of an assignment with the version it was taken with; undefined while there is none.
 * @param which one that a legal hold keeps after its consent was withdrawn is shown to its person alone
 */
export async function resultOf(
  db: Executor,
  key: { clientId: string; assignmentId: string },
  which = { alsoRestricted: false },
): Promise<ResultOfAssignment | undefined> {
  const row = await findResult(db, key, which)
  if (row === undefined) return undefined
  return { row, scores: Scores.parse(row.scores), version: await getVersion(db, row.version_id) }
}

export const whyWithheld = findWithheld

/** True when everybody may read that a sensitive scale was not asked; where people could decline, only its readers may. */
export const isOpenlyLeftOut = (
  row: Pick<ResultRow, 'left_out' | 'scales_closed'>,
  { key }: { key: string },
): boolean => row.scales_closed && row.left_out.includes(key)

/** The number of answered questions. “I prefer not to answer” counts as an answer, as in lists. */
export const answeredOf = ({ answered, dontKnow }: Pick<Counts, 'answered' | 'dontKnow'>): number =>
  answered + dontKnow

/**
 * Counts for readers who must not see whether a sensitive scale was asked: they cover the questions that everybody
 * gets.
 */
export function openTotals(
  { totals, scales }: Pick<Scores, 'totals' | 'scales'>,
  version: Version,
): { answered: number; presented: number } {
  if (version.sensitiveItems.size === 0) return { answered: answeredOf(totals), presented: totals.presented }
  const { scales: defined } = version.definition
  const own = defined.flatMap((scale) => (scale.kind === 'forced_choice' || scale.of ? [] : scale.key))
  const sensitive = scales.filter(({ key, sensitive }) => sensitive && own.includes(key))
  const answered = sensitive.reduce((rest, scale) => rest - answeredOf(scale), answeredOf(totals))
  const open = openProgress(Math.max(0, answered), version)
  return { answered: open.answered, presented: open.total }
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

/** Brings the sums of comparison groups up to date, so that reading them stays short. */
export async function foldGroups(db: Executor): Promise<void> {
  await foldGroupSums(db)
}

/**
 * Puts right in which lists of people scores are, client by client. Two changes at once, a new result and an older one set aside
 * say, can each leave out what the other did.
 */
export async function relistScores(db: Executor, atOnce = 500): Promise<void> {
  let after: ScoredPerson | undefined
  do {
    const people = await findScoredPeople(db, after, atOnce)
    for (const [clientId, ofClient] of Map.groupBy(people, (person) => person.clientId))
      await listScores(
        db,
        clientId,
        ofClient.map(({ membershipId }) => membershipId),
      )
    after = people.length < atOnce ? undefined : people.at(-1)
  } while (after !== undefined)
}

const Summarized = Scores.pick({ placement: true, scales: true, validity: true })

/** A stored result in one line: its level and points, or how many answers of the ability scales are right. */
export function summaryOf(scores: unknown, { definition }: Version): ReportSummary {
  const { placement, scales, validity } = Summarized.parse(scores)
  const quality = validity.confidence
  if (definition.sensitive) return { level: null, score: null, quality }
  if (placement !== null)
    return { level: placement.level, score: { value: placement.total, max: placement.max }, quality }
  // A scale made of others would count their items twice.
  const totals = definition.scales.filter((scale) => 'of' in scale && scale.of !== undefined)
  const right = scales.filter(
    (scale) => !scale.sensitive && scale.raw !== null && !totals.some(({ key }) => key === scale.key),
  )
  const sum = (of: (scale: (typeof right)[number]) => number) =>
    right.reduce((total, scale) => total + of(scale), 0)
  const score = right.length === 0 ? null : { value: sum(({ raw }) => raw ?? 0), max: sum(({ max }) => max) }
  return { level: null, score, quality }
}

/** The decision of a manager about the late answers of an attempt; null while there is none. */
export async function lateDecisionOf(
  db: Executor,
  key: { clientId: string; attemptId: string },
): Promise<'accepted' | 'left' | null> {
  return findLateDecision(db, key)
}

/** Writes down what a manager decided about the late answers of an attempt. */
export async function decideLate(
  tx: Executor,
  key: { clientId: string; attemptId: string },
  decided: { decision: 'accepted' | 'left'; by: string },
): Promise<void> {
  await writeLateDecision(tx, key, decided)
}

/** A result with its person, its client and how the test was taken. */
export type CompletedResult = ResultRow

/**
 * The next results of a client in the order of completion, after the given one.
 * @param condition on the assignment `a` and its membership `m`
 */
export async function nextResults(
  db: Executor,
  clientId: string,
  condition: RawBuilder<unknown>,
  after: { endedAt: string; assignmentId: string } | undefined,
  limit: number,
): Promise<CompletedResult[]> {
  return findResults(db, clientId, condition, after, limit)
}

/** The inventory versions among the results that meet a condition. */
export async function versionsAmongResults(
  db: Executor,
  clientId: string,
  condition: RawBuilder<unknown>,
): Promise<string[]> {
  return findResultVersions(db, clientId, condition)
}
