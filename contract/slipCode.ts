/** Crockford's base32: digits and capitals without I, L, O and U. */
export const slipCodeLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Characters of a slip's code: 12 of 32 letters are 60 bits. */
export const slipCodeLength = 12

/** Characters of the codes that were printed before. They open until their link ends. */
export const longSlipCodeLength = 28

const groupLength = 4

/** Letters that no code has, and what they were read from. The two Turkish i's are what a Turkish keyboard makes of an I. */
const misread: Readonly<Record<string, string>> = { O: '0', I: '1', İ: '1', L: '1', U: 'V' }

/**
 * The code within what somebody typed: small letters, spaces, hyphens and look-alikes are understood, all other
 * characters are left out.
 * @returns its characters, as many as there are: a whole code has 12, one from before 28
 */
export function readSlipCode(typed: string): string {
  return [...typed.toUpperCase()]
    .map((letter) => misread[letter] ?? letter)
    .filter((letter) => slipCodeLetters.includes(letter))
    .join('')
}

/** A code, or the beginning of one, in groups of four. */
export function slipCodeGroups(code: string): string[] {
  return code.match(new RegExp(`.{1,${groupLength}}`, 'g')) ?? []
}

/** The page on which a code is typed. Short: the slip names it, and people type it. */
export const slipCodePage = '/k'
