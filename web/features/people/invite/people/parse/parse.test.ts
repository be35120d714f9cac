import { readFileSync } from 'node:fs'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeText } from '#tables/decode.ts'
import { issuesOf } from './check.ts'
import { readHeader } from './header.ts'
import { readPasted } from './pasted.ts'
import { type ListRow, type ReadList, tidy } from './rows.ts'
import { readCsv } from './table.ts'

const rowsOf = (read: ReadList): ListRow[] => {
  if ('problem' in read) throw new Error(read.problem.code)
  return read.rows
}
const people = (read: ReadList) => rowsOf(read).map(({ line, ...person }) => person)

const extra: Record<string, number> = { Ğ: 0xd0, İ: 0xdd, Ş: 0xde, ğ: 0xf0, ı: 0xfd, ş: 0xfe }
const encode = {
  'utf-8': (text: string) => new TextEncoder().encode(text),
  'utf-8 with its mark': (text: string) => new TextEncoder().encode(`\ufeff${text}`),
  'windows-1254': (text: string) => Uint8Array.from(text, (letter) => extra[letter] ?? letter.charCodeAt(0)),
}

// Nobody writes aİ, and a mark before a number only protects it.
const marks = '"\',;.-&/\t'
const word = fc.oneof(
  ...['abcçdefgğhıijklmnoöprsştuüvyz', 'ABCÇDEFGĞHIİJKLMNOÖPRSŞTUÜVYZ'].map((letters) =>
    fc.string({ unit: fc.constantFrom(...letters, ...marks), minLength: 1, maxLength: 12 }),
  ),
)
const words = fc
  .array(word, { minLength: 1, maxLength: 3 })
  .map((parts) => tidy(parts.join(' ').replace(/^['\s]+/, '')))
const person = fc.record({
  name: words,
  email: fc
    .tuple(fc.stringMatching(/^[a-z0-9]{1,10}$/), fc.constantFrom('ornek.test', 'anadolugida.com.tr'))
    .map((parts) => parts.join('@')),
  phone: fc.constantFrom('', '0532 604 18 27', '+90 (212) 555-10-20'),
  staffNumber: fc.constantFrom('', '10482', 'A-7'),
  group: fc.oneof(fc.constant(''), words),
})

describe.each([';', ',', '\t'])('a list parted by %j', (delimiter) => {
  it.each(Object.entries(encode))('comes back as it was written in %s', (_, bytes) => {
    fc.assert(
      fc.property(fc.array(person, { minLength: 1, maxLength: 20 }), (list) => {
        const data = [
          ['Ad Soyad', 'E-posta', 'Telefon', 'Sicil No', 'Grup'],
          ...list.map(({ name, email, phone, staffNumber, group }) => [
            name,
            email,
            phone,
            staffNumber,
            group,
          ]),
        ]
        const text = stringify(data, { delimiter, record_delimiter: '\r\n' })
        expect(people(readCsv(decodeText(bytes(text))))).toEqual(list)
      }),
    )
  })
})

it('reads the spreadsheet of a Turkish Excel: 195 people, 2 of them twice, 3 broken addresses', () => {
  const file = new URL('../../../../../../test/fixtures/people/turkish-excel.csv', import.meta.url)
  const rows = rowsOf(readCsv(decodeText(readFileSync(file))))
  const issues = issuesOf(rows)
  expect(rows).toHaveLength(200)
  expect(rows[0]).toEqual({
    line: 2,
    name: 'ŞÜKRÜ İĞNECİ',
    email: 'sukru.igneci.1@ornek.test',
    phone: '0530 000 00 00',
    staffNumber: '',
    group: '1. Vardiya',
  })
  expect(rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['ÇAĞRI ÖZGÜR', 'IŞIL ÜNAL', 'Mustafa Kılıç "Usta"']),
  )
  expect(issues.filter((issue) => issue === undefined)).toHaveLength(195)
  expect(issues.flatMap((issue) => (issue?.code === 'duplicate' ? [issue.of] : []))).toEqual([12, 33])
  expect(issues.flatMap((issue) => (issue?.code === 'invalidEmail' ? [issue.suggestion] : []))).toEqual([
    expect.stringMatching(/\.22@ornek\.test$/),
    expect.stringMatching(/\.57@ornek\.test$/),
    expect.stringMatching(/\.140@ornek\.test$/),
  ])
})

describe('heading rows', () => {
  it.each([
    ['CEP TELEFON', 'phone'],
    ['Cep Telefonu No', 'phone'],
    ['İş Telefonu', 'phone'],
    ['DEPARTMAN ADI', 'group'],
    ['Birim Adı', 'group'],
    ['AD SOYAD', 'name'],
    ['Adı ve Soyadı', 'name'],
    ['Personel Adı Soyadı', 'name'],
    ['Personel Adı', 'firstName'],
    ['SİCİL NO', 'staffNumber'],
    ['Çalışan Numarası', 'staffNumber'],
    ['E-POSTA ADRESİ', 'email'],
    ['Kurumsal E-posta', 'email'],
    ['Elektronik Posta', 'email'],
    ['FİRMA ADI', undefined],
    ['Yönetici E-posta', undefined],
    ['Posta Kodu', undefined],
  ])('know %s by its words', (heading, field) => {
    expect(readHeader([heading, 'E-posta', 'Ad'])?.[0]).toBe(field)
  })
  it('are found below titles, within the first ten rows', () => {
    expect(
      people(readCsv('Anadolu Gıda, 2026\n\nListe;;\nAd Soyad;E-posta;Grup\nAyşe Ak;a@x.test;Gece')),
    ).toEqual([{ name: 'Ayşe Ak', email: 'a@x.test', phone: '', staffNumber: '', group: 'Gece' }])
    expect(people(readPasted('Liste\t\nAd\tE-posta\nAyşe\ta@x.test'))).toHaveLength(1)
  })
  it('joins a first name and a surname of two columns', () => {
    expect(
      people(readCsv('Soyadı;Adı;Mail Adresi;GSM;Vardiya\nDemir;Ayşe;a@x.test;0532 1234567;Gece')),
    ).toEqual([
      { name: 'Ayşe Demir', email: 'a@x.test', phone: '0532 1234567', staffNumber: '', group: 'Gece' },
    ])
  })
  it('knows English names, in any order, and leaves unknown columns out', () => {
    expect(people(readCsv('No,Phone,E-mail,First name,Last name\n7,555 123 45 67,a@x.test,Ann,Lee'))).toEqual(
      [{ name: 'Ann Lee', email: 'a@x.test', phone: '555 123 45 67', staffNumber: '', group: '' }],
    )
  })
  it('takes a file without one by the look of its cells', () => {
    expect(people(readCsv('Ayşe;Demir;a@x.test;0532 604 18 27;2. Vardiya\nb@x.test;Veli Kaya'))).toEqual([
      {
        name: 'Ayşe Demir',
        email: 'a@x.test',
        phone: '0532 604 18 27',
        staffNumber: '',
        group: '2. Vardiya',
      },
      { name: 'Veli Kaya', email: 'b@x.test', phone: '', staffNumber: '', group: '' },
    ])
  })
  it('knows the columns of a file without one from most of its rows, so that a broken address stays one', () => {
    const file = [
      'Şükrü İğneci;kisi0@x.test;0532 100 00 00;1. Vardiya;S0000',
      'Gülşah Öz;kisi1@x.test;0532 100 01 01;2. Vardiya;S0001',
      'Çağrı Ağaoğlu;kisi 2 x.test;;Depo & Sevkıyat;S0002',
      'Ayşe Ak;kisi3@x.test;532;Depo & Sevkıyat;',
    ].join('\r\n')
    expect(people(readCsv(file))).toEqual([
      {
        name: 'Şükrü İğneci',
        email: 'kisi0@x.test',
        phone: '0532 100 00 00',
        staffNumber: 'S0000',
        group: '1. Vardiya',
      },
      {
        name: 'Gülşah Öz',
        email: 'kisi1@x.test',
        phone: '0532 100 01 01',
        staffNumber: 'S0001',
        group: '2. Vardiya',
      },
      {
        name: 'Çağrı Ağaoğlu',
        email: 'kisi 2 x.test',
        phone: '',
        staffNumber: 'S0002',
        group: 'Depo & Sevkıyat',
      },
      { name: 'Ayşe Ak', email: 'kisi3@x.test', phone: '532', staffNumber: '', group: 'Depo & Sevkıyat' },
    ])
    expect(people(readCsv('a@x.test;Ayşe;Ak\nb@x.test;Veli;Er\nc@x.test;Can;Su'))[1]).toMatchObject({
      email: 'b@x.test',
    })
    expect(people(readCsv('Ayşe,Ak,a@x.test\nVeli,Er,b@x.test\nCan,Su,c x.test'))[2]).toEqual({
      name: 'Can Su',
      email: 'c x.test',
      phone: '',
      staffNumber: '',
      group: '',
    })
  })
  it('follows the line by which Excel names the separator', () => {
    expect(rowsOf(readCsv('sep=,\r\nEmail,Ad\r\na@x.test,"Demir; Ayşe"'))).toEqual([
      { line: 3, name: 'Demir; Ayşe', email: 'a@x.test', phone: '', staffNumber: '', group: '' },
    ])
  })
})

describe('people without an address', () => {
  const fatma = { name: 'Fatma Kaya', email: '', phone: '', staffNumber: '10482', group: 'Gece' }
  it('are found by the column of their staff number', () => {
    expect(people(readCsv('Sicil No;Ad Soyad;Vardiya\n10482;Fatma Kaya;Gece'))).toEqual([fatma])
    expect(people(readPasted('Staff number\tFull name\tShift\n10482\tFatma Kaya\tGece'))).toEqual([fatma])
  })
  it('are taken with a number beside the name', () => {
    expect(people(readPasted('Fatma Kaya\t10482'))).toEqual([{ ...fatma, group: '' }])
  })
})

describe('what a file may not be', () => {
  it('has rows that can be read; the others are listed', () => {
    expect(readCsv('Ad;E-posta\nAli;a@x.test\n"Veli;b@x.test\nCan;c@x.test\nEr;d@x.test;x')).toMatchObject({
      rows: [{ line: 2 }, { line: 4 }],
      faults: [
        { line: 3, column: 1, code: 'unclosed_quote', text: '"Veli;b@x.test' },
        { line: 5, column: 3, code: 'surplus_cells', text: 'x' },
      ],
    })
  })
  it.each([
    'Ayşe;Demir;Mühendis;a@x.test',
    'a@x.test;Ayşe;Demir;Gece',
    'Ayşe;a@x.test;Gece;Bursa',
    'Veli;Kaya;0532 604 18 27;Gece',
  ])('never adds a surplus column to a name or group: %s', (line) => {
    for (const read of [readCsv(line), readPasted(line)])
      expect(read).toMatchObject({ rows: [], faults: [{ line: 1, code: 'surplus_cells' }] })
  })
  it('says where letters look broken', () => {
    expect(readCsv('Ad;E-posta\nAli;a@x.test\nYýldýz;b@x.test')).toMatchObject({
      broken: { line: 3, text: 'Yýldýz' },
    })
  })
  it('has people in it', () => {
    expect(readCsv('Ad;E-posta\n;;\n \n')).toEqual({ problem: { code: 'empty' } })
  })
  it('contains at most 10,000 of them', () => {
    const list = (count: number) => `E-posta\n${'a@x.test\n'.repeat(count)}`
    expect(rowsOf(readCsv(list(10_000)))).toHaveLength(10_000)
    expect(readCsv(list(10_001))).toEqual({ problem: { code: 'tooManyRows', count: 10_001 } })
  })
})

it('a column without a heading is named by its first text, and an empty one not at all', () => {
  const text = 'Ad Soyad;Telefon;;Beden;\nAli Kaya;0532 111 22 33;;M;\nVeli Kaya;0532 111 22 34;Müdür;L;\n'
  for (const read of [readCsv(text), readPasted(text)])
    expect(read).toMatchObject({ unused: ['Müdür', 'Beden'], faults: [] })
})

it('a quotation mark that begins a cell and is never closed is a fault, in a file as in a pasted list', () => {
  for (const read of [readCsv, readPasted])
    expect(read('a@x.test;Ayşe\nb@x.test;"Veli')).toMatchObject({
      rows: [{ name: 'Ayşe' }],
      faults: [{ line: 2, column: 2, code: 'unclosed_quote' }],
    })
  expect(people(readPasted('Ali "Usta Kaya; a@x.test'))).toMatchObject([{ name: 'Ali "Usta Kaya' }])
})

describe('a pasted list', () => {
  it.each([
    ['tabs of Excel', 'Ayşe Nur\tDemirtaş\tayse@x.test\t0532 604 18 27'],
    ['semicolons', 'Ayşe Nur Demirtaş;ayse@x.test;0532 604 18 27'],
    ['commas in another order', 'ayse@x.test, 0532 604 18 27, Ayşe Nur Demirtaş'],
    ['spaces', 'Ayşe Nur Demirtaş ayse@x.test 0532 604 18 27'],
    ['spaces in another order', 'ayse@x.test Ayşe Nur Demirtaş 0532 604 18 27'],
    ['a mail program', '"Ayşe Nur Demirtaş" <ayse@x.test>, 0532 604 18 27'],
  ])('reads %s', (_, text) => {
    expect(people(readPasted(text))).toEqual([
      {
        name: 'Ayşe Nur Demirtaş',
        email: 'ayse@x.test',
        phone: '0532 604 18 27',
        staffNumber: '',
        group: '',
      },
    ])
  })
  it('reads each line as it comes and keeps its number', () => {
    expect(rowsOf(readPasted('a@x.test\r\n\r\nVeli Kaya\tb@x.test\nc@x.test, Can'))).toEqual([
      { line: 1, name: '', email: 'a@x.test', phone: '', staffNumber: '', group: '' },
      { line: 3, name: 'Veli Kaya', email: 'b@x.test', phone: '', staffNumber: '', group: '' },
      { line: 4, name: 'Can', email: 'c@x.test', phone: '', staffNumber: '', group: '' },
    ])
  })
  it('finds the columns of a copied heading row', () => {
    expect(people(readPasted('Grup\tE-posta\tAd\tSoyad\nGece\ta@x.test\tAyşe\tDemir'))).toEqual([
      { name: 'Ayşe Demir', email: 'a@x.test', phone: '', staffNumber: '', group: 'Gece' },
    ])
  })
  it('parts several addresses of one line into people', () => {
    expect(people(readPasted('Ali Kaya <a@x.test>; Veli <b@x.test>\nc@x.test d@x.test'))).toEqual([
      { name: 'Ali Kaya', email: 'a@x.test', phone: '', staffNumber: '', group: '' },
      { name: 'Veli', email: 'b@x.test', phone: '', staffNumber: '', group: '' },
      { name: '', email: 'c@x.test', phone: '', staffNumber: '', group: '' },
      { name: '', email: 'd@x.test', phone: '', staffNumber: '', group: '' },
    ])
  })
  it('keeps a person without an address, to be completed', () => {
    expect(people(readPasted('Gökçe Ünsal, , 0551 690 84 12'))).toEqual([
      { name: 'Gökçe Ünsal', email: '', phone: '0551 690 84 12', staffNumber: '', group: '' },
    ])
  })
  it('never throws and never loses a line with something in it', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (lines) => {
        const read = readPasted(lines.join('\n'))
        if ('rows' in read)
          for (const row of read.rows)
            expect(row.line).toBeLessThanOrEqual(lines.join('\n').split(/\r\n|\r|\n/).length)
      }),
    )
  })
})

it.each(['"Öz, Can" <can.oz@x.test>', 'Can Öz <can.oz@x.test>'])(
  'reads %s as a mail program means it',
  (line) => {
    expect(people(readPasted(line))).toMatchObject([{ name: 'Can Öz', email: 'can.oz@x.test' }])
  },
)

it('reads a line of recipients whose names are quoted', () => {
  expect(people(readPasted('"Öz, Can" <can.oz@x.test>; "Kaya, Ali" <ali@x.test>'))).toMatchObject([
    { name: 'Can Öz', email: 'can.oz@x.test' },
    { name: 'Ali Kaya', email: 'ali@x.test' },
  ])
  expect(people(readPasted('"Öz, Can" <can.oz@x.test>, "Kaya, Ali" <ali@x.test>'))).toMatchObject([
    { name: 'Can Öz', email: 'can.oz@x.test' },
    { name: 'Ali Kaya', email: 'ali@x.test' },
  ])
})
