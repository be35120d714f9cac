import { withoutInvisible } from '#contract/fields.ts'
import { type Problem, say } from '#scoring/check/problems.ts'
import { DEPTH } from './correct-spelling.ts'

/** Ten times the content of the largest inventory we know of: some checks look at every item for every other one. */
const MOST = 60_000
/** Longer than any id: a name is repeated in the place of everything below it. */
const LONGEST_NAME = 200
/** The most problems reported: a person fixes no more in one go. */
const MOST_PROBLEMS = 500

/**
 * Checks first of all that a document is small enough to be checked in a moment, and of characters that a database keeps
 * and a screen shows. A text may have several lines.
 */
export function checkSize(json: unknown): Problem[] {
  const problems: Problem[] = []
  let values = 0
  const look = (value: unknown, path: string, depth: number): void => {
    values += 1
    if (values > MOST || depth > DEPTH || problems.length >= MOST_PROBLEMS) return
    if (typeof value === 'string') {
      if (/[^\P{Cc}\t\n\r]|\p{Cs}/u.test(value) || withoutInvisible(value) !== value)
        problems.push({ path, ...say`holds a character that cannot be shown` })
      // A program writes this character for what it could not read, as when a file is not UTF-8.
      if (value.includes('\ufffd'))
        problems.push({ path, ...say`holds a letter that was lost: save the file as UTF-8` })
      return
    }
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      if (problems.length >= MOST_PROBLEMS) return
      if (key.length > LONGEST_NAME) {
        problems.push({
          path: path === '' ? '(top)' : path,
          ...say`holds a name of more than ${LONGEST_NAME} characters`,
        })
        continue
      }
      const here = Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`
      if (/\p{Cc}|\p{Cs}/u.test(key) || withoutInvisible(key) !== key)
        problems.push({ path: here, ...say`has a name with a character that cannot be shown` })
      look(inner, here, depth + 1)
    }
  }
  look(json, '', 0)
  return values > MOST ? [{ path: '(top)', ...say`holds more than ${MOST} values` }] : problems
}
