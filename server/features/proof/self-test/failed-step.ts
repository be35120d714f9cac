import type { Finding, ProofStep } from '#contract/proofs.ts'

/** A step of the test that the installation takes of itself did not come out as it should. */
export class FailedStep extends Error {
  override name = 'FailedStep'
  readonly step: ProofStep
  readonly findings: readonly Finding[]

  constructor(step: ProofStep, findings: readonly Finding[], cause?: unknown) {
    super(`${step} failed`, { cause })
    this.step = step
    this.findings = findings
  }
}

/** Runs a step; an error of its own is one that nobody expected. */
export async function inStep<Value>(step: ProofStep, run: () => Promise<Value>): Promise<Value> {
  try {
    return await run()
  } catch (error) {
    throw error instanceof FailedStep ? error : new FailedStep(step, [{ code: 'unexpected' }], error)
  }
}

/** @throws FailedStep with each of these findings, unless there are none */
export function refuse(step: ProofStep, findings: readonly Finding[]): void {
  if (findings.length > 0) throw new FailedStep(step, findings)
}

export const differs = (what: string, expected: unknown, found: unknown): Finding => ({
  code: 'differs',
  what: what.slice(0, 500),
  expected: textOf(expected),
  found: textOf(found),
})

const textOf = (value: unknown): string =>
  (value === undefined || value === null
    ? '–'
    : typeof value === 'string'
      ? value
      : JSON.stringify(value)
  ).slice(0, 500)
