/**
 * Digits of a code that somebody types on a test day's tablet: three that name the person on that day, so that a code can be tried
 * against one person only, eight that nobody knows, and one that checks the others.
 */
export const dayCodeLength = 12
/** The number of digits that name the person. */
export const dayCodeNumberLength = 3

// Damm's quasigroup of order 10 (H. Michael Damm, "Total anti-symmetrische Quasigruppen", 2004).
const damm = [
  [0, 3, 1, 7, 5, 9, 8, 6, 4, 2],
  [7, 0, 9, 2, 1, 5, 4, 8, 6, 3],
  [4, 2, 0, 6, 8, 7, 1, 3, 5, 9],
  [1, 7, 5, 0, 9, 8, 3, 4, 2, 6],
  [6, 1, 2, 3, 0, 4, 5, 9, 7, 8],
  [3, 6, 7, 4, 2, 0, 9, 5, 8, 1],
  [5, 8, 6, 9, 7, 2, 0, 1, 3, 4],
  [8, 9, 4, 5, 3, 6, 2, 0, 1, 7],
  [9, 4, 3, 8, 6, 1, 7, 2, 0, 5],
  [2, 5, 8, 1, 4, 3, 6, 7, 9, 0],
] as const

const check = (digits: string): number =>
  [...digits].reduce((before, digit) => damm[before]?.[Number(digit)] ?? before, 0)

/**
 * A code of twelve digits.
 * @param number the person's on the day, 0 to 999
 * @param secret 0 to 99,999,999
 * @returns with the digit that checks them: every single wrong digit and every exchange of neighbours is noticed
 */
export function dayCodeOf(number: number, secret: number): string {
  const digits = String(number).padStart(dayCodeNumberLength, '0') + String(secret).padStart(8, '0')
  return digits + String(check(digits))
}

/** True when twelve digits can be a code: the last one fits the others. */
export const isDayCode = (code: string): boolean => /^\d{12}$/.test(code) && check(code) === 0

/** Splits a code into the groups in which paper and screens show it. */
export const dayCodeGroups = (code: string): string[] => code.match(/.{1,4}/g) ?? []
