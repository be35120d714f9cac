import type { CallFailure } from './api.ts'
import { t } from './words.ts'

/** Why nothing of the product's came back, and what to do about it. @param otherwise what is said of a missing connection */
export const networkWords = (
  { code }: Pick<CallFailure, 'code'>,
  otherwise = 'player:failure.network',
): string => t(code === 'foreign' ? 'player:failure.foreign' : otherwise)
