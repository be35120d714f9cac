import { FieldFailure } from '#server/http/failure.ts'
import { fold, isCommon } from './common.ts'

const product = 'terazi'

interface Owner {
  email: string | null
}

/**
 * Refuses a password that somebody would guess first. Its length is the contract's matter.
 * @throws FieldFailure under the name the field has in the call
 */
export function refuseEasyPassword(field: string, password: string, { email }: Owner): void {
  if (isMostly(password, [product])) throw new FieldFailure({ [field]: { key: 'password_product' } })
  if (email !== null && isMostly(password, ownWords(email)))
    throw new FieldFailure({ [field]: { key: 'password_own_email' } })
  if (isCommon(password)) throw new FieldFailure({ [field]: { key: 'password_common' } })
}

/** The address, and the parts of it that are long enough to be words. */
function ownWords(email: string): string[] {
  const [local = '', domain = ''] = email.split('@')
  return [email, local, domain, domain.split('.')[0] ?? ''].filter((word) => word.length >= 4)
}

/** True when next to nothing but these words is left: fewer than four letters beside digits and signs. */
function isMostly(password: string, words: readonly string[]): boolean {
  const folded = fold(password)
  const found = words.map(fold).filter((word) => folded.includes(word))
  if (found.length === 0) return false
  const rest = found.reduce((text, word) => text.replaceAll(word, ' '), folded)
  return (rest.match(/\p{L}/gu) ?? []).length < 4
}
