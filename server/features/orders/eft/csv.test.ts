import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ColumnMapping } from '#contract/eft.ts'
import { readSeparated } from '#tables/separated.ts'
import { columnsOf, dayIn, guessMapping as guess, kurusIn, readTableStatement } from './csv.ts'
import { nothingLeftOut } from './statement.ts'

const guessMapping = (text: string) => guess(readSeparated(text))
const read = (text: string, columns: ColumnMapping) =>
  readTableStatement(readSeparated(text), 'Banka', columns)

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
  expect(read(bank, mapping).transfers).toEqual([
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
  expect(read(bank, guessed)).toEqual(read(bank, mapping))
  const english = 'Date,Description,Amount,Currency\n2026-11-20,x,"6,120.00",TRY\n2026-11-20,y,5.00,EUR\n'
  expect(read(english, guessMapping(english)).transfers).toMatchObject([
    { amountKurus: 612_000, bookedOn: '2026-11-20', sender: '', entryRef: '' },
  ])
})

test('a column says which amounts without a sign came in, a row of sums is left out, days may begin with the month', () => {
  const file = 'Date;Açıklama;Tutar;B/A\n11/05/2026;in;10,00;A\n11/25/2026;out;20,00;B\nToplam;;30,00;A\n'
  const guessed = guessMapping(file)
  expect(guessed).toMatchObject({ direction: 'b/a', dayOrder: 'mdy' })
  expect(read(file, guessed).transfers).toMatchObject([
    { description: 'in', amountKurus: 1000, bookedOn: '2026-11-05' },
  ])
})

test.each([
  ['an amount that is none', bank.replace('+119,9', 'abc'), [7, 5, 'amount', 'abc']],
  ['an amount with the wrong decimal mark', bank.replace('+119,9', '119.9'), [7, 5, 'amount', '119.9']],
  ['a day that is none', bank.replace('21.11.2026', '31.11.2026'), [7, 1, 'day', '31.11.2026']],
  ['a separator too many', bank.replace('Havale', 'Havale;x'), [7, 7, 'surplus_cells', '9.119,90']],
  [
    'a quote that is never closed',
    bank.replace('Havale', '"Havale'),
    [7, 3, 'unclosed_quote', '"Havale;Ada Deniz;+119,9;9.119,90'],
  ],
])(
  'a row with %s is reported with its place, and the others are read',
  (_, text, [line, column, code, shown]) => {
    const { transfers, faults } = read(text, mapping)
    expect(faults).toEqual([{ line, column, code, text: shown }])
    expect(transfers.map(({ entryRef }) => entryRef)).toEqual(['A1'])
  },
)

test('a direction that is not understood is such a fault', () => {
  const file = 'Tarih;Açıklama;Tutar;B/A\n20.11.2026;in;10,00;Giriş\n20.11.2026;?;20,00;X\n'
  const { transfers, faults } = read(file, guessMapping(file))
  expect([transfers.length, faults]).toEqual([1, [{ line: 3, column: 4, code: 'direction', text: 'X' }]])
})

const directed = { ...mapping, direction: 'B/A', currency: 'Döviz' }
const row = (cells: Partial<Record<'day' | 'amount' | 'direction' | 'currency', string>>) =>
  ['day' in cells ? cells.day : '20.11.2026', '1', 'x', 'Ada']
    .concat(cells.amount ?? '10,00', cells.direction ?? 'A', cells.currency ?? 'TL')
    .join(';')
const heads = 'Tarih;Dekont No;Açıklama;Gönderen;Tutar;B/A;Döviz\n'

test.each([
  ['what went out', 'outgoing', { direction: 'Borç' }],
  ['a negative amount', 'outgoing', { amount: '-10,00' }],
  ['an amount in parentheses', 'outgoing', { amount: '(10,00)' }],
  ['what went out in another currency', 'outgoing', { direction: 'B', currency: 'EUR' }],
  ['another currency', 'currency', { currency: 'EUR' }],
  ['another currency beside the amount', 'currency', { amount: '10,00 EUR' }],
  ['the sign of another currency', 'currency', { amount: '$ 1.234,50' }],
  ['nothing', 'no_amount', { amount: '0,00' }],
  ['nothing, with a sign', 'no_amount', { amount: '-0,00' }],
  ['an empty amount', 'no_amount', { amount: '' }],
  ['a row of sums', 'no_day', { day: 'Toplam' }],
  ['a row without a day', 'no_day', { day: '' }],
] as const)('%s is left out as %s', (_, reason, cells) => {
  expect(read(`${heads}${row(cells)}\n`, directed)).toEqual({
    transfers: [],
    faults: [],
    leftOut: { ...nothingLeftOut, [reason]: 1 },
  })
})

