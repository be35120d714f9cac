import { expect, test } from 'vitest'
import { z } from 'zod'
import { calls } from './calls.ts'
import {
  email,
  personName,
  personPhone,
  phone,
  plainText,
  staffNumber,
  wireAddress,
  withoutInvisible,
} from './fields.ts'

const unseen = [
  ...[0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x180b, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f],
  ...[0x202a, 0x202e, 0x2060, 0x2066, 0x2069, 0x206f, 0x2800, 0x3164, 0xfe0f, 0xfeff, 0xffa0, 0xfff9],
  ...[0x1d173, 0xe0001, 0xe0041, 0xe007f, 0xe0100],
].map((code) => String.fromCodePoint(code))

test('characters that nobody sees are removed, alone and in any row of them', () => {
  for (const one of unseen) {
    expect(withoutInvisible(`Ay${one}şe`)).toBe('Ayşe')
    for (const other of unseen) {
      expect(withoutInvisible(one + other)).toBe('')
      expect(withoutInvisible(`م${one}${other}`)).toBe('م')
    }
  }
})

test.each(['می‌خواهم', 'क्‍ष', '👩🏽‍⚕️', '❤️‍🔥', '葛󠄀城', '1️⃣', 'محمد', 'Ştefan Ó’Çelik'])(
  'what changes a letter or an emoji stays: %s',
  (text) => expect(withoutInvisible(text)).toBe(text),
)

test.each(['A', 'A.', '12', '--', '\u3164\u3164', 'A\u200bB'.slice(0, 2), '😀😀', 'A1', '\u0301\u0301'])(
  'is no name: %j',
  (name) => expect(personName.safeParse(name).success).toBe(false),
)

test.each([
  ['Al', 'Al'],
  ['李四', '李四'],
  ['Ayşe\u00a0\u202eDemir\u200b', 'Ayşe Demir'],
  ['Ö. Ş.', 'Ö. Ş.'],
])('is a name: %j', (typed, name) => expect(personName.parse(typed)).toBe(name))

test('a code is read without odd spaces and dashes', () => {
  expect(plainText('\u202a7KQ4\u20117KQ4–M0XW\u2007\u2212 x\u2069 ')).toBe('7KQ4-7KQ4-M0XW - x')
})

// Secrets are kept to the letter, ids and proofs must be the server's own, and nobody reads the trap of the contact form.
const exempt =
  /[pP]assword|^(?:website|token|check|proof|uid|key|testId|sectionId|id|accepted|declined|recipients)$|^definition \(key\)$/

/** The places within a schema that accept a text with an invisible character and return it with that. */
function openPlaces(schema: unknown, place: string, seen = new Set<unknown>()): string[] {
  if (!(schema instanceof z.ZodType) || seen.has(schema)) return []
  seen.add(schema)
  const inner: [unknown, string][] = []
  if (schema instanceof z.ZodObject)
    for (const [key, value] of Object.entries(schema.shape)) inner.push([value, `${place}.${key}`])
  else if (schema instanceof z.ZodUnion) for (const one of schema.options) inner.push([one, place])
  else if (schema instanceof z.ZodTuple) for (const one of schema.def.items) inner.push([one, place])
  else if (schema instanceof z.ZodRecord)
    inner.push([schema.keyType, `${place} (key)`], [schema.valueType, place])
  else if (schema instanceof z.ZodArray) inner.push([schema.element, place])
  else if (schema instanceof z.ZodPipe) inner.push([schema.in, place])
  else if ('unwrap' in schema && typeof schema.unwrap === 'function') inner.push([schema.unwrap(), place])
  else if (schema instanceof z.ZodString) {
    const kept = unseen.some((one) => {
      const read = schema.safeParse(`Ayşe${one} Demir`)
      return read.success && read.data.includes(one)
    })
    return kept ? [place] : []
  }
  return inner.flatMap(([one, at]) => openPlaces(one, at, new Set(seen)))
}

test('every text field of every call has the rule', () => {
  const open = calls.flatMap(({ name, params, query, body }) =>
    [params, query, body].flatMap((schema) => openPlaces(schema, name)),
  )
  expect(open.filter((place) => !exempt.test(place.split('.').at(-1) ?? ''))).toEqual([])
  expect(openPlaces(z.object({ a: z.array(z.string().optional()) }), 'call')).toEqual(['call.a'])
})

test.each([
  ['Ali@Müşteri.com.TR', 'ali@müşteri.com.tr', 'ali@xn--mteri-kva70e.com.tr'],
  ['ali@xn--mteri-kva70e.com.tr', 'ali@müşteri.com.tr', 'ali@xn--mteri-kva70e.com.tr'],
  ['a@u\u0308.de', 'a@ü.de', 'a@xn--tda.de'],
  ['a@İSTANBUL.COM', 'a@istanbul.com', 'a@istanbul.com'],
  ['\u202aali@пример.рф\u2069 ', 'ali@пример.рф', 'ali@xn--e1afmkfd.xn--p1ai'],
])('the address %j is %s, on the wire %s', (typed, read, wire) => {
  expect(email.parse(typed)).toBe(read)
  expect(email.parse(read)).toBe(read)
  expect(wireAddress(read)).toBe(wire)
})

test.each([
  ...[
    'a@b',
    'a@',
    '@ü.de',
    'a@ü',
    'a@ü..de',
    'a@-ü.de',
    'ş@ü.de',
    'a@xn--.de',

    'a@ü/b.de',
  ],
  ...['a@ü b.de', 'a@b@ü.de', `a@${'ü'.repeat(64)}.de`, 'a@😀.de'],
])('is no address: %s', (text) => expect(email.safeParse(text).success).toBe(false))

test.each([
  '1,23457E+11',
  '5.32E+09',
  '#####',
  '#AD?',
  '#NAME?',
  '#BAŞV!',
  '#SAYI/0!',
  '#N/A',
  '128.0',
  '128,00',
])('a number that a spreadsheet damaged is refused: %s', (text) => {
  for (const field of [staffNumber, personPhone, phone])
    expect(field.safeParse(text).error?.issues.map(({ message }) => message)).toEqual(['damaged_number'])
})

test.each(['12E34', '128', '0128', 'A#1', '10-0', '1.2', 'PERS.001'])('is a staff number: %s', (text) =>
  expect(staffNumber.parse(text)).toBe(text),
)
