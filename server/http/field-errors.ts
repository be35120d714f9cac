import type { z } from 'zod'
import type { Locale } from '#contract/fields.ts'
import { translate } from '#server/locales.ts'

type Issue = z.core.$ZodIssue
const own = [
  'brand_color',
  'platform_name',
  'control_characters',
  'name_letters',
  'damaged_number',
  'email',
  'phone',
  'whole_number',
  'time_zone',
  'tax_number',
  'identity_number',
  'one_number',
  'users_or_filter',
  'ids_or_filter',
  'two_decimals',
]

/**
 * The faults of a request, as field → list of texts in the caller's language. A field within a list or an object is
 * named by its path: `emails.3.name`. An error of the whole body is under `body`.
 */
export function fieldErrors(issues: readonly Issue[], locale: Locale): Record<string, string[]> {
  const fields = new Map<string, string[]>()
  const add = (path: readonly PropertyKey[], text: string) => {
    const name = path.length === 0 ? 'body' : path.slice(0, 8).map(String).join('.').slice(0, 200)
    // A field that collects hundreds of complaints helps nobody; neither does a list of ten thousand fields.
    if (!fields.has(name) && fields.size >= 100) return
    const texts = fields.get(name) ?? []
    if (texts.length < 5 && !texts.includes(text)) fields.set(name, [...texts, text])
  }
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, 100))
        add([...issue.path, key], translate(locale, 'validation:unknown_field'))
    } else add(issue.path, textOf(issue, locale))
  }
  return Object.fromEntries(fields)
}

function textOf(issue: Issue, locale: Locale): string {
  if (own.includes(issue.message)) return translate(locale, `validation:${issue.message}`)
  switch (issue.code) {
    case 'invalid_type':
      // A missing field and one of the wrong type are the same issue to zod; `input` tells them apart.
      return translate(locale, issue.input === undefined ? 'validation:required' : 'validation:wrong_type')
    case 'too_small': {
      if (issue.origin === 'string' && issue.minimum === 1) return translate(locale, 'validation:required')
      return translate(locale, `validation:too_small_${sizeKind(issue.origin)}`, {
        limit: Number(issue.minimum),
      })
    }
    case 'too_big':
      return translate(locale, `validation:too_big_${sizeKind(issue.origin)}`, {
        limit: Number(issue.maximum),
      })
    case 'invalid_value':
      return translate(locale, 'validation:not_allowed', {
        values: issue.values.map(String).join(', ').slice(0, 300),
      })
    case 'invalid_format':
      return translate(locale, issue.format === 'date' ? 'validation:day' : 'validation:format')
    default:
      return translate(locale, 'validation:format')
  }
}

function sizeKind(origin: string): 'text' | 'list' | 'number' {
  if (origin === 'string') return 'text'
  return origin === 'number' || origin === 'int' ? 'number' : 'list'
}
