import { concat, fromBase64url, headOf } from '#contract/rescueFile.ts'
import type { Rescued } from '#contract/rescues.ts'
import type { LiveState } from '../attempt/liveState.ts'
import { nextBatch, sentValue } from '../attempt/saving/batches.ts'
import { responsesOf } from '../attempt/saving/sender.ts'

/** The server takes a receipt for ten minutes. */
const receiptLifeMs = 10 * 60_000

/** The answers that the server has not stored, for a person who delivers them. */
export function rescuedOf({ head, progress }: Pick<LiveState, 'head' | 'progress'>, now: number): Rescued {
  const unsent = Object.entries(nextBatch(progress, Number.POSITIVE_INFINITY))
  const since = unsent.reduce((first, [, { at }]) => Math.min(first, Date.parse(at)), now)
  const list = (progress.receipts ?? [])
    .filter(({ at }) => now - Date.parse(at) < receiptLifeMs)
    .map(({ at, proof, epoch, batch }) => ({ at, proof, epoch, responses: responsesOf(batch) }))
  return {
    epoch: progress.epoch,
    since: new Date(since).toISOString(),
    answers: unsent.map(([id, kept]) => [
      id,
      kept.seq,
      sentValue(kept),
      Date.parse(kept.at) - since,
      kept.elapsedMs ?? null,
    ]),
    handedIn: progress.submitting,
    readAloud: progress.readAloud === 'used',
    autoNext: progress.autoNext === 'used',
    ...(list.length > 0 && { receipts: { token: head.attemptToken, list } }),
  }
}

/**
 * Encrypts it for the server: AES-256-GCM with the attempt's own key, which `start` gave. Whose attempt it is stays readable, and
 * cannot be changed.
 */
export async function seal(testId: string, rescueKey: string, content: Rescued): Promise<Uint8Array> {
  const head = headOf(testId)
  const nonce = crypto.getRandomValues(new Uint8Array(12))
  const key = await crypto.subtle.importKey('raw', fromBase64url(rescueKey), 'AES-GCM', false, ['encrypt'])
  const how = { name: 'AES-GCM', iv: nonce, additionalData: head }
  const text = new TextEncoder().encode(JSON.stringify(content))
  return concat([head, nonce, new Uint8Array(await crypto.subtle.encrypt(how, key, text))])
}
