import { expect, test } from 'vitest'
import { drawings, signs } from './myt-signs.ts'

// The outline alone tells the kind, for people who do not see the colour.
const outlines = {
  warning: '<polygon',
  ban: 'r="92"',
  must: 'r="100"',
  way: '<rect x="20"',
  plain: '<rect x="20"',
}

test.each(Object.entries(signs))('%s has the outline of its kind', (id, { kind }) => {
  const drawn = drawings()[`figures/${id}.svg`] ?? ''
  expect(drawn).toContain(outlines[kind])
  expect(drawn.length).toBeLessThan(3000)
})

test('no two signs show the same', () => {
  const meanings = Object.values(signs).map(({ kind, symbol }) => `${kind} ${symbol}`)
  expect(new Set(meanings).size).toBe(meanings.length)
})
