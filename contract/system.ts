import { z } from 'zod'
import { id, moment } from './fields.ts'
import { call } from './kit.ts'
import { finding, proofName, proofStep } from './proofs.ts'

const count = z.number().int().min(0)

/** `good`; `look` when somebody should look soon; `bad` when somebody has to act now. */
export const systemState = z.enum(['good', 'look', 'bad'])
export type SystemState = z.infer<typeof systemState>

/** One part of the system page. A part that an installation doesn't have is left out of the answer. */
const part = z.object({ state: systemState })

/** Reasons in place of an error's words, which may quote addresses. */
export const failureReason = z.enum([
  'address_refused',
  'mail_refused',
  'mail_unreachable',
  'database',
  'other_version',
  'unknown',
])
export type FailureReason = z.infer<typeof failureReason>

const failedJob = z.object({
  id: z.string(),
  /** The kind of work, such as `send_invitation`. */
  name: z.string(),
  attempts: count,
  failedAt: moment,
  reason: failureReason,
  /** The mail server's numbers, such as `550 5.1.1`; empty for other work. */
  codes: z.string(),
})
export type FailedJob = z.infer<typeof failedJob>

export const system = z.object({
  at: moment,
  /** Only while a restored installation waits to be activated: nothing runs until then. */
  held: part.extend({ since: moment, takenAt: moment }).optional(),
  database: part.extend({
    bytes: count,
    connections: z.object({ used: count, most: count }),
    /** Standbys, and how many seconds the slowest is behind. */
    replicas: z.object({ count, lagSeconds: z.number().min(0) }),
  }),
  /** Processes that wrote to the database within the last minute. */
  processes: part.extend({
    list: z.array(
      z.object({
        id,
        host: z.string(),
        version: z.string(),
        node: z.string(),
        startedAt: moment,
        silentSeconds: count,
      }),
    ),
  }),
  jobs: part.extend({
    waiting: count,
    later: count,
    running: count,
    oldestSeconds: count,
    /** Jobs that nobody tries any more, those that failed last first. */
    failed: z.object({ count, first: z.array(failedJob) }),
  }),
  mails: part.extend({
    /** Mails of the last 24 hours to people with an account. */
    sent: count,
    failing: count,
    oldestSeconds: count,
    failed: count,
  }),
  /** Left out where none are made and none have to be: outside production, without a folder for them. */
  backups: part
    .extend({
      /** null: no folder is set, so none are made. */
      folder: z.string().nullable(),
      /** False when the folder can't be read. */
      readable: z.boolean(),
      newest: z
        .object({ takenAt: moment, ageSeconds: count, bytes: count, encrypted: z.boolean() })
        .nullable(),
    })
    .optional(),
  disks: part.extend({
    list: z.array(
      part.extend({ folder: z.enum(['data', 'database', 'backups']), freeBytes: count, sizeBytes: count }),
    ),
  }),
  versions: part.extend({
    application: z.string(),
    node: z.string(),
    postgres: z.string(),
    migration: z.string(),
  }),
  clock: part.extend({ differenceSeconds: z.number() }),
  /** The proofs that the installation repeats. */
  proofs: part.extend({
    list: z.array(
      part.extend({
        proof: proofName,
        /** `pending`: it has not run yet; `impossible`: it could not be done here. */
        outcome: z.enum(['passed', 'failed', 'impossible', 'pending', 'off']),
        at: moment.nullable(),
        /** When it passed last. */
        passedAt: moment.nullable(),
        /** The machine that did a drill. */
        host: z.string().nullable(),
        /** The step that failed, and what was wrong. */
        step: proofStep.nullable(),
        findings: z.array(finding),
        seconds: z.number().min(0).nullable(),
      }),
    ),
  }),
  /** The public address's; only where it is `https:`. `found` is null while it could not be read. */
  certificate: part
    .extend({
      host: z.string(),
      found: z
        .object({
          subject: z.string(),
          issuer: z.string(),
          validUntil: moment,
          days: z.number().int(),
          problem: z.enum(['expired', 'other_name', 'untrusted']).nullable(),
        })
        .nullable(),
    })
    .optional(),
})
export type System = z.infer<typeof system>

export const getSystem = call({
  name: 'getSystem',
  method: 'GET',
  path: '/system/',
  tag: 'Operation',
  summary:
    'How the installation is: database, processes, jobs, mails, backups, disks, versions, clock, certificate',
  access: 'admin',
  answer: { status: 200, json: system },
  errors: [],
})

export const retryJob = call({
  name: 'retryJob',
  method: 'POST',
  path: '/system/jobs/:jobId/retry/',
  tag: 'Operation',
  summary: 'Try a failed job again now, such as a mail that was not sent',
  access: 'admin',
  subject: 'failedJob',
  params: z.object({ jobId: z.string().regex(/^\d{1,18}$/) }),
  answer: { status: 204 },
  errors: ['not_found'],
})
