import { afterAll, describe, expect, it } from 'vitest'
import { pdfFonts, pdfInfo, pdfText } from '#test/pdf.ts'
import { englishReport } from '#test/report-fixtures.ts'
import { quietLog } from '#test/support/quiet-log.ts'
import { createPdfEngine } from './engine.ts'

const everything = { details: true, percentages: true }
const named = (name: string) => {
  const report = englishReport('tr')
  return { ...report, candidate: { ...report.candidate, name } }
}

describe('the real worker', () => {
  const log = quietLog()
  const engine = createPdfEngine({ log })
  afterAll(() => engine.close())

  it('SR-41: prints text that looks like markup as it is', async () => {
    const names = [
      '#import "x": y',
      '"><img src=x>',
      '$x^2$ *kalın* _eğik_ `kod`',
      '@label <etiket> \\ #sys.inputs',
      '= Başlık',
    ]
    for (const name of names) {
      const text = await pdfText(await engine.renderReport(named(name), everything, 'tr'))
      expect(text).toContain(name)
    }
  })

  it('prints every Turkish letter and the lira sign', async () => {
    const name = 'ĞÜŞİÖÇ ğüşıöç IİÂÎÛ ₺ → ≥'
    expect(await pdfText(await engine.renderReport(named(name), everything, 'tr'))).toContain(name)
  })

  it('shows names in Cyrillic, Greek and Arabic letters, and leaves out what none of its own fonts has', async () => {
    log.lines.length = 0
    const name = 'Иван Ελένη محمد 漢字 გიორგი 😀 \u{10FFFD}S\u0327ahin'
    const pdf = await engine.renderReport(named(name), everything, 'tr')
    expect((await pdfInfo(pdf)).get('Pages')).toBe('2')
    const text = await pdfText(pdf)
    for (const shown of ['Иван', 'Ελένη', 'محمد', 'Şahin']) expect(text).toContain(shown)
    expect(text).not.toMatch(/[漢გ😀\u{10fffd}\ufffd]/u)
    expect((await pdfFonts(pdf)).filter((font) => !/^(Atkinson|TeraziSymbols|NotoSans)/.test(font))).toEqual(
      [],
    )
    expect(await pdfText(await engine.renderReport(named('漢字'), everything, 'tr'))).toContain('—')
    expect(log.lines).toEqual([])
  })

  it('has room for long names', async () => {
    const name = 'Muhammed Abdurrahman Şükrüoğullarından Karamanoğlu-Çiftçihüseyinoğlu'
    const text = await pdfText(await engine.renderReport(named(name), everything, 'tr'))
    expect(text.replaceAll(/\s+/g, ' ')).toContain(name)
  })

  it('answers everybody when many ask at once', async () => {
    const asked = Array.from({ length: 12 }, (_, index) => `Kişi ${index}`)
    const pdfs = await Promise.all(asked.map((name) => engine.renderReport(named(name), everything, 'tr')))
    const texts = await Promise.all(pdfs.map(pdfText))
    expect(texts.map((text, index) => text.includes(asked[index] ?? ''))).toEqual(asked.map(() => true))
  })
})
