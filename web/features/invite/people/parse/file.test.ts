import { expect, it } from 'vitest'
import { maxListBytes, readListFile } from './file.ts'

const file = (content: BlobPart, name = 'liste.csv') => new File([content], name)
const code = async (given: File) => {
  const read = await readListFile(given)
  return 'problem' in read ? read.problem.code : 'read'
}

it('reads a list', async () => {
  expect(await readListFile(file('Ad;E-posta\r\nAyşe;a@x.test\r\n'))).toEqual({
    unused: [],
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
  expect(await readListFile(file(bytes, 'liste.csv'))).toEqual({
    unused: [],
    rows: [{ line: 2, name: 'Şükrü', email: 'a@x.test', phone: '', staffNumber: '', group: '' }],
  })
})
