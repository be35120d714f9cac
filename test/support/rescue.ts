import { fromBase64url, toBase64url } from '#contract/rescueFile.ts'
import type { Rescued } from '#contract/rescues.ts'
import type { ResponseValue } from '#contract/responses.ts'
import { seal } from '../../web/player/rescue/seal.ts'
import type { Started } from './taking.ts'

/** The answers on a device that it cannot send; every answer was given now unless it has a time. */
export function unsent(
  { epoch }: Pick<Started, 'epoch'>,
  answers: Record<string, { value: ResponseValue; seq: number; at?: string }>,
  more: Partial<Rescued> = {},
): Rescued {
  const now = Date.now()
  const given = (at: string | undefined) => (at === undefined ? now : Date.parse(at))
  const since = Math.min(...Object.values(answers).map(({ at }) => given(at)))
  return {
    epoch,
    since: new Date(since).toISOString(),
    answers: Object.entries(answers).map(([id, { value, seq, at }]) => [
      id,
      seq,
      value,
      given(at) - since,
      1200,
    ]),
    handedIn: false,
    readAloud: false,
    autoNext: false,
    ...more,
  }
}

/** Encrypted as the player does it, in base64url. */
export const sealed = async (
  { testId, rescueKey }: Pick<Started, 'testId' | 'rescueKey'>,
  content: Rescued,
): Promise<string> => toBase64url(await seal(testId, rescueKey, content))

/** Returns the rescue with one byte changed. */
export function tampered(rescue: string, at: number): string {
  const bytes = fromBase64url(rescue)
  const place = at % bytes.length
  bytes[place] = (bytes[place] ?? 0) ^ 1
  return toBase64url(bytes)
}
