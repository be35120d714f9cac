import type { Received } from '#contract/responses.ts'
import type { Progress, Receipt } from '../model.ts'
import { type Batch, nextBatch, sameAnswer } from './batches.ts'

// The server can be there while its database is not. It says then, signed, that answers have arrived. Where they are
// stored only after the limit, that is what makes them count.

/** More than any outage makes; an entry is as small as the answers in it. */
const most = 100

const isFor = ({ batch }: Receipt, other: Batch) =>
  Object.keys(batch).length === Object.keys(other).length &&
  Object.entries(other).every(([id, kept]) => sameAnswer(batch[id], kept))

/** The receipt for exactly these answers. */
export const receiptFor = ({ receipts = [] }: Progress, batch: Batch): Receipt | undefined =>
  receipts.find((receipt) => isFor(receipt, batch))

/**
 * The next answers to send: the oldest unsent ones without a receipt, so that each gets one during an outage; then those
 * with a receipt, grouped as they were.
 */
export function nextToSend(progress: Progress, size: number): Batch {
  const { receipts = [], answers } = progress
  if (receipts.length === 0) return nextBatch(progress, size)
  const others = Object.entries(answers).filter(
    ([id, kept]) => !receipts.some(({ batch }) => sameAnswer(batch[id], kept)),
  )
  const first = nextBatch({ ...progress, answers: Object.fromEntries(others) }, size)
  if (Object.keys(first).length > 0) return first
  return receipts.find((receipt) => isUseful(progress, receipt))?.batch ?? {}
}

/** True if the receipt is for an answer that is still to be sent and has not changed since. */
const isUseful = ({ answers }: Progress, { batch }: Receipt) =>
  Object.entries(batch).some(([id, kept]) => answers[id]?.state === 'unsent' && sameAnswer(answers[id], kept))

/** The first receipt for some answers counts; a later one says less. */
export function withReceipt(progress: Progress, batch: Batch, received: Received): Progress {
  const { receipts = [], epoch } = progress
  if (receiptFor(progress, batch) !== undefined) return progress
  const useful = receipts.filter((receipt) => isUseful(progress, receipt))
  return { ...progress, receipts: [...useful, { ...received, epoch, batch }].slice(-most) }
}

/** Removes the receipt for these answers, because they were taken or the server does not know it. */
export function withoutReceipt(progress: Progress, batch: Batch): Progress {
  const { receipts = [], ...rest } = progress
  const left = receipts.filter((receipt) => !isFor(receipt, batch) && isUseful(progress, receipt))
  return left.length === 0 ? rest : { ...rest, receipts: left }
}
