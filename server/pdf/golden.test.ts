import { afterAll, describe, expect, it } from 'vitest'
import { sections } from '#report/sections.ts'
import { allKeys } from '#report/selection.ts'
import { translate } from '#server/locales.ts'
import { looksLike } from '#test/golden.ts'
import { firstPage, pdfInfo, pdfLinks, pdfText } from '#test/pdf.ts'
import { englishReport, notedReport, profileReport, scl90Report } from '#test/report-fixtures.ts'
import { quietLog } from '#test/support/quiet-log.ts'
import { createPdfEngine } from './engine.ts'

const engine = createPdfEngine({ log: quietLog() })
afterAll(() => engine.close())

const everything = { details: true, percentages: true }
const reader = 'Bu kopyayı alan: Ayşe Yılmaz, 26.11.2026 17:03'
/** Poppler's versions smooth edges differently. */
const tolerance = 0.005

describe.each([
  ['english-tr', englishReport('tr')],
  ['scl90-tr', scl90Report('tr')],
  ['scl90-en', scl90Report('en')],
  ['profile-tr', profileReport('tr')],
])('%s', (name, report) => {
  it('looks as it did, has a title and is tagged', async () => {
    const pdf = await engine.renderReport(report, everything, report.locale, { reader })
    await looksLike(`pdf-golden/${name}`, await firstPage(pdf), tolerance)
    const info = await pdfInfo(pdf)
    expect(info.get('Title')).toBe(`${report.candidate.name}, ${report.inventory.title}`)
    expect(info.get('Page size')).toContain('A4')
    expect(info.get('Tagged')).toBe('yes')
  })

  it('has the person, the client and the number on its pages', async () => {
    const text = await pdfText(await engine.renderReport(report, everything, report.locale))
    expect(text).toContain('Şükrü İğneci Çağdaş')
    expect(text).toContain('Anadolu Gıda A.Ş.')
    expect(text).toContain('TRZ-7K4M-92')
    expect(text).toMatch(report.locale === 'tr' ? /Sayfa 1 \/ \d/ : /Page 1 \/ \d/)
  })

  it('contains just the selected scores', async () => {
    const scales = report.categories.flatMap((category) => category.scales)
    const [kept, ...dropped] = scales
    const scores = kept ? [kept.key] : []
    const text = await pdfText(await engine.renderReport(report, { ...everything, scores }, report.locale))
    expect(text).toContain(kept?.name)
    const before = text.slice(0, text.indexOf(report.locale === 'tr' ? 'Nasıl okunur?' : 'How to read'))
    for (const scale of dropped) expect(before).not.toContain(scale.name)
  })

  it('leaves out details and numbers on demand', async () => {
    const shown = { scores: allKeys(report), details: false, percentages: false }
    const text = await pdfText(await engine.renderReport(report, shown, report.locale))
    expect(text).not.toContain(report.categories[0]?.scales[0]?.description)
    expect(text).not.toMatch(/T \d\d\b/)
  })
})

/** The words of each page. */
const pagesOf = async (pdf: Uint8Array) => (await pdfText(pdf)).split('\f').slice(0, -1)

