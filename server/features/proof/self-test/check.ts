import { isDeepStrictEqual } from 'node:util'
import type { Finding } from '#contract/proofs.ts'
import type { Report } from '#contract/reports.ts'
import { differencesOf } from '#scoring/score/golden.ts'
import type { Database } from '#server/db/database.ts'
import { answersToScore } from '#server/features/delivery/attempts/saving/stored-answers.ts'
import { resultOf } from '#server/features/delivery/results/results.ts'
import { reportToShare } from '#server/features/results/reports/shared.ts'
import type { PdfEngine } from '#server/pdf/engine.ts'
import { differs, inStep, refuse } from './failed-step.ts'
import { candidateName, type Prepared } from './prepare.ts'
import { findAttemptId } from './queries.ts'

const locale = 'tr'

/** Compares what is stored, scored, reported and printed of a test with its golden case. @throws FailedStep */
export async function checkOutcome(
  { db, pdf }: { db: Database; pdf: PdfEngine },
  prepared: Prepared,
  receipt: string,
): Promise<void> {
  await inStep('stored', () => checkStored(db, prepared))
  const scores = await inStep('score', async () => (await resultOf(db, prepared))?.scores)
  if (scores === undefined) return refuse('score', [differs('result', 'a result', undefined)])
  refuse(
    'score',
    differencesOf(prepared.golden, scores).map(({ what, expected, found }) => differs(what, expected, found)),
  )
  const report = await inStep('report', () => reportToShare(db, prepared, locale))
  if (report === undefined) return refuse('report', [differs('report', 'a report', undefined)])
  refuse('report', reportFindings(report, prepared, receipt))
  await inStep('paper', async () => {
    const paper = Buffer.from(await pdf.renderReport(report, { details: true, percentages: true }, locale))
    if (paper.subarray(0, 5).toString('latin1') !== '%PDF-')
      refuse('paper', [differs('file', '%PDF-', paper.subarray(0, 5).toString('hex'))])
  })
}

async function checkStored(db: Database, prepared: Prepared): Promise<void> {
  const attemptId = await findAttemptId(db, prepared)
  if (attemptId === undefined) return refuse('stored', [differs('attempt', 'an attempt', undefined)])
  const { responses } = await answersToScore(db, { clientId: prepared.clientId, attemptId })
  const { answers } = prepared.golden
  const ids = new Set([...Object.keys(answers), ...Object.keys(responses)])
  refuse(
    'stored',
    [...ids]
      .filter((id) => !isDeepStrictEqual(answers[id], responses[id]))
      .map((id) => differs(id, answers[id], responses[id])),
  )
}

/** Differences of a report from the scores that its golden case expects, by the words that its readers see. */
export function reportFindings(
  report: Report,
  { golden: { expected }, version: { definition } }: Pick<Prepared, 'golden' | 'version'>,
  receipt: string,
): Finding[] {
  const found: Finding[] = []
  const compare = (what: string, wanted: unknown, shown: unknown) => {
    const near = typeof wanted === 'number' && typeof shown === 'number' && Math.abs(wanted - shown) <= 0.001
    if (wanted !== undefined && !near && wanted !== shown) found.push(differs(what, wanted, shown))
  }
  compare('serial', receipt, report.serial)
  compare('candidate', candidateName, report.candidate.name)
  compare('inventory', definition.code, report.inventory.code)
  const words = definition.texts[locale].bands
  for (const scale of report.categories.flatMap((category) => category.scales)) {
    const wanted = expected.scales?.[scale.key]
    if (wanted === undefined) continue
    compare(`${scale.key}.raw`, wanted.raw, scale.raw)
    compare(`${scale.key}.T`, wanted.T, scale.standardScore)
    const { bandSet = '' } = definition.scales.find(({ key }) => key === scale.key) ?? {}
    if (typeof wanted.band === 'string')
      compare(`${scale.key}.band`, words?.[bandSet]?.[wanted.band]?.name, scale.band?.name)
  }
  compare('correct', expected.scales?.[report.correct?.key ?? '']?.raw, report.correct?.count)
  compare('level', expected.placement?.level, report.placement?.level)
  return found
}
