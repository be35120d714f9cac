/** Characters of a code that makes a device a tablet of a test day: 10 of the letters of slips' codes are 50 bits. */
export const setupCodeLength = 10

export { readSlipCode as readSetupCode } from './slipCode.ts'

/** A code in the two groups in which screens show it. */
export const setupCodeGroups = (code: string): string[] => code.match(/.{1,5}/g) ?? []
