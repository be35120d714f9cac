import { longSlipCodeLength, readSlipCode, slipCodeGroups, slipCodeLength } from '#contract/slipCode.ts'

/** A code as far as it is typed. */
export interface TypedCode {
  readonly code: string
  /** The number of characters of the code before the caret. */
  readonly caret: number
}

/** True if a code has the length of today's codes, or of those on older slips. */
export const isWhole = (code: string): boolean =>
  code.length === slipCodeLength || code.length === longSlipCodeLength

/** Groups in the first of the two lines that an older code fills; a phone has room for four. */
const groupsInLine = 4

/** The code as the field shows it. */
export function shown(code: string): string {
  const groups = slipCodeGroups(code)
  const lines = [groups.slice(0, groupsInLine), groups.slice(groupsInLine)]
  return lines
    .filter((line) => line.length > 0)
    .map((line) => line.join(' '))
    .join('\n')
}

/** The caret's place in what the field shows: at the end of a group, before the space that follows. */
export const caretIn = ({ code, caret }: TypedCode): number => shown(code.slice(0, caret)).length

/**
 * The field's content after a key, a paste or a deletion.
 * @param before the code until then
 * @param field what the browser made of it, and where it left the caret
 * @param inputType what the browser says was done
 */
export function retyped(
  before: string,
  field: { value: string; caret: number },
  inputType: string | undefined,
): TypedCode {
  const code = readSlipCode(field.value)
  const caret = readSlipCode(field.value.slice(0, field.caret)).length
  // If only a space between groups was deleted, which is added back automatically, the letter beside it was meant.
  const lost =
    code === before ? { deleteContentBackward: caret - 1, deleteContentForward: caret }[inputType ?? ''] : -1
  if (lost === undefined || lost < 0 || lost >= code.length)
    return { code: code.slice(0, longSlipCodeLength), caret: Math.min(caret, longSlipCodeLength) }
  return { code: code.slice(0, lost) + code.slice(lost + 1), caret: lost }
}