describe('pages', () => {
  it('says how to read it once, under the result, and leaves no page for a remainder', async () => {
    const pages = await pagesOf(await engine.renderReport(scl90Report('tr'), everything, 'tr', { reader }))
    expect(pages).toHaveLength(2)
    expect(pages.map((page) => page.includes(reader))).toEqual([true, true])
    expect(pages.map((page) => page.split('Nasıl okunur?').length - 1)).toEqual([1, 0])
    expect(pages.map((_, index) => pages[index]?.includes(`Sayfa ${index + 1} / 2`))).toEqual([true, true])
  })

  it('gives how to read it no page for itself, however full the first one is', async () => {
    const report = profileReport('tr')
    for (let lines = 8; lines < 24; lines += 1) {
      const notice = Array.from({ length: lines }, (_, line) => `Satır ${line}.`).join('\n\n')
      const long = { ...report, texts: { ...report.texts, notice } }
      const pages = await pagesOf(await engine.renderReport(long, everything, 'tr'))
      const alone = pages.filter(
        (page) => page.includes('Nasıl okunur?') && !/Grup|Yorum|Sınır|T \d/.test(page),
      )
      expect(alone, String(lines)).toEqual([])
    }
  })

  it('keeps a scale, its words and its questions on one page', async () => {
    const report = profileReport('tr')
    const [category] = report.categories
    const [scale] = category?.scales ?? []
    if (!category || !scale) throw new Error('The fixture has no scale')
    const band = { id: 'attention', name: 'Düşük', text: 'Görüşmede sorun.', tone: 'attention' as const }
    const many = Array.from({ length: 24 }, (_, index) => ({
      ...scale,
      band,
      key: `s${index}`,
      name: `Ölçek-${index}.`,
      description: `Anlamı-${index}.`,
      interview: [`Soru-${index}.`],
    }))
    const long = { ...report, categories: [{ ...category, scales: many }] }
    const pages = await pagesOf(await engine.renderReport(long, everything, 'tr'))
    const pageOf = (text: string) => pages.findLastIndex((page) => page.includes(text))
    for (const { name, description, interview } of many) {
      expect(pageOf(description)).toBe(pageOf(name))
      expect(pageOf(interview[0] ?? '')).toBe(pageOf(name))
    }
    expect(new Set(many.map(({ name }) => pageOf(name))).size).toBeGreaterThan(1)
  })

  it('keeps a category’s heading and the names of the columns with its first scale', async () => {
    const report = profileReport('tr')
    const [category] = report.categories
    const [scale] = category?.scales ?? []
    if (!category || !scale) throw new Error('The fixture has no scale')
    for (let first = 8; first < 16; first += 1) {
      const one = (at: number, name: string) => ({ ...scale, key: `s${at}`, name, short: name, band: null })
      const scales = Array.from({ length: first }, (_, at) => one(at, `Ölçek-${at}.`))
      const categories = [
        { ...category, scales },
        { ...category, key: 'second', name: 'İkinci küme', scales: [one(99, 'Sonraki ölçek')] },
      ]
      const details = (
        await pagesOf(await engine.renderReport({ ...report, categories }, everything, 'tr'))
      ).slice(1)
      const [heading, row] = ['İkinci küme', 'Sonraki ölçek'].map((text) =>
        details.findIndex((page) => page.includes(text)),
      )
      expect(heading, String(first)).toBe(row)
      const page = details[row ?? 0] ?? ''
      expect(page.slice(page.indexOf('İkinci küme'))).toMatch(
        /^[^\n]*\n[\s\S]*?Ölçek +daha düşük[\s\S]*?Sonraki ölçek/,
      )
    }
  })

  it('says that it is a part where something was left out', async () => {
    const selection = { details: false, percentages: true, scores: ['a1'] }
    const text = await pdfText(await engine.renderReport(englishReport('en'), selection, 'en'))
    expect(text.replace(/\s+/g, ' ')).toContain('1 of 6 scores are shown in this report.')
    expect(text).toContain('How to read')
  })
})

it('contains the combined scores', async () => {
  const report = {
    ...profileReport('tr'),
    composites: [{ key: 'genel', name: 'Genel uygunluk', description: '', standardScore: 57.4, band: null }],
  }
  const text = await pdfText(await engine.renderReport(report, everything, 'tr'))
  expect(text).toContain('Birleşik puanlar')
  expect(text).toMatch(/Genel uygunluk\s+T 57/)
  const without = { ...everything, scores: ['ofke_ilimlilik'] }
  expect(await pdfText(await engine.renderReport(report, without, 'tr'))).not.toContain('Genel uygunluk')
})

it('says that nothing could be judged', async () => {
  const report = { ...scl90Report('en'), validity: { confidence: null, notes: [] } }
  const text = await pdfText(await engine.renderReport(report, everything, 'en'))
  expect(text).toContain('Response quality: Not rated')
})

it.each(['tr', 'en'] as const)('contains what was noted as the screen shows it (%s)', async (locale) => {
  const report = notedReport(locale)
  const words = {
    locale,
    t: (key: string, variables?: Record<string, string | number>) => translate(locale, key, variables),
  }
  const { signals } = sections(report, everything, words)
  const text = (await pdfText(await engine.renderReport(report, everything, locale))).replace(/\s+/g, ' ')
  expect(signals?.facts.length).toBe(5)
  for (const said of [signals?.title, ...(signals?.facts ?? []), signals?.note]) expect(text).toContain(said)
})

it('writes percent as the language does', async () => {
  const turkish = await pdfText(await engine.renderReport(englishReport('tr'), everything, 'tr'))
  const english = await pdfText(await engine.renderReport(englishReport('en'), everything, 'en'))
  expect(turkish).toContain('%90')
  expect(english).toContain('90%')
})

it('leads back to the stored result where the reader has a page of it', async () => {
  const address = 'https://terazi.example/manager/assignments/01980000-0000-7000-8000-000000000001/report'
  const pdf = await engine.renderReport(profileReport('en'), everything, 'en', {
    page: { address, checks: false },
  })
  expect(await pdfLinks(pdf)).toEqual([address])
  const text = await pdfText(pdf)
  expect(text.replace(/\s+/g, ' ')).toContain('Scan the QR code and sign in (terazi.example)')
  expect(await pdfText(await engine.renderReport(profileReport('en'), everything, 'en'))).not.toContain(
    'Scan',
  )
})

it('puts how to read it after the details where the first page is full', async () => {
  const report = profileReport('tr')
  const notice = 'Uzun bir uyarı cümlesi. '.repeat(62)
  const full = { ...report, texts: { ...report.texts, notice } }
  const pages = await pagesOf(await engine.renderReport(full, everything, 'tr'))
  expect(pages.map((page) => page.split('Nasıl okunur?').length - 1)).toEqual([0, 1])
  expect(pages[1]).toContain('Ölçeklere göre ayrıntı')
})
