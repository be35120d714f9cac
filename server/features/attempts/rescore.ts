import type { Definition } from '#scoring/definition/definition.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Database } from '#server/db/database.ts'
import { resultOf, saveResult } from '#server/features/results/results.ts'
import { computeScores, isClosed } from './close.ts'
import { findScored, findScoredBefore, lockAssignment, lockAttempt } from './queries.ts'

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
  /** Of a sensitive inventory or scale, and of what is made of one, only where, not what: not everybody at the server may read it. */
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
 * Scores the results again whose response quality was judged with sensitive questions (rules before 2); nothing else of them
 * changes. What nobody reads any more is left. @returns how many
 */
export async function rescoreOlder(db: Database): Promise<number> {
  let results = 0
  let after: Awaited<ReturnType<typeof findScoredBefore>>[number] | undefined
  for (;;) {
    const found = await findScoredBefore(db, after, atOnce)
    for (const { code, ...key } of found)
      if ((await rescoreOne(db, key, { apply: true, code, older: true })).length > 0) results += 1
    after = found.at(-1)
    if (found.length < atOnce) return results
  }
}

async function rescoreOne(
  db: Database,
  key: { clientId: string; assignmentId: string },
  { apply, code, older = false }: { apply: boolean; code: string; older?: boolean },
): Promise<Difference[]> {
  return db.transaction().execute(async (tx) => {
    await lockAssignment(tx, { clientId: key.clientId, id: key.assignmentId })
    const attempt = await lockAttempt(tx, key)
    const result = await resultOf(tx, key)
    const by = attempt?.closed_by
    if (attempt === undefined || result === undefined || !isClosed(attempt)) return []
    if (by !== 'person' && by !== 'time') return []
    const scores = await computeScores(tx, attempt, { by })
    const differences = differencesOf(result.scores, scores)
    if (differences.length > 0 && apply) {
      await saveResult(tx, { ...key, attemptId: attempt.id, versionId: attempt.version_id, scores })
      await recordAudit(tx, {
        ...{ action: 'result_rescored', actorId: null, subjectId: attempt.user_id, clientId: key.clientId },
        ...(older && { reason: 'older_rules' }),
        details: {
          ...{ code, assignmentId: key.assignmentId },
          // The same for all: whether the quality changed would tell of answers to sensitive questions.
          fields: older ? ['scoring', 'validity'] : differences.map(({ path }) => path),
        },
      })
    }
    const { definition } = result.version
    const places = sensitivePlaces(definition)
    const hidden = (path: string) =>
      definition.sensitive || places.some((place) => path === place || path.startsWith(`${place}.`))
    return differences.map((one) => (hidden(one.path) ? { ...one, from: null, to: null } : one))
  })
}

/**
 * The sensitive scales and everything derived from them: a derived value and the other scales would reveal the
 * sensitive one.
 */
function sensitivePlaces({ scales, categories = [], composites = [] }: Definition): string[] {
  const sensitive = new Set(scales.flatMap((scale) => (scale.sensitive ? [scale.key] : [])))
  const totals = scales.filter(
    (scale) => scale.kind !== 'forced_choice' && scale.of?.some((key) => sensitive.has(key)),
  )
  return [
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
