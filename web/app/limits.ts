import type { z } from 'zod'

/** The keyboard and length of a text field, by the schema of the call that takes it. */
export interface Limits {
  type?: 'email' | 'tel'
  inputMode?: 'numeric' | 'decimal'
  maxLength?: number
  optional?: true
}

type Schemas = Readonly<Record<string, z.ZodType>>

// Read from its description: importing zod's classes would load it with the page that signs people in.
interface Described {
  readonly def: { type: string; innerType?: z.ZodType; options?: readonly z.ZodType[] }
  readonly maxLength?: number | null
  readonly isInt?: boolean
  readonly maxValue?: number | null
}

const takes = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success

/** A schema of numbers, also one that may be left out. */
function numbers(schema: z.ZodType): Described | undefined {
  const described = schema as unknown as Described
  if (described.def.innerType) return numbers(described.def.innerType)
  return described.def.type === 'number' ? described : undefined
}

/** The length of the largest number in groups of three, as `wholeNumber` reads it. */
const digits = (most: number) => String(most).length + Math.floor((String(most).length - 1) / 3)

function longest(schema: z.ZodType): number | undefined {
  const { def, maxLength } = schema as unknown as Described
  if (def.innerType) return longest(def.innerType)
  if (def.options) return def.options.reduce((most, one) => Math.max(most, longest(one) ?? 0), 0) || undefined
  return maxLength ?? undefined
}

const anyText = 'aaaaaaaaaaaa'

function read(schema: z.ZodType): Limits {
  const number = numbers(schema)
  if (number && !number.isInt) return { inputMode: 'decimal' }
  if (number) return { inputMode: 'numeric', ...(number.maxValue && { maxLength: digits(number.maxValue) }) }
  const isText = takes(schema, anyText)
  // The longest address that mail servers take; the schema takes more, before it is made ready.
  if (!isText && takes(schema, 'a@b.co')) return { type: 'email', maxLength: 254 }
  const most = longest(schema)
  return {
    ...(!isText && takes(schema, '+905320000000') && { type: 'tel' as const }),
    ...(most !== undefined && { maxLength: most }),
  }
}

const known = new WeakMap<z.ZodType, Limits>()

/**
 * The limits of a field. It is optional where the call takes an empty text or null, or does without the field; a call that
 * does without all of its fields changes those that it gets.
 */
export function limitsOf(schemas: Schemas, name: string): Limits {
  const schema = schemas[name]
  if (schema === undefined) return {}
  const limits = known.get(schema) ?? read(schema)
  known.set(schema, limits)
  const partial = Object.values(schemas).every((one) => takes(one, undefined))
  const optional = takes(schema, '') || takes(schema, null) || (!partial && takes(schema, undefined))
  return { ...limits, ...(optional && { optional }) }
}
