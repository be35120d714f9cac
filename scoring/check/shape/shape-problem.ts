import type { z } from 'zod'
import { codeOf, type Problem } from '#scoring/check/problems.ts'

/** Sentences of the shape's own (`must be an id`), which need no validator's words. */
const own = /^(must be |names |is empty|a section needs )/

/** A refusal of the shape, in the validator's words; the code says which kind it is. */
export function shapeProblem(issue: z.core.$ZodIssue): Problem {
  const path = issue.path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '')
  const { message } = issue
  const kind = own.test(message) ? codeOf([message]) : kindOf(issue)
  return { path: path || '(top)', message, code: `shape_${kind}`, values: { p0: wanted(issue) } }
}

/** The kinds that have words of their own. */
const kinds = ['unrecognized_keys', 'invalid_type', 'invalid_value', 'too_small', 'too_big'] as const

function kindOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined')) return 'missing'
  if (issue.code === 'too_small' && issue.inclusive === false) return 'not_above'
  return kinds.find((kind) => kind === issue.code) ?? 'unfit'
}

/** The thing that is wanted, or that is not known. */
function wanted(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.join(', ')
    case 'invalid_type':
      return issue.expected
    case 'invalid_value':
      return issue.values.map(String).join(', ')
    case 'too_small':
      return String(issue.minimum)
    case 'too_big':
      return String(issue.maximum)
    default:
      return ''
  }
}
