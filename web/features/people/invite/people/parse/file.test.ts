import { expect, it } from 'vitest'
import { workbookFile } from '#test/support/workbook-file.ts'
import { maxListBytes, readCsvFile, readExcelFile } from './file.ts'

const file = (content: BlobPart, name = 'liste.csv') => new File([content], name)
const code = async (given: File) => {
  const read = await readCsvFile(given)
  return 'problem' in read ? read.problem.code : 'read'
}

it('reads a list', async () => {
  expect(await readCsvFile(file('Ad;E-posta\r\nAyşe;a@x.test\r\n'))).toEqual({
    unused: [],
    faults: [],
    broken: null,
    rows: [{ line: 2, name: 'Ayşe', email: 'a@x.test', phone: '', staffNumber: '', group: '' }],
  })
})

it('refuses a workbook with any name', async () => {
  const workbook = new Uint8Array([0x50, 0x4b, 0x03, 0x04, 1, 2])
  expect(await code(file(workbook, 'liste.xlsx'))).toBe('spreadsheet')
  expect(await code(file(workbook, 'liste.csv'))).toBe('spreadsheet')
})

it('refuses other files, other bytes and nothing', async () => {
  for (const name of ['liste.pdf', 'liste.txt', 'liste.tsv', 'liste'])
    expect(await code(file('Ad;E-posta\nAyşe;a@x.test', name))).toBe('notCsv')
  expect(await code(file('a@x.test', 'LISTE.CSV'))).toBe('read')
  expect(await code(file(new Uint8Array([1, 0, 2, 0, 3])))).toBe('binary')
  expect(await code(file(''))).toBe('empty')
})

it('refuses what is too large without reading it', async () => {
  const large = file(new Uint8Array(maxListBytes + 1).fill(0x61))
  large.arrayBuffer = () => Promise.reject(new Error('was read'))
  expect(await code(large)).toBe('tooLarge')
})

it('reads the tabs and 16-bit letters of "Unicode text"', async () => {
  const text = '\ufeffE-posta\tAd\r\na@x.test\tŞükrü\r\n'
  const bytes = new Uint8Array(new Uint16Array([...text].map((letter) => letter.charCodeAt(0))).buffer)
  expect(await readCsvFile(file(bytes, 'liste.csv'))).toEqual({
    unused: [],
    faults: [],
    broken: null,
    rows: [{ line: 2, name: 'Şükrü', email: 'a@x.test', phone: '', staffNumber: '', group: '' }],
  })
})

const excel = (bytes: BlobPart, sheet?: string) => readExcelFile(file(bytes, 'liste.xlsx'), sheet)

it('reads the first visible sheet with text of a workbook, and the one that is chosen', async () => {
  const workbook = workbookFile({
    sheets: [
      { name: 'Gizli', state: 'hidden', rows: [['E-posta'], ['gizli@x.test']] },
      { name: 'Kapak', rows: [] },
      {
        name: 'Gece',
        rows: [
          ['2026 LİSTESİ'],
          ['SİCİL NO', 'AD SOYAD', 'E-POSTA ADRESİ', 'CEP TELEFON', 'DEPARTMAN ADI', 'FİRMA ADI'],
          [10482, 'Şükrü İğneci', 'a@x.test', 5326041827, 'Üretim', 'Anadolu'],
        ],
      },
      { name: 'Gündüz', rows: [['E-posta'], ['b@x.test']] },
    ],
  })
  expect(await excel(workbook)).toEqual({
    sheets: ['Kapak', 'Gece', 'Gündüz'],
    sheet: 'Gece',
    unused: ['FİRMA ADI'],
    faults: [],
    broken: null,
    rows: [
      {
        line: 3,
        name: 'Şükrü İğneci',
        email: 'a@x.test',
        phone: '5326041827',
        staffNumber: '10482',
        group: 'Üretim',
      },
    ],
  })
  expect(await excel(workbook, 'Gündüz')).toMatchObject({ sheet: 'Gündüz', rows: [{ email: 'b@x.test' }] })
})

it.each([
  ['a CSV', 'Ad;E-posta', 'not_excel'],
  ['an old workbook', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), 'old_excel'],
  ['a packed file that is none', new Uint8Array([0x50, 0x4b, 0x03, 0x04, 1, 2]), 'not_excel'],
])('as Excel refuses %s', async (_, bytes, problem) => {
  expect(await excel(bytes)).toEqual({ problem: { code: problem } })
})
