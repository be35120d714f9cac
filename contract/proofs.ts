import { z } from 'zod'

/** The things that an installation proves of itself. */
export const proofName = z.enum(['self_test', 'golden_cases', 'restore_drill'])
export type ProofName = z.infer<typeof proofName>

/** The steps of the three proofs, in their order: the one that failed is named. */
export const proofStep = z.enum([
  'prepare',
  'page',
  'open',
  'notices',
  'start',
  'answers',
  'submit',
  'receipt',
  'stored',
  'score',
  'report',
  'paper',
  'erase',
  'cases',
  'backup',
  'restore',
])
export type ProofStep = z.infer<typeof proofStep>

const shown = z.string().max(500)

/** A difference that a proof found. Its values quote scores, numbers and codes: never a link, a token or somebody's words. */
export const finding = z.discriminatedUnion('code', [
  /** No answer: `reason` is the system's code, such as `ECONNREFUSED`. */
  z.object({ code: z.literal('unreachable'), reason: shown }),
  z.object({ code: z.literal('status'), status: z.number().int(), problem: shown }),
  /** The answer isn't what the contract says. */
  z.object({ code: z.literal('unreadable') }),
  z.object({ code: z.literal('differs'), what: shown, expected: shown, found: shown }),
  z.object({ code: z.literal('no_cases') }),
  z.object({ code: z.literal('no_backup') }),
  /** The backup is encrypted for a key that isn't here. */
  z.object({ code: z.literal('encrypted') }),
  /** The report of a drill isn't signed with this installation's key. */
  z.object({ code: z.literal('unsigned') }),
  z.object({ code: z.literal('no_room'), folder: shown }),
  /** A sentence of the command. */
  z.object({ code: z.literal('said'), text: shown }),
  /** The log has it. */
  z.object({ code: z.literal('unexpected') }),
])
export type Finding = z.infer<typeof finding>
