import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fromBase64url, lineOf, longestRescue, readRescueFile, toBase64url } from './rescueFile.ts'

/** A file in the form that a device makes: the format, whose it is, and the rest encrypted. */
const rescues = fc.uint8Array({ minLength: 76, maxLength: 2_000 }).map((bytes) => Uint8Array.of(1, ...bytes))
const bytes = fc.uint8Array({ minLength: 1, maxLength: 2_000 })

it('gives any rescue back from a file, with any words around its line and any breaks in it', () => {
  fc.assert(
    fc.property(
      rescues,
      fc.constantFrom('\r\n', '\n'),
      fc.integer({ min: 20, max: 80 }),
      (sent, end, width) => {
        const text = ['Şifreli cevaplar. Lütfen değiştirmeyin.', '', lineOf(sent), 'Gönderen: Ayşe', ''].join(
          end,
        )
        // The text has the line breaks that mail programs make.
        const broken = text.replace(new RegExp(`.{${width}}`, 'g'), '$&\n')
        const testId = Buffer.from(sent.slice(1, 49)).toString('base64url')
        for (const file of [text, broken])
          expect(readRescueFile(file)).toEqual({ testId, rescue: Buffer.from(sent).toString('base64url') })
      },
    ),
  )
})

it('finds nothing in a file that is cut off, or of another kind', () => {
  const line = lineOf(new Uint8Array(200).fill(1))
  for (const text of ['', 'TRZ1:', 'TRZ1:.', 'TRZ1:AQEB.', 'TRZ1:AQEBA.', line.slice(0, -1), line.slice(1)])
    expect(readRescueFile(text), text).toBeUndefined()
  expect(readRescueFile(lineOf(new Uint8Array(200).fill(2)))).toBeUndefined()
})

it('writes no line that the server would refuse for its length', () => {
  const most = (longestRescue / 4) * 3
  expect(lineOf(new Uint8Array(most))).toHaveLength(longestRescue + 6)
  expect(() => lineOf(new Uint8Array(most + 1))).toThrow()
})

it('writes base64url as Node does', () => {
  fc.assert(
    fc.property(bytes, (sent) => {
      expect(toBase64url(sent)).toBe(Buffer.from(sent).toString('base64url'))
      expect(fromBase64url(toBase64url(sent))).toEqual(sent)
    }),
  )
})
