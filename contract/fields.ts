import punycode from 'punycode.js'
import { z } from 'zod'

// Control characters have no place in a name, a subject or a log line, and half a surrogate pair in no database.
const noControls = /^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u
const noControlsButLines = /^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u

// Scripts in which a joiner or non-joiner changes how a word is written: می‌خواهم is misspelt without it.
const joinedScripts = 'Arab Syrc Nkoo Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt'
const unseen = '[\\p{Default_Ignorable_Code_Point}\\u2800\\ufff9-\\ufffb]'
const joined = `(?!${unseen})[${joinedScripts.replace(/(\w+) ?/g, '\\p{Script=$1}')}]`
// An emoji of several, its colours, and variants of Chinese letters that names are written with.
const emoji = '\\p{Emoji}[\\ufe0e\\ufe0f]?(?:\\u200d(?=\\p{Extended_Pictographic}))?'
const variant = '\\p{Script=Han}[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]'
const invisible = new RegExp(`(${joined}[\\u200c\\u200d](?=${joined})|${emoji}|${variant})|${unseen}`, 'gu')
const anyInvisible = new RegExp(unseen, 'gu')

/**
 * A text without the characters that nobody sees: zero-width ones, fillers, tags and those that change the direction.
 * They come along with what is pasted, make two equal names look different to a search, or a text read as another.
 * Joiners and variation selectors stay where they change a letter or an emoji. The same again changes nothing.
 */
export const withoutInvisible = (text: string): string =>
  text.replace(invisible, (_, kept: string | undefined) => kept ?? '')

/** A text in one line as people see it: odd spaces are ordinary ones. */
const seen = (text: string) => withoutInvisible(text).replace(/\p{Zs}/gu, ' ')

/**
 * Cleans a text typed from paper or copied from elsewhere, such as a code: as above, and every dash becomes a hyphen.
 */
export const plainText = (text: string): string =>
  text
    .replace(anyInvisible, '')
    .replace(/\p{Zs}/gu, ' ')
    .replace(/[\p{Pd}\u2212\u2043]/gu, '-')
    .trim()

/** A code of so many digits, as people type it from paper or a message: blanks and hyphens between them are left out. */
export const digits = (count: number) =>
  z
    .string()
    .max(4 * count)
    .overwrite((text) => plainText(text).replace(/[\s-]/g, ''))
    .regex(new RegExp(`^[0-9]{${count}}$`), { error: 'format' })

/** A record's id: a UUID in lower case. */
export const id = z.uuid().toLowerCase()

/** One line of text, trimmed, of `min` to `max` characters, without invisible and control characters. */
export const line = (max: number, min = 1) =>
  z
    .string()
    .overwrite(seen)
    .trim()
    .min(min, { abort: true })
    .max(max)
    .regex(noControls, { error: 'control_characters' })

/** Text that may have several lines, trimmed, at most `max` characters. */
export const paragraph = (max: number, min = 0) =>
  z
    .string()
    .overwrite(withoutInvisible)
    .trim()
    .min(min)
    .max(max)
    .regex(noControlsButLines, { error: 'control_characters' })

// Linear-time.
const asciiAddress =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/

/** An address as mail servers take it: letters of an international domain in Punycode. */
export const wireAddress = (address: string): string => {
  const at = address.lastIndexOf('@') + 1
  return address.slice(0, at) + punycode.toASCII(address.slice(at))
}

/** In lower case, an international domain in its own letters however it was written. */
const readAddress = (text: string): string => {
  const address = plainText(text)
  const at = address.lastIndexOf('@') + 1
  // A domain's İ is no letter of its own: İSTANBUL.COM is typed with the caps lock of a Turkish keyboard.
  const domain = address.slice(at).replace(/İ/g, 'i').toLowerCase().normalize('NFC')
  try {
    return address.slice(0, at).toLowerCase() + punycode.toUnicode(domain)
  } catch {
    return address
  }
}

const isDomain = /^[\p{L}\p{M}\p{N}.-]*$/u

/**
 * An e-mail address in lower case, at most 254 characters; the domain needs a dot and may be international (IDN), written
 * in its own letters or in Punycode.
 */
export const email = z
  .string()
  .max(1000, { abort: true })
  .overwrite(readAddress)
  .refine(
    (text) => {
      const wire = wireAddress(text)
      const domain = text.slice(text.lastIndexOf('@') + 1)
      return (
        wire.length <= 254 &&
        isDomain.test(domain) &&
        !/(?:^|\.)-|-(?:\.|$)/.test(domain) &&
        asciiAddress.test(wire)
      )
    },
    { error: 'email' },
  )

/**
 * Whether a spreadsheet has damaged a number: an exponent (`1,23457E+11`), a column too narrow (`####`), an error
 * (`#AD?`), decimals (`128.0`).
 */
export const isDamagedNumber = (text: string): boolean =>
  /^(?:[+-]?\d+(?:[.,]\d+)?E[+-]\d+|#+|#[\p{Lu}\d/]+[?!]?|\d+[.,]0{1,3})$/iu.test(plainText(text))

/** A telephone number as people write it: digits, spaces, + ( ) - . /, 5 to 25 characters. */
export const phone = z
  .string()
  .overwrite(plainText)
  .refine((text) => !isDamagedNumber(text), { error: 'damaged_number', abort: true })
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

/** The largest number of questions of a test, and so of answers in a call. */
export const maxItems = 5_000

/** Values by their keys, at most `most` of them: counted before the schema runs (`server/http/surplus.ts`). */
export const upTo = <Key extends z.core.$ZodRecordKey, Value extends z.ZodType>(
  most: number,
  key: Key,
  value: Value,
) => z.record(key, value).meta({ maxProperties: most })

/** What a person typed, untrimmed: no invisible and control characters, at most `max` characters. */
export const typed = (max: number) =>
  z.string().overwrite(withoutInvisible).max(max).regex(noControls, { error: 'control_characters' })

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

/** A person's name, 2 to 100 characters, with at least two letters. */
export const personName = line(100, 2).refine((name) => (name.match(/\p{L}/gu) ?? []).length >= 2, {
  error: 'name_letters',
})

/** The number a person has at their employer, at most 50 characters. */
export const staffNumber = z
  .string()
  .overwrite(plainText)
  .min(1, { abort: true })
  .max(50)
  .refine((text) => !isDamagedNumber(text), { error: 'damaged_number' })
  .regex(noControls, { error: 'control_characters' })

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

/** A decimal number in a query string, with a point. */
export const queryNumber = z
  .string()
  .regex(/^-?[0-9]{1,9}(\.[0-9]{1,9})?$/, { error: 'format' })
  .transform(Number)

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
    .overwrite(withoutInvisible)
    .max(longest)
    .refine((text) => text.split(between).every((one) => value.safeParse(one).success), { error: 'format' })

/** The size of the smallest group whose numbers may be shown. */
export const minGroup = 5

/** Keys of the totals, beside those of the scales. */
export const totalKeys = {
  correct: 'dogru_cevap_sayisi',
  group: 'grup_ortalamasi',
  placement: 'total',
} as const
