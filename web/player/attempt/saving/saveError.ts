import type { CallFailure } from '../../api.ts'
import { t } from '../../words.ts'

/** The message that is stored and shown for a failed save. */
export function saveErrorOf({ status, code, message }: CallFailure): string {
  if (code === 'foreign') return t('player:failure.foreign')
  if (status === 404) return t('player:saveError.notFound')
  if (status > 0) return message || t('player:saveError.http', { message: String(status) })
  return t('player:saveError.unexpected')
}
