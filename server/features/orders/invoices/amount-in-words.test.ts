import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountInWords } from './amount-in-words.ts'

test.each([
  [0, 'sıfır Türk lirası'],
  [1, 'bir kuruş'],
  [99, 'doksan dokuz kuruş'],
  [100, 'bir Türk lirası'],
  [1050, 'on Türk lirası elli kuruş'],
  [10_000, 'yüz Türk lirası'],
  [11_100, 'yüz on bir Türk lirası'],
  [20_000, 'iki yüz Türk lirası'],
  [100_000, 'bin Türk lirası'],
  [100_100, 'bin bir Türk lirası'],
  [200_000, 'iki bin Türk lirası'],
  [612_000, 'altı bin yüz yirmi Türk lirası'],
  [612_034, 'altı bin yüz yirmi Türk lirası otuz dört kuruş'],
  [10_000_000, 'yüz bin Türk lirası'],
  [10_100_000, 'yüz bir bin Türk lirası'],
  [100_000_000, 'bir milyon Türk lirası'],
  [100_100_001, 'bir milyon bin Türk lirası bir kuruş'],
  [100_000_000_000, 'bir milyar Türk lirası'],
  [
    123_456_789_012_345,
    'bir trilyon iki yüz otuz dört milyar beş yüz altmış yedi milyon sekiz yüz doksan bin yüz yirmi üç Türk lirası kırk beş kuruş',
  ],
])('%i kuruş are %s', (kurus, words) => {
  expect(amountInWords(kurus)).toBe(words)
})

const digits = { bir: 1, iki: 2, üç: 3, dört: 4, beş: 5, altı: 6, yedi: 7, sekiz: 8, dokuz: 9 }
const tens = {
  on: 10,
  yirmi: 20,
  otuz: 30,
  kırk: 40,
  elli: 50,
  altmış: 60,
  yetmiş: 70,
  seksen: 80,
  doksan: 90,
}
const small = new Map<string, number>(Object.entries({ sıfır: 0, ...digits, ...tens }))
const scales = new Map([
  ['bin', 1000],
  ['milyon', 1_000_000],
  ['milyar', 1_000_000_000],
  ['trilyon', 1_000_000_000_000],
])

/** The number that Turkish words say. */
function numberOf(words: string): number {
  let total = 0
  let group = 0
  for (const word of words.split(' ')) {
    const scale = scales.get(word)
    if (word === 'yüz') group = (group || 1) * 100
    else if (scale !== undefined) {
      total += (group || 1) * scale
      group = 0
    } else group += small.get(word) ?? Number.NaN
  }
  return total + group
}

test('every amount that an order can have reads back as itself', () => {
  // 50 lines of 100,000 units at 1,000,000 TRY, with as much tax again.
  const kurus = fc.oneof(fc.integer({ min: 0, max: 10 ** 15 }), fc.integer({ min: 0, max: 10_000_000 }))
  fc.assert(
    fc.property(kurus, (amount) => {
      const words = amountInWords(amount)
      const [, lira = 'sıfır', rest = 'sıfır'] = /^(?:(.+) Türk lirası ?)?(?:(.+) kuruş)?$/.exec(words) ?? []
      expect(numberOf(lira) * 100 + numberOf(rest)).toBe(amount)
      expect(words).not.toMatch(/ {2}|bir yüz|(^|yon |yar )bir bin/)
    }),
    { numRuns: 1000 },
  )
})
