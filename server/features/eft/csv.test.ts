import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ColumnMapping } from '#contract/eft.ts'
import { dayIn, guessMapping, kurusIn, readCsvStatement } from './csv.ts'
import { textOf } from './statement.ts'

const mapping: ColumnMapping = {
  date: 'Tarih',
  amount: 'Tutar',
  description: 'Açıklama',
  sender: 'Gönderen',
  reference: 'Dekont No',
  decimal: 'comma',
  dayOrder: 'dmy',
}
const bank = `Hesap Hareketleri
Hesap: 12345; Dönem, 2026

TARİH;Dekont No;Açıklama;Gönderen;Tutar;Bakiye
20.11.2026 14:05;A1;"TRZ 8K4M; 2Q7";ANADOLU GIDA;6.120,00 TL;10.000,00
20.11.2026;A2;KİRA;;-1.000,00;9.000,00
21.11.2026;A3;Havale;Ada Deniz;+119,9;9.119,90

;;;;Toplam;5.239,90
`

test('incoming transfers are read by the mapping, below any lines above the headings', () => {
  expect(readCsvStatement(bank, 'Banka', mapping)).toEqual([
    {
      account: 'Banka',
      bookedOn: '2026-11-20',
      amountKurus: 612_000,
      sender: 'ANADOLU GIDA',
      description: 'TRZ 8K4M; 2Q7',
      entryRef: 'A1',
    },
    {
      account: 'Banka',
      bookedOn: '2026-11-21',
      amountKurus: 11_990,
      sender: 'Ada Deniz',
      description: 'Havale',
      entryRef: 'A3',
    },
  ])
})

test('usual headings need no mapping', () => {
  const guessed = guessMapping(bank)
  expect(guessed).toMatchObject({ decimal: 'comma', dayOrder: 'dmy' })
  expect(readCsvStatement(bank, 'Banka', guessed)).toEqual(readCsvStatement(bank, 'Banka', mapping))
  const english = 'Date,Description,Amount,Currency\n2026-11-20,x,"6,120.00",TRY\n2026-11-20,y,5.00,EUR\n'
  expect(readCsvStatement(english, 'B', guessMapping(english))).toMatchObject([
    { amountKurus: 612_000, bookedOn: '2026-11-20', sender: '', entryRef: '' },
  ])
})

test('a column says which amounts without a sign came in, a row of sums is left out, days may begin with the month', () => {
  const file = 'Date;Açıklama;Tutar;B/A\n11/05/2026;in;10,00;A\n11/25/2026;out;20,00;B\nToplam;;30,00;A\n'
  const guessed = guessMapping(file)
  expect(guessed).toMatchObject({ direction: 'b/a', dayOrder: 'mdy' })
  expect(readCsvStatement(file, 'B', guessed)).toMatchObject([
    { description: 'in', amountKurus: 1000, bookedOn: '2026-11-05' },
  ])
})

test('a direction that is not understood refuses the file with its line', () => {
  const file = 'Tarih;Açıklama;Tutar;B/A\n20.11.2026;in;10,00;Giriş\n20.11.2026;?;20,00;X\n'
  expect(() => readCsvStatement(file, 'B', guessMapping(file))).toThrow(expect.objectContaining({ line: 3 }))
})

test('a file of Turkish Windows is read like one in Unicode', () => {
  // Ş, ğ, İ, ı, ö, ü, ç of windows-1254.
  const bytes = Uint8Array.from([0xde, 0xf0, 0xdd, 0xfd, 0xf6, 0xfc, 0xe7])
  expect(textOf(bytes)).toBe('Şğİıöüç')
  expect(textOf(new TextEncoder().encode('Şğİıöüç'))).toBe('Şğİıöüç')
})

describe('refused is, with its line where it is one,', () => {
  test.each([
    ['an amount that is none', bank.replace('+119,9', 'abc'), 7],
    ['an amount with the wrong decimal mark', bank.replace('+119,9', '119.9'), 7],
    ['a day that is none', bank.replace('21.11.2026', '31.11.2026'), 7],
    ['a file without a heading of the mapping', bank.replace('Dekont No', 'Fiş'), undefined],
    ['a quote that is never closed', bank.replace('2Q7"', '2Q7'), undefined],
    ['an empty file', '', undefined],
  ])('%s', (_, text, line) => {
    expect(() => readCsvStatement(text, 'Banka', mapping)).toThrow(
      expect.objectContaining({ name: 'StatementError', line }),
    )
  })
})

test.each([
  ['1.234,56', 'comma', 123_456],
  ['1234,5', 'comma', 123_450],
  ['1.234', 'comma', 123_400],
  ['1,234.56', 'point', 123_456],
  ['1 234,56 TRY', 'comma', 123_456],
  ['\u20ba12,00', 'comma', 1200],
  ['12,00-', 'comma', -1200],
  ['\u221212,00', 'comma', -1200],
  ['12,34,56', 'comma', undefined],
  ['1.23,00', 'comma', undefined],
  ['12,345', 'comma', undefined],
  ['12 EUR', 'comma', undefined],
  ['-12-', 'comma', undefined],
  ['', 'comma', undefined],
] as const)('%s with a %s is %s', (text, decimal, kurus) => {
  expect(kurusIn(text, decimal)).toBe(kurus)
})

test('every amount is read to the kuruş, however it is written', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 ** 14 }),
      fc.boolean(),
      fc.boolean(),
      (kurus, comma, grouped) => {
        const [group, point] = comma ? ['.', ','] : [',', '.']
        const whole = String(Math.trunc(kurus / 100))
        const written = grouped ? whole.replace(/\B(?=(\d{3})+$)/g, group) : whole
        const text = `${written}${point}${String(kurus % 100).padStart(2, '0')}`
        expect(kurusIn(text, comma ? 'comma' : 'point')).toBe(kurus)
      },
    ),
  )
})

test.each([
  ['5.1.2026', 'dmy', '2026-01-05'],
  ['05/01/2026 23:59', 'dmy', '2026-01-05'],
  ['01/05/2026', 'mdy', '2026-01-05'],
  ['2026-01-05T10:00', 'ymd', '2026-01-05'],
  ['05.01.26', 'dmy', undefined],
  ['2026-01-05', 'dmy', undefined],
  ['29.02.2026', 'dmy', undefined],
] as const)('%s as %s is %s', (text, order, day) => {
  expect(dayIn(text, order)).toBe(day)
})
