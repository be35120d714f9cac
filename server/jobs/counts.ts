/** Outcomes of the work in the background since this process started, for its metrics. */
export interface WorkCounts {
  /** Mails that the mail server took, and tries of mails that it did not take. */
  mailsSent: number
  mailsFailed: number
  /** Mails that nobody tries any more. */
  mailsGivenUp: number
  /** Runs of jobs that failed and are repeated, and jobs that nobody tries any more. Mails are jobs. */
  jobsRetried: number
  jobsGivenUp: number
  /** Messages that the receivers of webhooks took, tries that failed, and messages that nobody tries any more. */
  webhooksDelivered: number
  webhooksFailed: number
  webhooksGivenUp: number
}

export const newCounts = (): WorkCounts => ({
  mailsSent: 0,
  mailsFailed: 0,
  mailsGivenUp: 0,
  jobsRetried: 0,
  jobsGivenUp: 0,
  webhooksDelivered: 0,
  webhooksFailed: 0,
  webhooksGivenUp: 0,
})

/** True when a job of this name is a mail. */
export const isMail = (name: string): boolean => name.startsWith('send_')
