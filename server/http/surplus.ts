import { z } from 'zod'

/** The largest number of surplus keys that an answer names. */
const mostNamed = 50

/**
 * Finds what a body has too much of: an object more keys than its schema names, a list or a record more members than it may have.
 * Looked for before the schema runs, which would describe each of a hundred thousand keys, and reads a list to its end before
 * it counts.
 */
export function surplusOf(schema: unknown, value: unknown): z.core.$ZodIssue | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (schema instanceof z.ZodObject) return surplusOfObject(schema, value)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return surplusOf(schema.unwrap(), value)
  if (schema instanceof z.ZodPipe) return surplusOf(schema.in, value)
  if (schema instanceof z.ZodArray) return Array.isArray(value) ? surplusOfList(schema, value) : undefined
  if (schema instanceof z.ZodRecord) return surplusOfRecord(schema, value)
  return schema instanceof z.ZodUnion ? surplusOfUnion(schema, value) : undefined
}

/** Too much for each schema that a list or an object may be meant for: those of its shape, of these the ones that its members fit. */
function surplusOfUnion({ options }: z.ZodUnion, value: object): z.core.$ZodIssue | undefined {
  const shaped = options.filter((option: unknown) => takes(option, value))
  const each = shaped.map((option: unknown) => ({ option, surplus: surplusOf(option, value) }))
  const open = each.filter(({ surplus }) => surplus === undefined)
  // Looked at one by one only where something is not too much already.
  return open.some(({ option }) => fits(option, value)) || open.length === each.length
    ? undefined
    : each.find(({ surplus }) => surplus !== undefined)?.surplus
}

const ofOneValue = [z.ZodString, z.ZodNumber, z.ZodBoolean, z.ZodNull, z.ZodLiteral, z.ZodEnum]
const isOfOneValue = (schema: unknown) => ofOneValue.some((one) => schema instanceof one)

/** True when a list or an object could be a schema's at all. */
function takes(schema: unknown, value: object): boolean {
  if (schema instanceof z.ZodPipe) return takes(schema.in, value)
  if (schema instanceof z.ZodUnion) return schema.options.some((option: unknown) => takes(option, value))
  if (schema instanceof z.ZodArray) return Array.isArray(value)
  if (schema instanceof z.ZodObject || schema instanceof z.ZodRecord) return !Array.isArray(value)
  return !isOfOneValue(schema)
}

/** True when no member is a list or an object where each has to be a single value. */
function fits(schema: unknown, value: object): boolean {
  if (schema instanceof z.ZodUnion)
    return schema.options.some((option: unknown) => takes(option, value) && fits(option, value))
  const isOfValues =
    (schema instanceof z.ZodRecord && isOfOneValue(schema.valueType)) ||
    (schema instanceof z.ZodArray && isOfOneValue(schema.element))
  return !isOfValues || !Object.values(value).some((one) => typeof one === 'object' && one !== null)
}

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
    const found = surplusOf(inner, Object.getOwnPropertyDescriptor(value, name)?.value)
    if (found) return { ...found, path: [name, ...found.path] }
  }
  return undefined
}

const tooBig = (maximum: number) =>
  ({
    code: 'too_big',
    origin: 'array',
    maximum,
    inclusive: true,
    path: [],
    message: '',
  }) satisfies z.core.$ZodIssue

/** The largest number of members of a call's list or record. */
export function mostOf(schema: z.ZodArray | z.ZodRecord): number | undefined {
  if (schema instanceof z.ZodRecord) {
    const { maxProperties } = schema.meta() ?? {}
    return typeof maxProperties === 'number' ? maxProperties : undefined
  }
  const [check] = (schema.def.checks ?? []).filter((one) => one instanceof z.core.$ZodCheckMaxLength)
  return check?._zod.def.maximum
}

function surplusOfList(schema: z.ZodArray, values: readonly unknown[]): z.core.$ZodIssue | undefined {
  const most = mostOf(schema)
  return most !== undefined && values.length > most ? tooBig(most) : firstOf(schema.element, values)
}

function surplusOfRecord(schema: z.ZodRecord, values: object): z.core.$ZodIssue | undefined {
  const most = mostOf(schema)
  return most !== undefined && Object.keys(values).length > most
    ? tooBig(most)
    : firstOf(schema.valueType, values)
}

function firstOf(schema: unknown, values: object): z.core.$ZodIssue | undefined {
  for (const [name, one] of Object.entries(values)) {
    const found = surplusOf(schema, one)
    if (found) return { ...found, path: [name, ...found.path] }
  }
  return undefined
}
