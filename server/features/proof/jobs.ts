import { z } from 'zod'
import { recordProof } from '#server/features/platform/proofs/proofs.ts'
import { defineJob } from '#server/jobs/define.ts'
import { drill } from './drill.ts'
import { scoreGoldenCases } from './golden-cases.ts'
import { eraseOldCandidates } from './self-test/erase.ts'
import { runSelfTest } from './self-test/run.ts'

// Beside the other jobs, because they wait: for the public address, or for a restore. One that fails is on the System page and
// runs again at its next time.
const proof = { payload: z.unknown(), maxAttempts: 2, outward: true } as const

export const selfTest = defineJob({
  ...proof,
  name: 'self_test',
  every: '23 * * * *',
  async run(_payload, deps) {
    if (deps.config.selfTest !== true) return
    await recordProof(deps.db, await runSelfTest(deps))
    await eraseOldCandidates(deps.db, deps.config.slipKey)
  },
})

export const goldenCases = defineJob({
  ...proof,
  name: 'golden_cases',
  every: '8 * * * *',
  async run(_payload, { db, log }) {
    const proved = await scoreGoldenCases(db)
    if (proved.outcome === 'failed') log.error({ findings: proved.findings }, 'golden cases score otherwise')
    await recordProof(db, proved)
  },
})

/** Each hour, because a backup may take longer on one night than on another: each backup is restored once. */
export const restoreDrill = defineJob({
  ...proof,
  name: 'restore_drill',
  every: '53 * * * *',
  queue: 'restore drill',
  async run(_payload, deps, { signal }) {
    const proved = await drill(deps, signal)
    if (proved === undefined) return
    if (proved.outcome === 'failed') deps.log.error({ findings: proved.findings }, 'the drill failed')
    await recordProof(deps.db, proved)
  },
})

export const proofJobs = [selfTest, goldenCases, restoreDrill]
