import { createHmac, randomBytes } from 'node:crypto'
import { seal, unseal } from '#server/sealing.ts'

const prefix = 'whsec_'
const purpose = 'terazi webhook secret'

/** A secret as Standard Webhooks writes it, of 32 random bytes. */
export const newWebhookSecret = (): string => prefix + randomBytes(32).toString('base64')

export interface OfWebhook {
  readonly clientId: string
  readonly id: string
}

const rowOf = ({ clientId, id }: OfWebhook) => `${clientId} ${id}`

export const sealSecret = (slipKey: Buffer, webhook: OfWebhook, secret: string): Buffer =>
  seal(slipKey, purpose, rowOf(webhook), Buffer.from(secret))

export const openSecret = (slipKey: Buffer, webhook: OfWebhook, sealed: Buffer): string =>
  unseal(slipKey, purpose, rowOf(webhook), sealed).toString()

/** The headers of a delivery by Standard Webhooks, with a signature by each secret. */
export function signedHeaders(
  secrets: readonly string[],
  { id, body, at }: { id: string; body: string; at: Date },
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signature = (secret: string) =>
    `v1,${createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')}`
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(signature).join(' '),
  }
}
