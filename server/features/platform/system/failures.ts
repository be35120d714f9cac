import type { FailureReason, FailedJob as ShownJob } from '#contract/system.ts'
import { isMail } from '#server/jobs/counts.ts'
import type { FailedJob } from '#server/jobs/queries.ts'

/** A failed job as it may be shown: without its payload and its error's words, which may quote addresses, names and answers. */
export function describeFailure({ failedAt, error, ...job }: FailedJob): ShownJob {
  return {
    ...job,
    failedAt: failedAt.toISOString(),
    reason: reasonOf({ ...job, error }),
    codes: isMail(job.name) ? codesOf(error) : '',
  }
}

const database =
  /violates|deadlock|statement timeout|terminating connection|Connection terminated|ECONNREFUSED/

/** The reason in an error's words. Those of mails are made in server/mail/smtp.ts. */
function reasonOf({ name, error }: Pick<FailedJob, 'name' | 'error'>): FailureReason {
  if (error.startsWith('payload of ')) return 'other_version'
  if (isMail(name) && /^(address refused|not one mail address)/.test(error)) return 'address_refused'
  if (isMail(name) && error.startsWith('mail not sent'))
    return codesOf(error) === '' ? 'mail_unreachable' : 'mail_refused'
  return database.test(error) ? 'database' : 'unknown'
}

/** The mail server's numbers in an error of a mail: "550 5.1.1". */
const codesOf = (error: string): string =>
  (error.match(/\b[45]\d\d\b|\b[45]\.\d{1,3}\.\d{1,3}\b/g) ?? []).slice(0, 3).join(' ')
