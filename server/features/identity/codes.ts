import { createHmac, randomInt } from 'node:crypto'

/** Six digits to type from a mail. */
export const newDigits = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** What is stored in a code's place. Without the key a million codes are tried in a second. */
export function hashCode(key: Buffer, checkId: string, digits: string): Buffer {
  return createHmac('sha256', key).update(`identity code ${checkId} ${digits}`).digest()
}
