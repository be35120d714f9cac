import { z } from 'zod'

/** The refunded part of each line of an order, and the provider's progress with it. */
export const refundLines = z.array(
  z.object({
    inventoryId: z.string(),
    quantity: z.number(),
    /** The order's share. */
    kurus: z.number(),
    /** The part that reaches the card or the account. */
    returnedKurus: z.number(),
    transactionId: z.string().nullable(),
    /** `asked`: the provider was asked and its answer is not known. */
    state: z.enum(['open', 'asked', 'done', 'refused']),
    /** The number of times the provider was asked, and below the last time. */
    asks: z.number(),
    askedAt: z.iso.datetime().nullable(),
  }),
)
export type RefundLines = z.infer<typeof refundLines>

/** The lines of a refund that is done without those that the provider refused; of any other what was asked for. */
export function refundedLinesOf(refund: { state: string; lines: unknown }): RefundLines {
  const lines = refundLines.parse(refund.lines)
  return refund.state === 'succeeded' ? lines.filter((line) => line.state === 'done') : lines
}
