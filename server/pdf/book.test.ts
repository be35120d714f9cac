import { afterAll, expect, it } from 'vitest'
import { pdfInfo, pdfStructure, pdfText } from '#test/pdf.ts'
import { uaFaults } from '#test/pdf-ua/check.ts'
import { englishReport, profileReport } from '#test/report-fixtures.ts'
import { quietLog } from '#test/support/quiet-log.ts'
import { createBook } from './book.ts'
import { createPdfEngine } from './engine.ts'

const engine = createPdfEngine({ log: quietLog() })
afterAll(() => engine.close())

it('several reports are one PDF/UA file with bookmarks by group, and each keeps its pages and tables', async () => {
  const draw = (name: string, report: ReturnType<typeof profileReport>) =>
    engine.renderReport(
      { ...report, candidate: { ...report.candidate, name } },
      { details: true, percentages: true },
      'tr',
      { page: { address: `https://terazi.example/verify/${name.length}`, checks: true }, ofMany: true },
    )
  const pdfs = [
    // References in a name are words.
    await draw('Ada (3 0 R) Can', profileReport('tr')),
    await draw('Şükrü Çağ', englishReport('tr')),
    await draw('Ece Işık', profileReport('tr')),
  ]
  const book = createBook('Raporlar <1> & ğ', 'tr')
  const made = Buffer.concat([
    ...pdfs.map((pdf, at) => book.add(pdf, { group: at < 2 ? 'Satış (A)' : '', title: `Kişi ${at} – AYT` })),
    book.end(),
  ])
  expect(uaFaults(made)).toEqual([])
  const counts = await Promise.all(pdfs.map(async (pdf) => Number((await pdfInfo(pdf)).get('Pages'))))
  const info = await pdfInfo(made)
  expect(Number(info.get('Pages'))).toBe(counts.reduce((sum, count) => sum + count, 0))
  expect([info.get('Title'), info.get('Tagged')]).toEqual(['Raporlar <1> & ğ', 'yes'])
  const texts = await Promise.all(pdfs.map((pdf) => pdfText(pdf)))
  expect(await pdfText(made)).toBe(texts.join(''))
  const { lines, remarks } = await pdfStructure(made, 'no words')
  expect(remarks).toBe('')
  expect(lines.filter((line) => line.startsWith('Part'))).toHaveLength(3)
  const words = made.toString('latin1')
  const titleOf = (text: string) =>
    `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()}>`
  for (const title of ['Satış (A)', 'Kişi 0 – AYT', 'Kişi 2 – AYT'])
    expect(words).toContain(`/Title ${titleOf(title)}`)
  // Two entries under the group, and one beside it.
  expect(words.match(/\/Count 2\n {2}\/Dest/g)).toHaveLength(1)
})

it('refuses a document that it does not know', () => {
  const book = createBook('x', 'en')
  expect(() => book.add(Buffer.from('%PDF-1.7\n'), { group: '', title: '' })).toThrow('no plain table')
})
