import { z } from 'zod'

/** What a refund gives back of each line of its order, and how far the provider is with it. */
export const refundLines = z.array(
  z.object({
    inventoryId: z.string(),
    quantity: z.number(),
    /** The order's share. */
    kurus: z.number(),
    /** What of it reaches the card or the account. */
    returnedKurus: z.number(),
    transactionId: z.string().nullable(),
    /** `asked`: the provider was asked and its answer is not known. */
    state: z.enum(['open', 'asked', 'done', 'refused']),
    /** How often the provider was asked, and when last. */
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
