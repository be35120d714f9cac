import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonFault, repeatedName } from './jsonFault.ts'

it('finds nothing in what is JSON', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(undefined, 1, '\t'), (text, space) => {
      expect(jsonFault(JSON.stringify(JSON.parse(text), null, space))).toBeUndefined()
    }),
  )
})

it.each([
  ['{\n"code": \n}', 3],
  ['{\n "a": 1,\n "b" 2\n}', 3],
  ['{"a": 1,}', 1],
  ['[1,\n2,\n]', 3],
  ['{"a": 1}\n\n}', 3],
  ["{\n'a': 1}", 2],
  ['{"a":\n"never closed}', 2],
  ['{\n"a": 01}', 2],
  ['', 1],
])('says where %j breaks', (text, line) => {
  expect(jsonFault(text)?.line).toBe(line)
})

it('agrees with the browser on what is JSON', () => {
  const spoilt = fc
    .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '}', '"', '1', 'x', '\\'))
    .map(([text, place, put]) => {
      const at = place % (text.length + 1)
      return text.slice(0, at) + put + text.slice(at + 1)
    })
  fc.assert(
    fc.property(spoilt, (text) => {
      let valid = true
      try {
        JSON.parse(text)
      } catch {
        // Which is what is asked.
        valid = false
      }
      // A name may have become another one's twin.
      const fault = jsonFault(text)
      expect(fault === undefined || fault.twice !== undefined, text).toBe(valid)
    }),
    { numRuns: 2000 },
  )
})

it.each([
  ['{"a": 1,\n  "a": 2}', { line: 2, column: 3, twice: 'a' }],
  ['[{"a": {"b": 1, "c": [], "b": 2}}]', { line: 1, column: 26, twice: 'b' }],
  ['{"ş": 1, "\\u015f": 2}', { line: 1, column: 10, twice: 'ş' }],
  ['{"__proto__": 1, "__proto__": 2}', { line: 1, column: 18, twice: '__proto__' }],
])('finds the name that %j gives twice', (text, fault) => {
  expect(jsonFault(text)).toEqual(fault)
})

it('finds a name that is given twice anywhere, and nothing where all are different', () => {
  const member = fc.tuple(fc.string(), fc.json())
  fc.assert(
    fc.property(
      fc.uniqueArray(member, { selector: ([name]) => name, minLength: 1 }),
      fc.nat(),
      (members, pick) => {
        const written = members.map(([name, value]) => `${JSON.stringify(name)}: ${value}`)
        const whole = (list: readonly string[]) => `[1, {"within": {\n${list.join(',\n')}}}]`
        const [name] = members[pick % members.length] ?? ['']
        expect(repeatedName(whole([...written, `${JSON.stringify(name)}: 0`]))?.twice).toBe(name)
        const sound = JSON.stringify(JSON.parse(whole(written)))
        expect(repeatedName(sound)).toBeUndefined()
      },
    ),
  )
})

it('lets objects beside and within one another share names', () => {
  expect(jsonFault('{"a": {"a": [{"a": 1}, {"a": 2}]}, "b": {"a": 1}}')).toBeUndefined()
})
