import fc from 'fast-check'

const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: [nested(depth - 1)] })

/**
 * Any characters, half surrogates too. fast-check's own strings of them begin with a table of a million, which takes seconds
 * for the few names that it mixes in; `rubbish` has those.
 */
const anyText = fc
  .array(fc.integer({ min: 0, max: 0x10_ffff }), { maxLength: 80 })
  .map((points) => String.fromCodePoint(...points))

/** Values no field expects: wrong types, limits, control characters, half surrogates, code. */
export const rubbish: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1.5,
    1e21,
    2 ** 53,
    2_147_483_648,
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    'a@b.example\u0000',
    '\r\nBcc: x@example.com',
    '\ud800',
    'x\udc00y',
    '\u2028',
    'x'.repeat(100_000),
    'ğ'.repeat(300),
    "'; DROP TABLE users; --",
    '%_\\',
    '"><img src=x onerror=alert(1)>',
    '{{name}}',
    '$t(common:language)',
    '__proto__',
    'constructor',
    '00000000-0000-0000-0000-000000000000',
    '2026-02-30',
    '0000-01-01',
    '9999-12-31',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59-23:59',
    '2026-01-01T00:00:00+23:59',
    '-1',
    '1e3',
    '٣',
    [],
    {},
    [null],
    [[]],
    { a: 1 },
    JSON.parse('{"__proto__": {"admin": true}}'),
    JSON.parse('{"constructor": {"prototype": {"admin": true}}}'),
    nested(40),
    Array.from({ length: 10_001 }, () => 'x'),
  ),
  fc.jsonValue({ maxDepth: 3 }),
  anyText,
)

export const rubbishText: fc.Arbitrary<string> = rubbish.map((value) =>
  typeof value === 'string' ? value.slice(0, 2000) : JSON.stringify(value).slice(0, 200),
)

/** Every place in a value, as a list of keys; the value itself is the empty list. */
function placesIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...path, key]))]
}

function changed(value: unknown, path: readonly string[], change: (inner: unknown) => unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return change(value)
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...Object(value) }
  const inner = changed(Reflect.get(copy, key), rest, change)
  if (inner === gone) Reflect.deleteProperty(copy, key)
  else Reflect.set(copy, key, inner)
  return copy
}
const gone = Symbol('gone')

/** A valid body with one place corrupted, removed, wrapped or added. */
export function spoilt(body: unknown): fc.Arbitrary<unknown> {
  const places = placesIn(body)
  return fc
    .record({
      place: fc.constantFrom(...places),
      how: fc.constantFrom('other', 'other', 'other', 'gone', 'list', 'more'),
      value: rubbish,
      key: fc.string(),
    })
    .map(({ place, how, value, key }) =>
      changed(body, place, (inner) => {
        if (how === 'gone') return place.length === 0 ? undefined : gone
        if (how === 'list') return [inner]
        if (how === 'more') return { ...Object(inner), [key === '__proto__' ? 'x' : key]: value }
        return value
      }),
    )
}

/** A path parameter as sent, already encoded, correctly or not. */
export const rubbishPart: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    'x',
    '1',
    '%00',
    'a%00b',
    '%ff',
    '%',
    '%E0%A4%A',
    '%2e%2e',
    '..%2f..%2fetc%2fpasswd',
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    '%F0%9F%98%80',
    '%ED%A0%80',
    "'%20OR%201=1",
    '__proto__',
    'constructor',
    'x'.repeat(64),
    'x'.repeat(199),
    'x'.repeat(3000),
    '%20',
    '*',
  ),
  fc.string({ maxLength: 30 }).map((text) => encodeURIComponent(text.replace(/[\ud800-\udfff]/g, '')) || 'x'),
)
