import { expect, test } from 'vitest'
import { contentHash } from './content-hash.ts'

test('the hash is of the content, not of the order of its keys', () => {
  const one = { code: 'X', options: { b: [1, { y: null, x: 'ş' }], a: 0.5 }, gone: undefined }
  const other = { options: { a: 0.5, b: [1, { x: 'ş', y: null }] }, code: 'X' }
  expect(contentHash(one)).toBe(contentHash(other))
  expect(contentHash(JSON.parse(JSON.stringify(one)))).toBe(contentHash(one))
})

test.each([
  [{ a: [1, 2] }, { a: [2, 1] }],
  [{ a: '1' }, { a: 1 }],
  [{ a: {} }, { a: [] }],
  [{ a: 'b","c":"d' }, { a: 'b', c: 'd' }],
])('%j is not %j', (one, other) => expect(contentHash(one)).not.toBe(contentHash(other)))
