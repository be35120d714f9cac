import type { Finding } from '#contract/proofs.ts'
import { checkCase } from '#scoring/score/golden.ts'
import type { Executor } from '#server/db/database.ts'
import { currentVersions } from '#server/features/inventories/versions.ts'
import type { Proved } from '#server/features/platform/proofs/proofs.ts'
import { differs } from './self-test/failed-step.ts'

/** Scores the golden cases of all current tests again: a new release, or content changed in the database, may score otherwise. */
export async function scoreGoldenCases(db: Executor): Promise<Proved> {
  const start = performance.now()
  const findings: Finding[] = []
  for (const { definition } of await currentVersions(db))
    for (const golden of definition.goldenCases ?? [])
      for (const { what, expected, found } of checkCase(definition, golden))
        findings.push(differs(`${definition.code} ${golden.id}: ${what}`, expected, found))
  const seconds = Number(((performance.now() - start) / 1000).toFixed(2))
  const proved = { proof: 'golden_cases', seconds } as const
  return findings.length === 0
    ? { ...proved, outcome: 'passed' }
    : { ...proved, outcome: 'failed', step: 'cases', findings }
}
