import { z } from 'zod'

/** How many surplus keys an answer names. */
const mostNamed = 50

/**
 * The first keys that can't belong to a body, where an object in it has more keys than its schema names. Looked for before the
 * schema runs, which would describe each of a hundred thousand unknown keys.
 */
export function surplusKey(schema: unknown, value: unknown): z.core.$ZodIssue | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (schema instanceof z.ZodObject) return surplusOfObject(schema, value)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return surplusKey(schema.unwrap(), value)
  if (schema instanceof z.ZodPipe) return surplusKey(schema.in, value)
  if (schema instanceof z.ZodArray) return Array.isArray(value) ? firstOf(schema.element, value) : undefined
  if (schema instanceof z.ZodRecord) return firstOf(schema.valueType, value)
  if (schema instanceof z.ZodUnion) {
    const each = schema.options.filter(takesObjects).map((option: unknown) => surplusKey(option, value))
    return each.every((one) => one !== undefined) ? each[0] : undefined
  }
  return undefined
}

const ofOneValue = [z.ZodString, z.ZodNumber, z.ZodBoolean, z.ZodNull, z.ZodLiteral, z.ZodEnum]
const takesObjects = (schema: unknown): boolean =>
  schema instanceof z.ZodPipe ? takesObjects(schema.in) : !ofOneValue.some((one) => schema instanceof one)

function surplusOfObject({ shape, def }: z.ZodObject, value: object): z.core.$ZodIssue | undefined {
  const keys = Object.keys(value)
  const isStrict = def.catchall instanceof z.ZodNever
  if (isStrict && !Array.isArray(value) && keys.length > Object.keys(shape).length) {
    const named: string[] = []
    for (const key of keys) {
      if (named.length === mostNamed) break
      if (!Object.hasOwn(shape, key)) named.push(key)
    }
    return { code: 'unrecognized_keys', keys: named, path: [], message: '' }
  }
  for (const [name, inner] of Object.entries(shape)) {
    const found = surplusKey(inner, Object.getOwnPropertyDescriptor(value, name)?.value)
    if (found) return { ...found, path: [name, ...found.path] }
  }
  return undefined
}

function firstOf(schema: unknown, values: object): z.core.$ZodIssue | undefined {
  for (const [name, one] of Object.entries(values)) {
    const found = surplusKey(schema, one)
    if (found) return { ...found, path: [name, ...found.path] }
  }
  return undefined
}
