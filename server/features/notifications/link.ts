import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Notification, notification } from '#contract/notifications.ts'
import { addressOf } from '#contract/pages.ts'

/** The mails that a link stops: of one kind, about one client, to one of its managers. */
export interface Stopped {
  readonly clientId: string
  readonly membershipId: string
  readonly notification: Notification
}

const idBytes = 16
const macBytes = 32

/**
 * The address that stops some mails. It is derived from the installation's key, so that every mail has the same one and
 * nothing is stored.
 */
export function unsubscribeUrl(publicUrl: string, slipKey: Buffer, stopped: Stopped): string {
  const ids = Buffer.concat([bytesOf(stopped.clientId), bytesOf(stopped.membershipId)])
  const secret = Buffer.concat([ids, macOf(slipKey, stopped)]).toString('base64url')
  return publicUrl + addressOf('unsubscribe', { token: `${stopped.notification}-${secret}` })
}

/** The mails that the end of such an address stops; undefined unless this installation made it. */
export function readUnsubscribe(slipKey: Buffer, token: string): Stopped | undefined {
  const [, kind, secret = ''] = /^([a-z]+)-([\w-]+)$/.exec(token) ?? []
  const named = notification.safeParse(kind)
  const bytes = Buffer.from(secret, 'base64url')
  if (!named.success || bytes.length !== 2 * idBytes + macBytes) return undefined
  const stopped = {
    clientId: idOf(bytes.subarray(0, idBytes)),
    membershipId: idOf(bytes.subarray(idBytes, 2 * idBytes)),
    notification: named.data,
  }
  return timingSafeEqual(macOf(slipKey, stopped), bytes.subarray(2 * idBytes)) ? stopped : undefined
}

const macOf = (slipKey: Buffer, { clientId, membershipId, notification: kind }: Stopped) =>
  createHmac('sha256', slipKey).update(`unsubscribe ${kind} ${clientId} ${membershipId}`).digest()

const bytesOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')

const idOf = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
