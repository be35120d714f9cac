import { expect, it } from 'vitest'
import { issuesOf } from './check.ts'
import { toCsv } from './serialise.ts'
import { suggestAddress } from './suggest.ts'

const row = (
  line: number,
  email: string,
  more: { name?: string; phone?: string; staffNumber?: string; group?: string } = {},
) => ({
  line,
  email,
  name: '',
  phone: '',
  staffNumber: '',
  group: '',
  ...more,
})

it('judges each row, and counts an address once however it is written', () => {
  const rows = [
    row(1, 'a@x.test'),
    row(2, ''),
    row(3, 'A@X.test'),
    row(4, 'b@x.test', { name: 'B' }),
    row(5, 'c@x.test', { phone: 'yok' }),
    row(6, 'b@x.test'),
    row(7, 'd@x.test', { group: 'g'.repeat(101) }),
  ]
  expect(issuesOf(rows)).toEqual([
    undefined,
    { code: 'emptyEmail' },
    { code: 'duplicate', of: 1 },
    { code: 'invalidName' },
    { code: 'invalidPhone' },
    // The row with the bad name does not take the address away from a good one.
    undefined,
    { code: 'invalidGroup' },
  ])
})

it('takes people without an address by staff number, or by telephone with a name', () => {
  const rows = [
    row(1, '', { name: 'Ayşe', staffNumber: '10482' }),
    row(2, '', { name: 'Fatma', phone: '0532 604 18 27' }),
    row(3, '', { name: 'FATMA', phone: '532 6041827' }),
    row(4, '', { name: 'Işıl', phone: '0532 604 18 27' }),
    row(5, 'a@x.test', { staffNumber: '10482' }),
    row(6, '', { staffNumber: '10483' }),
    row(7, '', { name: 'Veli', staffNumber: '1'.repeat(51) }),
    row(8, '', { name: 'Sıdıka', staffNumber: 'SIC-77' }),
    row(9, '', { name: 'Sıdıka', staffNumber: ' sic-77 ' }),
  ]
  expect(issuesOf(rows)).toEqual([
    undefined,
    undefined,
    { code: 'duplicate', of: 2 },
    // A family may share one telephone.
    undefined,
    { code: 'duplicate', of: 1 },
    // Nothing says how to greet them.
    { code: 'invalidName' },
    { code: 'invalidStaffNumber' },
    undefined,
    { code: 'duplicate', of: 8 },
  ])
})

it('keeps a later row when the earlier one of its address is taken out', () => {
  const rows = [row(1, 'a@x.test'), row(2, 'a@x.test')]
  expect(issuesOf(rows, ({ line }) => line === 1)).toEqual([undefined, undefined])
})

it.each([
  ['busra.ogut@anadolugida', 'busra.ogut@anadolugida.com.tr'],
  ['veli@@gmail.com', 'veli@gmail.com'],
  ['veli@gmail', 'veli@gmail.com'],
  ['veli@gmailcom', 'veli@gmail.com'],
  ['veli.gmail.com', 'veli@gmail.com'],
  ['veli@gmail,com', 'veli@gmail.com'],
  ['veli@gmail..com.', 'veli@gmail.com'],
  ['şükrü.ığdır@gmail.com', 'sukru.igdir@gmail.com'],
  ['veli kaya@gmail.com', 'velikaya@gmail.com'],
  ['veli@bilinmeyen', undefined],
  ['veli', undefined],
  ['', undefined],
])('suggests for %j %j', (wrong, meant) => {
  expect(suggestAddress(wrong, ['anadolugida.com.tr'])).toBe(meant)
})

it('writes no cell that a spreadsheet would run', () => {
  expect(toCsv([['=1+1', '+90', '-x', '@a', 'a;b', 'say "x"', ' a']])).toBe(
    `\ufeff'=1+1;'+90;'-x;'@a;"a;b";"say ""x""";" a"\r\n`,
  )
})

it('asks for one of two staff numbers that are the same, where the people are not', () => {
  const rows = [
    row(1, 'cagri@x.test', { name: 'Çağrı İnce', staffNumber: 'S-1002' }),
    row(2, 'umit@x.test', { name: 'Ümit Kılıç', staffNumber: 's-1002' }),
    row(3, '', { name: 'Ümit Kılıç', staffNumber: 'S-1002' }),
    row(4, '', { name: 'ÇAĞRI İNCE', staffNumber: 'S-1002' }),
    row(5, 'cagri@x.test', { name: 'Çağrı', staffNumber: 'S-1002' }),
  ]
  expect(issuesOf(rows)).toEqual([
    undefined,
    { code: 'staffNumberRepeated', of: 1 },
    { code: 'staffNumberRepeated', of: 1 },
    { code: 'duplicate', of: 1 },
    { code: 'emailRepeated', of: 1, name: 'Çağrı İnce' },
  ])
})

it('merges no two names of one address; order and letters make no other name', () => {
  const rows = [
    row(1, 'a@x.test', { name: 'Ayşe Demir' }),
    row(2, 'A@x.test', { name: 'DEMİR AYŞE' }),
    row(3, 'a@x.test'),
    row(4, 'a@x.test', { name: 'Veli Demir' }),
  ]
  expect(issuesOf(rows)).toEqual([
    undefined,
    { code: 'duplicate', of: 1 },
    { code: 'duplicate', of: 1 },
    { code: 'emailRepeated', of: 1, name: 'Ayşe Demir' },
  ])
})

it.each([
  ['şükrü@şirket.com.tr,', 'sukru@şirket.com.tr'],
  ['ayşe@MÜŞTERİ.COM.TR>', 'ayse@müşteri.com.tr'],
])('a suggestion for %j leaves the letters of the domain', (wrong, meant) => {
  expect(suggestAddress(wrong, ['anadolugida.com.tr'])).toBe(meant)
})
