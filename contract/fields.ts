import { z } from 'zod'

// Control characters have no place in a name, a subject or a log line, and half a surrogate pair in no database.
const noControls = /^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u
const noControlsButLines = /^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u

/** A record's id: a UUID in lower case. */
export const id = z.uuid().toLowerCase()

/** One line of text, trimmed, of `min` to `max` characters, without control characters. */
export const line = (max: number, min = 1) =>
  z.string().trim().min(min).max(max).regex(noControls, { error: 'control_characters' })

/** Text that may have several lines, trimmed, at most `max` characters. */
export const paragraph = (max: number, min = 0) =>
  z.string().trim().min(min).max(max).regex(noControlsButLines, { error: 'control_characters' })

/** An e-mail address in lower case, at most 254 characters; the domain needs a dot. Linear-time pattern. */
export const email = z
  .string()
  .trim()
  .max(254)
  .toLowerCase()
  .regex(
    /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/,
    {
      error: 'email',
    },
  )

/** A telephone number as people write it: digits, spaces, + ( ) - . /, 5 to 25 characters. */
export const phone = z
  .string()
  .trim()
  .min(5)
  .max(25)
  .regex(/^\+?[0-9 ()./-]+$/, { error: 'phone' })

const digitsOf = (text: string) => text.replace(/\D/g, '').length

/**
 * A person's telephone number, at which a message has to reach them: ten digits or more, with `+` and a country eight; at
 * most 15, as telephone networks take them.
 */
export const personPhone = phone.refine(
  (text) => digitsOf(text) >= (text.startsWith('+') ? 8 : 10) && digitsOf(text) <= 15,
  { error: 'phone' },
)

/** How many options a question has at most, and so how many an answer may name. */
export const maxOptions = 200

/** What a person typed, kept as it is: no control characters, at most `max` characters. */
export const typed = (max: number) => z.string().max(max).regex(noControls, { error: 'control_characters' })

/** A secret typed by a person: kept exactly as entered. */
export const password = z.string().min(1).max(1024)

const length = (text: string) => [...text].length

/**
 * A password somebody chooses: 10 to 128 characters (code points), kept exactly as entered. What makes one too easy is
 * decided on the server.
 */
export const newPassword = z
  .string()
  .max(1024)
  .regex(noControls, { error: 'control_characters' })
  .superRefine((text, context) => {
    const issue = { origin: 'string', inclusive: true, input: text } as const
    if (length(text) < 10) context.addIssue({ ...issue, code: 'too_small', minimum: 10 })
    if (length(text) > 128) context.addIssue({ ...issue, code: 'too_big', maximum: 128 })
  })

/** A time zone by its IANA name, such as `Europe/Istanbul`. */
export const timeZone = z
  .string()
  .max(64)
  .refine((name) => name === 'UTC' || Intl.supportedValuesOf('timeZone').includes(name), {
    error: 'time_zone',
  })

/** A person's name, 2 to 100 characters. */
export const personName = line(100, 2)

/** The number a person has at their employer, at most 50 characters. */
export const staffNumber = line(50)

/** A calendar day, `yyyy-mm-dd`, that exists, from 1900 on: databases have no year 0. */
export const day = z.iso.date().refine((value) => value >= '1900')

/** A moment in UTC, ISO 8601. */
export const moment = z.iso.datetime({ offset: true })

export const locale = z.enum(['tr', 'en'])
export type Locale = z.infer<typeof locale>

/** A whole number from a query string, `min` to `max`. */
const queryInteger = (min: number, max: number) =>
  z
    .string()
    .regex(/^[0-9]{1,9}$/, { error: 'whole_number' })
    .transform(Number)
    .pipe(z.number().int().min(min).max(max))

/** `true` or `false` in a query string. */
export const queryBoolean = z.enum(['true', 'false']).transform((value) => value === 'true')

/**
 * The parameters that every list takes: `page` from 1, `page_size` 1 to 100 (10 unless given), `search`, and `ordering`
 * by one of the named fields, descending with a minus in front.
 */
export function listQuery<const Field extends string>(orderings: readonly [Field, ...Field[]]) {
  const directions: [Field | `-${Field}`, ...(Field | `-${Field}`)[]] = [
    orderings[0],
    ...orderings.slice(1),
    ...orderings.map((field): `-${Field}` => `-${field}`),
  ]
  return z.strictObject({
    page: queryInteger(1, 1_000_000).optional(),
    page_size: queryInteger(1, 100).optional(),
    search: line(100, 0).optional(),
    ordering: z.enum(directions).optional(),
  })
}

/** The answer of every list: how many there are in all, the neighbouring pages' addresses, this page's rows. */
export const page = <Row extends z.ZodType>(row: Row) =>
  z.object({
    count: z.number().int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(row),
  })

/** One or several values in one text; a row that has any of them is found. */
export const anyOf = (value: z.ZodType, between: ',' | '\n', longest = 2_500) =>
  z
    .string()
    .max(longest)
    .refine((text) => text.split(between).every((one) => value.safeParse(one).success), { error: 'format' })
