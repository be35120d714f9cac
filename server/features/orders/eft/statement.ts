import type { LeftOutReason } from '#contract/eft.ts'

/** Money that came in, as a bank's statement has it. */
export interface Transfer {
  /** The IBAN of the account, or the bank's name. */
  readonly account: string
  /** The bank's day, yyyy-mm-dd. */
  readonly bookedOn: string
  readonly amountKurus: number
  readonly sender: string
  readonly description: string
  /** The bank's own number of the movement; empty where it gives none. */
  readonly entryRef: string
}

/** The number of entries that were left out, by the reason. */
export type LeftOut = Record<LeftOutReason, number>

export const nothingLeftOut: Readonly<LeftOut> = {
  no_day: 0,
  reversal: 0,
  outgoing: 0,
  unclear_direction: 0,
  currency: 0,
  not_booked: 0,
  no_amount: 0,
}

/** A file that is no statement. */
export class StatementError extends Error {
  override readonly name = 'StatementError'
}

/** The most lines that a statement may have. */
export const maxLines = 10_000

/** One line of text, without what a database can't keep. */
export const plain = (text: string, longest: number): string =>
  text
    .replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim()
    .slice(0, longest)
    .replace(/\p{Cs}$/u, '')
