import type { askForCode, confirmIdentity } from '#contract/identity.ts'
import type { AnswerOf } from '#contract/kit.ts'
import type { confirmOwnAddress, getOwnData, updateOwnProfile } from '#contract/own-data.ts'
import type { listOwnRequests, makeRequest } from '#contract/requests.ts'
import { type CallFailure, failureOf, type Shape } from '../api.ts'
import { networkWords } from '../networkWords.ts'
import { t } from '../words.ts'

export const calls = {
  ask: { method: 'POST', path: '/participant/identity/', has: ['contact'] } as Shape<typeof askForCode>,
  confirm: {
    method: 'POST',
    path: '/participant/identity/confirm/',
    has: ['provedUntil'],
  } as Shape<typeof confirmIdentity>,
  data: { method: 'GET', path: '/participant/data/', has: ['clients', 'account'] } as Shape<
    typeof getOwnData
  >,
  requests: { method: 'GET', path: '/participant/requests/', has: ['results'] } as Shape<
    typeof listOwnRequests
  >,
  makeRequest: { method: 'POST', path: '/participant/requests/', has: ['id', 'dueAt'] } as Shape<
    typeof makeRequest
  >,
  correct: { method: 'PUT', path: '/participant/profile/', has: ['name', 'pendingEmail'] } as Shape<
    typeof updateOwnProfile
  >,
  confirmEmail: {
    method: 'POST',
    path: '/participant/profile/email/',
    has: ['name', 'pendingEmail'],
  } as Shape<typeof confirmOwnAddress>,
}

export type OwnData = AnswerOf<typeof getOwnData>
export type Profile = AnswerOf<typeof updateOwnProfile>

/** The error message to show; after too many tries it also says how long to wait. */
export function failureWords({ status, code, message, retryAfterMs }: CallFailure): string {
  if (status === 0) return networkWords({ code }, 'my-data:network')
  if (status === 429 && retryAfterMs > 0)
    return t('player:code.tooMany', { count: Math.max(1, Math.ceil(retryAfterMs / 60_000)) })
  return message || t('player:failure.server')
}

/** Saves a file on this device. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

/** A PDF of somebody's own; a plain link could not carry the session. @throws CallFailure */
export async function fetchPdf(path: string, token: string, locale: string): Promise<Blob> {
  const response = await fetch(`/api${path}?lang=${locale}`, {
    headers: { authorization: `Token ${token}`, 'accept-language': locale },
  })
  if (response.ok) return response.blob()
  throw await failureOf(response)
}
