import { plainText } from './fields.ts'

/** A number as people write it, `454 053 6920` too, without its spaces. */
export const compactNumber = (text: string): string => plainText(text).replace(/\s+/g, '')

/**
 * True for a possible VKN, the tax number of a company (vergi kimlik numarası): ten digits, the last one a check
 * digit. Digit i of the first nine (counted from 1) gives t = (digit + 10 − i) mod 10, then v = 9 where t is 9 and
 * t · 2^(10−i) mod 9 elsewhere; the check digit is what takes the sum of all v to the next ten.
 *
 * For each place v is a permutation of the ten digits: one digit typed wrong is always found. Two digits that changed
 * places may go unnoticed, and the number need not belong to anybody.
 *
 * Source: the rule that the Revenue Administration's own query applies (turkiye.gov.tr, "Vergi kimlik numarası
 * doğrulama"), as independent implementations publish it (python-stdnum, `stdnum.tr.vkn`).
 */
export function isTaxNumber(text: string): boolean {
  if (!/^[0-9]{10}$/.test(text)) return false
  const digits = [...text].map(Number)
  const check = digits.pop()
  const sum = digits.reduce((total, digit, at) => {
    const shifted = (digit + 9 - at) % 10
    return total + (shifted === 9 ? 9 : (shifted * 2 ** (9 - at)) % 9)
  }, 0)
  return check === (10 - (sum % 10)) % 10
}

/**
 * True for a possible TCKN, the identity number of a person (T.C. kimlik numarası): eleven digits, the first one
 * not 0, the last two check digits. The tenth is 7 times the sum of the digits in odd places less the sum of those in
 * even places (of the first nine), mod 10; the eleventh is the sum of the first ten, mod 10.
 *
 * One digit typed wrong is always found: it changes the sum behind the eleventh. So are two neighbours among the first
 * nine that changed places, unless they are 5 apart. Nothing is said of whether anybody has the number.
 *
 * Source: Turkish Identification Number in Wikipedia, and independent implementations (python-stdnum,
 * `stdnum.tr.tckimlik`).
 */
export function isIdentityNumber(text: string): boolean {
  if (!/^[1-9][0-9]{10}$/.test(text)) return false
  const digits = [...text].map(Number)
  const sum = (places: readonly number[]) => places.reduce((total, place) => total + (digits[place] ?? 0), 0)
  const odd = sum([0, 2, 4, 6, 8])
  const even = sum([1, 3, 5, 7])
  // 90 is a multiple of ten that keeps the remainder from being negative.
  return digits[9] === (7 * odd - even + 90) % 10 && digits[10] === (odd + even + (digits[9] ?? 0)) % 10
}