test('what is left out is counted beside what is kept', () => {
  expect(read(bank, mapping).leftOut).toEqual({ ...nothingLeftOut, outgoing: 1, no_day: 1 })
  expect(read(heads, directed)).toEqual({ transfers: [], faults: [], leftOut: nothingLeftOut })
})

test.each(['TRY', 'tl', 'TL ', '₺', 'Türk Lirası', 'TÜRK LİRASI', ''])(
  'the currency %j is the lira',
  (currency) => {
    expect(read(`${heads}${row({ currency })}\n`, directed).transfers).toHaveLength(1)
  },
)

describe('refused is', () => {
  test.each([
    ['a file without a heading of the mapping', bank.replace('Dekont No', 'Fiş')],
    ['an empty file', ''],
  ])('%s', (_, text) => {
    expect(() => read(text, mapping)).toThrow(expect.objectContaining({ name: 'StatementError' }))
  })
})

test('numbers and days of a workbook are read as they are stored, regardless of the mapping', () => {
  const rows = [
    { line: 1, cells: ['Tarih', 'Dekont No', 'Açıklama', 'Gönderen', 'Tutar'] },
    { line: 2, cells: ['2026-11-25 10:30', '7', 'x', 'Ada', '1.234'], numbers: new Map([[4, 1.234]]) },
    { line: 3, cells: ['2026-11-25', '8', 'y', 'Ada', '1.234'] },
  ]
  const { transfers } = readTableStatement({ rows, faults: [] }, 'Banka', mapping)
  expect(transfers.map(({ amountKurus, bookedOn }) => [amountKurus, bookedOn])).toEqual([
    [123, '2026-11-25'],
    [123_400, '2026-11-25'],
  ])
})

// Millions of lines were more than a call takes as its arguments.
test.each([';', ' ', 'a;b\n', '1,2\n', '"'])('a file of 5 MB of %j has an answer', (piece) => {
  const table = readSeparated(piece.repeat((5 * 2 ** 20) / piece.length))
  expect(() => guess(table)).toThrow(expect.objectContaining({ name: 'StatementError' }))
  if (piece.includes('\n')) expect(columnsOf(table, 4).rows).toHaveLength(4)
  else expect(() => columnsOf(table, 4)).toThrow(expect.objectContaining({ name: 'StatementError' }))
})

test.each([' ', '\t', '1', '1.', ',', 'TL ', '-'])('an amount of 100,000 times %j is none', (piece) => {
  expect(kurusIn(`${piece.repeat(100_000)}x`, 'comma')).toBeUndefined()
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

test.each([
  ['(1.234,50)', -123_450],
  ['(1.234,50 TL)', -123_450],
  ['( 12 )', -1200],
  ['(-12)', undefined],
  ['(12', undefined],
  ['\u202a1.234,50\u202c', 123_450],
  ['\u20111.234,50', -123_450],
])('%s, as accountants and copies write it, is %s kuruş', (text, kurus) => {
  expect(kurusIn(text, 'comma')).toBe(kurus)
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
  ['05.01.26', 'dmy', '2026-01-05'],
  ['01/05/26 10:00', 'mdy', '2026-01-05'],
  ['25 Kasım 2026', 'dmy', '2026-11-25'],
  ['25 KAS 2026 Çarşamba', 'dmy', '2026-11-25'],
  ['1-Ağu-26', 'ymd', '2026-08-01'],
  ['5 Şubat 2026, 10:00', 'dmy', '2026-02-05'],
  ['25 Nov 2026', 'dmy', '2026-11-25'],
  ['\u200e25.11.2026', 'dmy', '2026-11-25'],
  ['31 Kasım 2026', 'dmy', undefined],
  ['25 Xyz 2026', 'dmy', undefined],
  ['05.01.126', 'dmy', undefined],
  ['2026-01-05', 'dmy', '2026-01-05'],
  ['29.02.2026', 'dmy', undefined],
] as const)('%s as %s is %s', (text, order, day) => {
  expect(dayIn(text, order)).toBe(day)
})
