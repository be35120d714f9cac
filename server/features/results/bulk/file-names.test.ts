import { expect, test } from 'vitest'
import { filesOfZip } from '#test/support/zip-files.ts'
import { FileNames } from './file-names.ts'
import { localHeader, zipEnd, zipEntry } from './zip.ts'

const of = (person: string, group = '') => ({ person, code: 'AYT', day: '2026-11-28', group })

test('files are named by person, test and day, and equal names are numbered', () => {
  const names = new FileNames()
  expect(names.pathOf(of('Ayşe Demir', 'Satış'))).toBe('Satış/Ayşe Demir – AYT – 2026-11-28.pdf')
  expect(names.pathOf(of('AYŞE DEMİR'))).toBe('AYŞE DEMİR – AYT – 2026-11-28.pdf')
  // Most systems take these for one, and a decomposed ş for a composed one.
  expect(names.pathOf(of('AYŞE Demir', 'SATIŞ'))).toBe('Satış/AYŞE Demir – AYT – 2026-11-28 (2).pdf')
  expect(names.pathOf(of('Ays\u0327e Demir', 'Satış'))).toBe('Satış/Ayşe Demir – AYT – 2026-11-28 (3).pdf')
  const later = new FileNames(['Satış/Ayşe Demir – AYT – 2026-11-28.pdf'])
  expect(later.pathOf(of('ayşe demir', 'satış'))).toBe('Satış/ayşe demir – AYT – 2026-11-28 (2).pdf')
})

test('every system takes the names', () => {
  const names = new FileNames()
  expect(names.pathOf(of('../a\\b:c*?"<>|\u0000\u202Ed', 'CON'))).toBe('_CON/a b c d – AYT – 2026-11-28.pdf')
  expect(names.pathOf(of('  ', 'lpt1.x '))).toBe('_lpt1.x/_ – AYT – 2026-11-28.pdf')
  expect(names.pathOf(of('…', '..'))).toBe('… – AYT – 2026-11-28.pdf')
  const long = names.pathOf(of('👩‍👩‍👧'.repeat(60), 'ü'.repeat(100)))
  for (const part of long.split('/')) expect(Buffer.byteLength(part)).toBeLessThan(160)
  expect(long.isWellFormed()).toBe(true)
  // No half of a family.
  expect(long).toMatch(/👧 – AYT/u)
})

test('programs read the files of a ZIP under their names', () => {
  const names = new FileNames()
  const files = ['Şükrü Çağ', 'Ada'].map((person, at) => ({
    path: names.pathOf(of(person, at === 0 ? 'Depo' : '')),
    bytes: Buffer.from(`report of ${person} `.repeat(at + 1)),
  }))
  const at = new Date('2026-11-28T10:20:30Z')
  const entries = files.map(({ path, bytes }) => zipEntry(path, bytes, at))
  const { bytes: end, size } = zipEnd(entries)
  const zip = Buffer.concat([
    ...files.flatMap(({ bytes }, index) => {
      const entry = entries[index]
      return entry ? [localHeader(entry), bytes] : []
    }),
    end,
  ])
  expect(zip.length).toBe(size)
  expect(filesOfZip(zip)).toEqual(new Map(files.map(({ path, bytes }) => [path, bytes])))
})
