import type { CallFailure } from '../api.ts'
import { t } from '../words.ts'

/** What is stored and shown of a save that failed. */
export function saveErrorOf({ status, code, message }: CallFailure): string {
  if (status === 404) return t('player:saveError.notFound')
  if (status > 0) return message || t('player:saveError.http', { message: String(status) })
  // An answer came, and it is not the product's: its status names the problem.
  if (code === 'no_answer' && message !== '') return t('player:saveError.http', { message })
  return t('player:saveError.unexpected')
}
