import type { Proved } from '#server/features/platform/proofs/proofs.ts'
import type { JobDeps } from '#server/jobs/deps.ts'
import { checkOutcome } from './check.ts'
import { FailedStep, inStep } from './failed-step.ts'
import { chooseCase, prepare, shut } from './prepare.ts'
import { type PublicCalls, publicCalls } from './public-calls.ts'
import { takeTest } from './take.ts'

const hourMs = 3_600_000

/**
 * Takes a test as a candidate would, by the public address, and compares the outcome with what was worked out before.
 * Never throws.
 * @param turn which of the golden cases: another one each hour
 */
export async function runSelfTest(
  { db, pdf, log, config }: Pick<JobDeps, 'db' | 'pdf' | 'log' | 'config'>,
  turn: number = Math.floor(Date.now() / hourMs),
  calls: PublicCalls = publicCalls(config.publicUrl),
): Promise<Proved> {
  const start = performance.now()
  const seconds = () => Number(((performance.now() - start) / 1000).toFixed(2))
  try {
    const chosen = await inStep('prepare', () => chooseCase(db, turn))
    if (chosen === undefined) throw new FailedStep('prepare', [{ code: 'no_cases' }])
    const prepared = await inStep('prepare', () => prepare(db, chosen))
    try {
      const { path, assignmentId, golden } = prepared
      const receipt = await takeTest(calls, { path, assignmentId, answers: golden.answers })
      await checkOutcome({ db, pdf }, prepared, receipt)
    } finally {
      // A link that could not be ended is over after minutes.
      await shut(db, prepared).catch((error: unknown) =>
        log.warn({ err: error }, 'the own test was not shut'),
      )
    }
    return { proof: 'self_test', outcome: 'passed', seconds: seconds() }
  } catch (error) {
    const { step, findings, cause } =
      error instanceof FailedStep ? error : new FailedStep('prepare', [{ code: 'unexpected' }], error)
    log.error({ step, findings, ...(cause !== undefined && { err: cause }) }, 'the own test failed')
    return { proof: 'self_test', outcome: 'failed', step, findings, seconds: seconds() }
  }
}
