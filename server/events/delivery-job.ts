import { z } from 'zod'
import { id } from '#contract/fields.ts'
import type { Declared } from '#server/jobs/define.ts'

const payload = z.strictObject({
  clientId: id,
  id,
  webhookId: id,
  /** The delivery's turn that this job is for. */
  turn: z.number().int(),
})

/** One try of a delivery; `features/integrations/webhooks` runs it. */
export const deliveryJob = {
  name: 'deliver_webhook',
  payload,
  // Its own, for processes that end within a try. The tries of a delivery are jobs of their own.
  maxAttempts: 16,
  priority: 5,
  queue: null,
} satisfies Declared<typeof payload>

export type DeliveryTurn = z.infer<typeof payload>

/** Deliveries to one webhook run one at a time, on however many servers: one that hangs delays no other. */
export const queueOf = ({ webhookId }: Pick<DeliveryTurn, 'webhookId'>): string => `webhook ${webhookId}`
