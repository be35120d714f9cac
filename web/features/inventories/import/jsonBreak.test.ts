import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonBreak } from './jsonBreak.ts'

it('finds nothing in what is JSON', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(undefined, 1, '\t'), (text, space) => {
      expect(jsonBreak(JSON.stringify(JSON.parse(text), null, space))).toBeUndefined()
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
  expect(jsonBreak(text)).toBe(line)
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
      expect(jsonBreak(text) === undefined, text).toBe(valid)
    }),
    { numRuns: 2000 },
  )
})
