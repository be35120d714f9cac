import { expect, test } from 'vitest'
import { drawings, matches, matchKey, pairKey, pairs } from './myt-codes.ts'

/** One character exchanged, or two neighbours swapped: what an attentive eye can see and no more. */
function oneSlip(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  const places = [...a].flatMap((char, i) => (char === b[i] ? [] : [i]))
  const [first = 0, second = 0] = places
  if (places.length === 1) return a[first] !== ' ' && b[first] !== ' '
  return places.length === 2 && second === first + 1 && a[first] === b[second] && a[second] === b[first]
}

test.each(Object.entries(pairs))('%s is the same code twice or differs by one slip', (_, [top, bottom]) => {
  expect(top === bottom || oneSlip(top, bottom)).toBe(true)
})

test.each(Object.entries(matches))(
  '%s: exactly one option is the model, the others are one slip away',
  (_, match) => {
    expect(matchKey(match)).toHaveLength(1)
    const wrong = Object.values(match.options).filter((code) => code !== match.model)
    expect(wrong.every((code) => oneSlip(match.model, code))).toBe(true)
    expect(new Set(wrong).size).toBe(3)
  },
)

test('as many pairs are the same as are different', () => {
  const scored = Object.entries(pairs).filter(([id]) => id.startsWith('gd'))
  expect(scored.filter(([, pair]) => pairKey(pair) === 'same')).toHaveLength(scored.length / 2)
})

test('no code contains a letter or digit that a typeface could confuse', () => {
  const codes = [
    ...Object.values(pairs).flat(),
    ...Object.values(matches).flatMap(({ options }) => Object.values(options)),
  ]
  for (const code of codes) expect(code).toMatch(/^[A-HJ-NPR-Z1-9 ]+$/)
})

test('every drawing stays under 3 kB', () => {
  for (const each of Object.values(drawings())) expect(each.length).toBeLessThan(3000)
})
