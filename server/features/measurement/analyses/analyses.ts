import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { type AnalysisFilter, analysisFilter, fewestAnalysed } from '#contract/analyses.ts'
import { analyseTest, type TestHealth } from '#scoring/analysis/health.ts'
import { planOf } from '#scoring/analysis/plan.ts'
import { SheetBuilder } from '#scoring/analysis/sheet.ts'
import type { Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { firstResults, outcomesOf } from '#server/features/delivery/attempts/first-outcomes.ts'
import { getVersion, type Version } from '#server/features/inventories/versions.ts'
import { Failure } from '#server/http/failure.ts'
import { addJob } from '#server/jobs/add.ts'
import { type CurrentJob, defineJob } from '#server/jobs/define.ts'
import type { JobDeps } from '#server/jobs/deps.ts'
import {
  beginAnalysis,
  countUnfinished,
  deleteAnalysesWith,
  failAnalysis,
  findAnalysis,
  finishAnalysis,
  insertAnalysis,
  insertSnapshot,
  type Key,
} from './queries.ts'

/** Answers of one analysis, which are in memory together with their times: 50 MB. */
const mostCells = 10_000_000
/** Analyses that may be unfinished. They run one at a time and take some seconds each. */
const mostUnfinished = 50
const mostMinutes = 10
/** Fewest people of a snapshot, and how many more than the one before. */
const snapshots = { fewest: 100, more: 30 }

/** A result as it is stored: ids and figures, the words are the reader's. */
export type StoredHealth = { few: true } | ({ few: false; newestOnly: boolean } & TestHealth)

/**
 * Has a version analysed behind the scenes.
 * @returns the id of the analysis, or of the one with this filter that is under way
 * @throws Failure sensitive_not_analysed; service_unavailable while too many wait
 */
export async function startAnalysis(
  tx: Executor,
  { definition, id: versionId }: Pick<Version, 'definition' | 'id'>,
  filter: AnalysisFilter,
): Promise<{ id: string }> {
  if (definition.sensitive) throw new Failure('sensitive_not_analysed')
  const key: Key = { versionId, filter }
  const id = await insertAnalysis(tx, newId(), key)
  if (id === undefined) {
    const there = await findAnalysis(tx, key)
    if (there === undefined) throw new Failure('service_unavailable', { retryAfterSeconds: 5 })
    return { id: there.id }
  }
  if ((await countUnfinished(tx)) > mostUnfinished)
    throw new Failure('service_unavailable', { retryAfterSeconds: 60 })
  await addJob(tx, analyseAnswers, { id })
  return { id }
}

/** Deletes the analyses that have one of these assignments, and ends those that are to have one. */
export async function dropAnalysesWith(
  tx: Executor,
  of: { clientId: string; assignmentIds: readonly string[] },
): Promise<void> {
  await deleteAnalysesWith(tx, of)
}

/** Analyses the answers of a version. One at a time on all servers: it keeps a core busy. */
const analyseAnswers = defineJob({
  name: 'analyse_answers',
  payload: z.strictObject({ id: z.uuid() }),
  // Each stop of the server counts as a run.
  maxAttempts: 5,
  queue: 'analyses',
  async run({ id }, { db, log }, current) {
    const asked = await beginAnalysis(db, id)
    if (asked === undefined) return
    const { versionId } = asked
    const filter = analysisFilter.parse(asked.filter)
    const version = await getVersion(db, versionId)
    try {
      const result = await analyse(db, { version, filter, current })
      await db.transaction().execute(async (tx) => {
        const stored = await finishAnalysis(tx, id, result)
        if (stored && !result.few && Object.keys(filter).length === 0) await keepSnapshot(tx, versionId, result)
      })
    } catch (error) {
      const late = error instanceof TooLate
      if (late || current.attempt >= current.maxAttempts) await failAnalysis(db, id, late ? 'analysis_too_long' : 'internal_error')
      if (!late) throw error
      log.info({ version: versionId }, 'an analysis was ended after ten minutes')
    }
  },
})

export const analysisJobs = [analyseAnswers]

class TooLate extends Error {
  override name = 'TooLate'
}

/** Reads the answers, some at a time, and analyses them in pieces of some milliseconds. No transaction is open meanwhile. */
async function analyse(
  db: JobDeps['db'],
  { version, filter, current }: { version: Version; filter: AnalysisFilter; current: Pick<CurrentJob, 'signal'> },
): Promise<StoredHealth> {
  const { definition, id: versionId } = version
  const deadline = performance.now() + mostMinutes * 60_000
  const pause = async () => {
    await setImmediate()
    current.signal.throwIfAborted()
    if (performance.now() > deadline) throw new TooLate()
  }
  const plan = planOf(definition)
  const most = Math.floor(mostCells / Math.max(1, plan.items.length))
  const { client: clientId, ...others } = filter
  const attempts = await firstResults(db, { versionId, clientId, ...others }, most + 1)
  const newestOnly = attempts.length > most
  if (newestOnly) attempts.pop()
  if (attempts.length < fewestAnalysed) return { few: true }
  const sheet = new SheetBuilder(plan, attempts.length)
  let people = 0
  for await (const some of outcomesOf(db, definition, attempts)) {
    for (const { outcomes, timings, locale } of some) sheet.add(outcomes, { timings, locale })
    people += some.length
    await pause()
  }
  if (people < fewestAnalysed) return { few: true }
  return { few: false, newestOnly, ...(await analyseTest(plan, sheet.build(), pause)) }
}

async function keepSnapshot(tx: Executor, versionId: string, { n, items, parts }: TestHealth): Promise<void> {
  if (n < snapshots.fewest) return
  const flagged = items.filter(({ flags }) => flags.length > 0).length
  const reliabilities = parts.map(({ key, reliability }) => ({ key, reliability }))
  await insertSnapshot(tx, versionId, { n, flagged, parts: reliabilities }, snapshots.more)
}
