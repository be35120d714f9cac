import { createHash } from 'node:crypto'
import { type CurrentJob, PermanentFailure } from '#server/jobs/define.ts'
import type { JobDeps } from '#server/jobs/deps.ts'
import { InvalidAddress } from './clean.ts'
import type { Message } from './mailer.ts'
import { noteMail } from './queries.ts'
import { Unconfirmed } from './unconfirmed.ts'

/**
 * Sends a job's mail, and notes its outcome for those who help its person. An address that the server refuses for good is
 * logged with its owner's id and not tried again.
 * @param userId null where nobody has shown that the address is theirs: nothing is noted, and its refusal is no failure
 * @throws PermanentFailure for such an address; any other error means that the job tries again later
 */
export async function deliver(
  deps: Pick<JobDeps, 'db' | 'mailer' | 'log'>,
  message: Message,
  userId: string | null,
  current: CurrentJob,
): Promise<void> {
  const { mailer, log } = deps
  const note = noting(deps, message, userId, current)
  try {
    await mailer.send(message, current.signal)
  } catch (error) {
    await note(error)
    if (!(error instanceof InvalidAddress)) throw error
    log.warn({ userId, kind: message.kind, reason: error.message }, 'mail address refused')
    if (userId === null) return
    throw new PermanentFailure(error.message)
  }
  await note()
}

/** A note that can't be written changes nothing of the mail: sent twice would be worse. */
function noting(
  { db, log }: Pick<JobDeps, 'db' | 'log'>,
  { kind, to, clientId, content }: Message,
  userId: string | null,
  current: CurrentJob,
) {
  return async (error?: unknown): Promise<void> => {
    if (userId === null) return
    const last = error instanceof InvalidAddress || current.attempt >= current.maxAttempts
    try {
      await noteMail(db, {
        userId,
        clientId: clientId ?? null,
        kind,
        address: to.address,
        tries: current.attempt,
        job: `${current.id} ${current.createdAt.toISOString()}`,
        outcome: error === undefined ? 'sent' : last ? 'failed' : 'retrying',
        failure: error === undefined ? null : failureOf(error),
        failureCode: error === undefined ? '' : codesOf(error),
        linkHash: hashOfLink(content.action?.url),
      })
    } catch (problem) {
      log.warn({ userId, kind, problem: String(problem) }, 'a mail was not noted')
    }
  }
}

function failureOf(error: unknown): 'address_refused' | 'not_sent' | 'unconfirmed' {
  if (error instanceof InvalidAddress) return 'address_refused'
  return error instanceof Unconfirmed ? 'unconfirmed' : 'not_sent'
}

/** The mail server's numbers: "550 5.1.1". Its words, and ours, stay in the log. */
function codesOf(error: unknown): string {
  const words = error instanceof Error ? error.message : ''
  return (words.match(/\b[245]\d\d\b|\b[245]\.\d{1,3}\.\d{1,3}\b/g) ?? []).join(' ')
}

/** The hash of a link's secret part, by which links are stored. */
function hashOfLink(url: string | undefined): Buffer | null {
  const [, token] = /\/(?:magic-link|reset-password)\/[\w-]+\/([\w-]+)$/.exec(url ?? '') ?? []
  return token === undefined ? null : createHash('sha256').update(token).digest()
}
