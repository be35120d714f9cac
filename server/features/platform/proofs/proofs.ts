import { z } from 'zod'
import {
  type Finding,
  finding,
  type ProofName,
  type ProofStep,
  proofName,
  proofStep,
} from '#contract/proofs.ts'
import type { System, SystemState } from '#contract/system.ts'
import type { Executor } from '#server/db/database.ts'
import { findProofs, type ProofRow, writeProof } from './queries.ts'

/** What a proof came to. */
export interface Proved {
  readonly proof: ProofName
  readonly outcome: 'passed' | 'failed' | 'impossible'
  /** Undefined: now. */
  readonly at?: Date
  /** The machine, where it may be another one. */
  readonly host?: string
  readonly step?: ProofStep
  readonly findings?: readonly Finding[]
  readonly seconds?: number
}

/** More differences of one run tell nothing more. */
const most = 10

/** Writes down what a proof came to; of each proof the last one stays. */
export async function recordProof(
  db: Executor,
  { proof, outcome, at, host, step, findings = [], seconds }: Proved,
): Promise<void> {
  await writeProof(db, {
    proof,
    outcome,
    at: at ?? null,
    host: host ?? null,
    step: step ?? null,
    findings: findings.slice(0, most),
    seconds: seconds ?? null,
  })
}

/** What of the proofs is switched on. */
export interface ProofSettings {
  readonly selfTest?: boolean | undefined
  readonly folders: { readonly backups?: string | undefined }
}

export type ShownProof = System['proofs']['list'][number]

/** Hours after which a proof that passed is too old. A drill may be done elsewhere, once a month. */
const oldHours: Readonly<Record<ProofName, number>> = {
  self_test: 3,
  golden_cases: 3,
  restore_drill: 35 * 24,
}

/** All proofs with their last outcome, also those that are switched off. */
export async function readProofs(db: Executor, settings: ProofSettings): Promise<ShownProof[]> {
  const rows = await findProofs(db)
  const on: Readonly<Record<ProofName, boolean>> = {
    self_test: settings.selfTest === true,
    golden_cases: true,
    restore_drill: settings.folders.backups !== undefined,
  }
  return proofName.options.map((proof) =>
    shownProof(proof, on[proof] ? rows.find((row) => row.proof === proof) : 'off'),
  )
}

const nothing = { at: null, passedAt: null, host: null, step: null, findings: [], seconds: null }

function shownProof(proof: ProofName, row: ProofRow | 'off' | undefined): ShownProof {
  if (row === 'off') return { ...nothing, proof, outcome: 'off', state: 'good' }
  if (row === undefined) return { ...nothing, proof, outcome: 'pending', state: 'good' }
  const { outcome, at, passedAt, host, seconds } = row
  const old = Date.now() - at.getTime() > oldHours[proof] * 3_600_000
  return {
    proof,
    outcome,
    state: stateOf(outcome, old),
    at: at.toISOString(),
    passedAt: passedAt?.toISOString() ?? null,
    host,
    step: proofStep.safeParse(row.step).data ?? null,
    findings: z.array(finding).safeParse(row.findings).data ?? [],
    seconds,
  }
}

function stateOf(outcome: ProofRow['outcome'], old: boolean): SystemState {
  if (outcome === 'failed' || (outcome === 'impossible' && old)) return 'bad'
  return old || outcome === 'impossible' ? 'look' : 'good'
}
