import type { Definition } from '#scoring/definition/definition.ts'
import { recordAudit, system } from '#server/audit/audit.ts'
import type { Database, Executor } from '#server/db/database.ts'
import {
  findScored,
  findScoredBefore,
  lockAssignment,
  lockAttempt,
} from '#server/features/delivery/attempts/queries.ts'
import { resultOf, saveResult } from '#server/features/delivery/results/results.ts'
import { isolated } from '#server/jobs/isolated.ts'
import { computeScores, isClosed } from './close.ts'

/** One number or word that would be another: where in the result, and what it is and would be. */
export interface Difference {
  path: string
  from: unknown
  to: unknown
}

export interface Rescored {
  clientId: string
  assignmentId: string
  version: number
  /**
   * Differences in a sensitive inventory or scale, and in what is made of one, have a path and no values: not
   * everybody at the server may read these.
   */
  differences: Difference[]
}

/**
 * Scores every result of an inventory again, each by the version it was taken with, and says what comes out differently.
 * Nothing is changed unless `apply` is given; then what differs is, one transaction and one line in the record each.
 */
export async function rescore(
  db: Database,
  which: { code: string; number: number | undefined },
  { apply }: { apply: boolean },
): Promise<{ results: number; changed: Rescored[] }> {
  const scored = await findScored(db, which)
  const changed: Rescored[] = []
  for (const { clientId, assignmentId, number } of scored) {
    const differences = await rescoreOne(db, { clientId, assignmentId }, { apply, code: which.code })
    if (differences.length > 0) changed.push({ clientId, assignmentId, version: number, differences })
  }
  return { results: scored.length, changed }
}

const atOnce = 500

/**
 * Judges the response quality again of results that had it judged with sensitive questions (rules before 2); nothing else of them
 * changes. What nobody reads any more is left. One entry on record for each client and test: an entry for each result would
 * tell by its absence who had withdrawn a scale before. @returns how many
 * @throws AggregateError when some failed, after all were tried
 */
export async function rescoreOlder(db: Database): Promise<number> {
  const judged = new Map<string, { clientId: string; code: string; quantity: number }>()
  const failures: unknown[] = []
  let after: Awaited<ReturnType<typeof findScoredBefore>>[number] | undefined
  do {
    const found = await findScoredBefore(db, after, atOnce)
    const tried = isolated(found, async ({ code, ...key }) => {
      if (!(await judgeQualityAgain(db, key))) return
      const { clientId } = key
      const group = judged.get(`${clientId} ${code}`) ?? { clientId, code, quantity: 0 }
      judged.set(`${clientId} ${code}`, { ...group, quantity: group.quantity + 1 })
    })
    await tried.catch((error) => failures.push(error))
    after = found.length < atOnce ? undefined : found.at(-1)
  } while (after !== undefined)
  for (const { clientId, code, quantity } of judged.values())
    await recordAudit(db, {
      action: 'result_rescored',
      reason: 'older_rules',
      by: system,
      clientId,
      details: { code, quantity, fields: ['scoring', 'validity'] },
    })
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '))
  return [...judged.values()].reduce((sum, { quantity }) => sum + quantity, 0)
}

const judgeQualityAgain = (db: Database, key: { clientId: string; assignmentId: string }) =>
  db.transaction().execute(async (tx) => {
    const again = await scoreAgain(tx, key)
    if (again === undefined) return false
    const { attempt, result, scores: now } = again
    const scores = { ...result.scores, scoring: now.scoring, validity: now.validity }
    await saveResult(tx, { ...key, attemptId: attempt.id, versionId: attempt.version_id, scores })
    return true
  })

/** A closed test's result, and what it would be today. */
async function scoreAgain(tx: Executor, key: { clientId: string; assignmentId: string }) {
  await lockAssignment(tx, { clientId: key.clientId, id: key.assignmentId })
  const attempt = await lockAttempt(tx, key)
  const result = await resultOf(tx, key)
  const by = attempt?.closed_by
  if (attempt === undefined || result === undefined || !isClosed(attempt)) return undefined
  if (by !== 'person' && by !== 'time') return undefined
  return { attempt, result, scores: await computeScores(tx, attempt, { by }) }
}

async function rescoreOne(
  db: Database,
  key: { clientId: string; assignmentId: string },
  { apply, code }: { apply: boolean; code: string },
): Promise<Difference[]> {
  return db.transaction().execute(async (tx) => {
    const again = await scoreAgain(tx, key)
    if (again === undefined) return []
    const { attempt, result, scores } = again
    const differences = differencesOf(result.scores, scores)
    const { definition } = result.version
    const places = sensitivePlaces(definition)
    const isSensitive = (path: string) =>
      places.some((place) => path === place || path.startsWith(`${place}.`))
    if (differences.length > 0 && apply) {
      await saveResult(tx, { ...key, attemptId: attempt.id, versionId: attempt.version_id, scores })
      // Readers of the client's activity must not learn that someone was asked about a sensitive scale.
      const fields = differences.map(({ path }) => path).filter((path) => !isSensitive(path))
      await recordAudit(tx, {
        action: 'result_rescored',
        by: system,
        subjectId: attempt.user_id,
        ...(fields.length > 0 && { clientId: key.clientId }),
        details: { code, assignmentId: key.assignmentId, fields },
      })
    }
    return differences.map((one) =>
      definition.sensitive || isSensitive(one.path) ? { ...one, from: null, to: null } : one,
    )
  })
}

/**
 * The sensitive scales and everything derived from them: a derived value and the other scales would reveal the
 * sensitive one. The counts of all questions tell who was asked.
 */
function sensitivePlaces({ scales, categories = [], composites = [] }: Definition): string[] {
  const sensitive = new Set(scales.flatMap((scale) => (scale.sensitive ? [scale.key] : [])))
  const totals = scales.filter(
    (scale) => scale.kind !== 'forced_choice' && scale.of?.some((key) => sensitive.has(key)),
  )
  if (sensitive.size === 0) return []
  return [
    'totals',
    ...[...sensitive, ...totals.map(({ key }) => key)].map((key) => `scales.${key}`),
    ...categories.flatMap((one) =>
      one.scales.some((key) => sensitive.has(key)) ? [`categories.${one.key}`] : [],
    ),
    ...composites.flatMap((one) =>
      one.parts.some(({ scale }) => sensitive.has(scale)) ? [`composites.${one.key}`] : [],
    ),
  ]
}

/** Every leaf that differs; list entries are matched by their id or key where they have one. */
export function differencesOf(from: unknown, to: unknown, path = ''): Difference[] {
  const [before, after] = [childrenOf(from), childrenOf(to)]
  if (before === undefined || after === undefined)
    return Object.is(from, to) ? [] : [{ path, from: from ?? null, to: to ?? null }]
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) =>
    differencesOf(before.get(key), after.get(key), path === '' ? key : `${path}.${key}`),
  )
}

function childrenOf(value: unknown): Map<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (!Array.isArray(value)) return new Map(Object.entries(value))
  return new Map(
    value.map((each: unknown, index) => {
      const { key, id } = Object(each)
      return [typeof key === 'string' ? key : typeof id === 'string' ? id : String(index), each]
    }),
  )
}
