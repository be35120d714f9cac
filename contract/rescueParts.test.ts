import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  type Collected,
  fromBase64url,
  joined,
  missingOf,
  partsOf,
  readParts,
  toBase64url,
  withParts,
} from './rescueParts.ts'

const bytes = fc.uint8Array({ minLength: 1, maxLength: 2_000 })
const read = (lines: readonly string[], before?: Collected) =>
  lines.reduce<Collected | undefined>((collected, line) => withParts(collected, readParts(line)), before)

it('gives any bytes back from a file, with any breaks between and within its lines', () => {
  fc.assert(
    fc.property(
      bytes,
      fc.constantFrom('\r\n', '\n', ' ', ''),
      fc.integer({ min: 20, max: 80 }),
      (sent, end, width) => {
        const text = `Şifreli cevaplar\r\n${partsOf(sent).join(end)}`
        // As mail programs break lines.
        const broken = text.replace(new RegExp(`.{${width}}`, 'g'), '$&\n')
        for (const file of [text, broken]) {
          const collected = withParts(undefined, readParts(file))
          expect(collected && joined(collected)).toEqual(sent)
        }
      },
    ),
  )
})

it('gives any bytes back from its codes in any order, some of them read several times', () => {
  const scanned = bytes.chain((sent) => {
    const parts = partsOf(sent)
    const all = fc.shuffledSubarray(parts, { minLength: parts.length })
    return fc.record({ sent: fc.constant(sent), again: fc.shuffledSubarray(parts), all })
  })
  fc.assert(
    fc.property(scanned, ({ sent, again, all }) => {
      const collected = read([...again, ...all, ...again])
      expect(collected && joined(collected)).toEqual(sent)
    }),
  )
})

it('says which codes are missing, and gives nothing back before they are there', () => {
  const parts = partsOf(new Uint8Array(1_000).fill(7))
  expect(parts).toHaveLength(5)
  const collected = read([parts[0], parts[3]].map(String))
  expect(collected && missingOf(collected)).toEqual([2, 3, 5])
  expect(collected && joined(collected)).toBeUndefined()
})

it('reads no part in which any letter was changed', () => {
  const changed = bytes.chain((sent) => {
    const [part = ''] = partsOf(sent)
    return fc.tuple(fc.constant(part), fc.nat(part.length - 1), fc.constantFrom(...'ABCXYZ237.:019'))
  })
  fc.assert(
    fc.property(changed, ([part, at, letter]) => {
      const other = part.slice(0, at) + letter + part.slice(at + 1)
      expect(readParts(other)).toEqual(other === part ? readParts(part) : [])
    }),
    { numRuns: 500 },
  )
})

it('begins with the other rescue when somebody asked for one again', () => {
  const [old, fresh] = [new Uint8Array(500).fill(1), new Uint8Array(500).fill(2)]
  const collected = read([...partsOf(old).slice(0, 2), ...partsOf(fresh)])
  expect(collected && joined(collected)).toEqual(fresh)
})

it('writes base64url as Node does', () => {
  fc.assert(
    fc.property(bytes, (sent) => {
      expect(toBase64url(sent)).toBe(Buffer.from(sent).toString('base64url'))
      expect(fromBase64url(toBase64url(sent))).toEqual(sent)
    }),
  )
})
