import { deflateSync, inflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import { sampleReport } from '#server/demo/sample.ts'
import { pdfCodes, pdfInfo, pdfStructure, pdfText } from '#test/pdf.ts'
import { uaFaults } from '#test/pdf-ua/check.ts'
import { englishReport, notedReport, profileReport, scl90Report } from '#test/report-fixtures.ts'
import { quietLog } from '#test/support/quiet-log.ts'
import { attachedText } from './attached.ts'
import { createPdfEngine } from './engine.ts'
import type { Poster } from './poster.ts'
import type { Slip } from './slip.ts'
import { withObjects } from './structure.ts'

const log = quietLog()
const engine = createPdfEngine({ log })
afterAll(() => engine.close())

const everything = { details: true, percentages: true }
const reader = 'Copy made by Ayşe Demir, 26 Nov 2026 17:03'
const address = 'https://terazi.example/manager/assignments/01980000-0000-7000-8000-000000000001/report'
const page = { address, checks: false }
const locales = ['tr', 'en'] as const

it.each(['ENGLISH', 'SCL90', 'MYT', 'AYT'])('the report of %s is PDF/UA in both languages', async (code) => {
  const report = await sampleReport(code)
  for (const locale of locales) {
    const pdf = await engine.renderReport(report(locale), everything, locale, { page, reader })
    expect(uaFaults(pdf)).toEqual([])
    const { lines, remarks } = await pdfStructure(pdf, 'no words')
    expect(remarks).toBe('')
    const { categories } = report(locale)
    const rows = lines.filter((line) => line === '/Scope /Row')
    expect(rows).toHaveLength(categories.flatMap(({ scales }) => scales).length)
    expect(Buffer.from(pdf).toString('latin1')).toContain(`/Lang (${locale})`)
  }
  expect(log.lines).toEqual([])
})

it('parts of a report and full first pages are PDF/UA', async () => {
  const full = profileReport('tr')
  const notice = 'Uzun bir uyarı cümlesi. '.repeat(62)
  const composites = [
    { key: 'genel', name: 'Genel uygunluk', description: '', standardScore: 57.4, band: null },
  ]
  const note = (at: number) => ({
    id: `n${at}`,
    text: 'Yangın tatbikatı vardı.\nOn dakika dışarıda kaldı. '.repeat(1 + at),
    createdAt: '2026-11-20T11:30:00Z',
    createdBy: 'Ayşe Demir',
  })
  const conduct = {
    pausedSeconds: 750,
    breaks: [],
    addedMinutes: 5,
    endedByManager: true,
    startedOffline: true,
    notes: Array.from({ length: 12 }, (_, at) => note(at)),
  }
  const made = [
    engine.renderReport({ ...full, conduct }, everything, 'tr', { page, reader }),
    engine.renderReport({ ...full, composites, texts: { ...full.texts, notice } }, everything, 'tr'),
    engine.renderReport(full, { details: false, percentages: false }, 'tr', { page, reader }),
    engine.renderReport(englishReport('en'), { ...everything, scores: ['a1'] }, 'en'),
    engine.renderReport(scl90Report('tr'), { details: true, percentages: false }, 'tr'),
    engine.renderReport(notedReport('tr'), everything, 'tr', { page, reader }),
  ]
  for (const pdf of await Promise.all(made)) expect(uaFaults(pdf)).toEqual([])
})

it('the details of a table that runs over pages are one table, its rows numbered', async () => {
  const report = profileReport('tr')
  const [category] = report.categories
  const [scale] = category?.scales ?? []
  if (!category || !scale) throw new Error('The fixture has no scale')
  const scales = Array.from({ length: 24 }, (_, at) => ({ ...scale, key: `s${at}`, name: `Ölçek-${at}.` }))
  const pdf = await engine.renderReport(
    { ...report, categories: [{ ...category, scales }] },
    everything,
    'tr',
  )
  expect(uaFaults(pdf)).toEqual([])
  const { lines } = await pdfStructure(pdf, 'no words')
  expect(lines.filter((line) => line.startsWith('Table'))).toHaveLength(1)
  expect(lines.filter((line) => line === '/Scope /Column')).toHaveLength(4)
})

it('a number is read with the names of its row and its column', async () => {
  const { lines } = await pdfStructure(
    await engine.renderReport(profileReport('tr'), everything, 'tr'),
    'words',
  )
  const column = lines.lastIndexOf('"Puan"')
  const [, columnId] =
    /<(\w+)>/.exec(lines.slice(0, column).findLast((line) => line.startsWith('TH')) ?? '') ?? []
  const row = lines.lastIndexOf('"İletişimde girişkenlik"')
  const [, rowId] = /<(\w+)>/.exec(lines.slice(0, row).findLast((line) => line.startsWith('TH')) ?? '') ?? []
  const number = lines.lastIndexOf('"%52"')
  const cell = lines.slice(0, number).lastIndexOf('TD:')
  expect(lines[cell + 1]).toBe(`/Headers [(${rowId}) (${columnId})]`)
  const words = lines.slice(number)
  expect(words.indexOf('"Beklenenin altında"')).toBeLessThan(words.indexOf('"Kısa bir açıklama."'))
  expect(words.slice(0, words.indexOf('LI (block)')).filter((line) => line === 'TD:')).toHaveLength(1)
})

it('the mark of a check is said', async () => {
  const pdf = await engine.renderReport(profileReport('en'), everything, 'en')
  const texts = Buffer.from(pdf)
    .toString('latin1')
    .match(/\/Alt \((?:normal|needs review)\)/g)
  expect(texts?.toSorted()).toEqual([
    ...Array.from({ length: 2 }, () => '/Alt (needs review)'),
    ...Array.from({ length: 4 }, () => '/Alt (normal)'),
  ])
})

it('a name with a byte order mark or in letters of another script costs nobody the document', async () => {
  log.lines.length = 0
  const report = profileReport('tr')
  const made = ['\uFEFFAda Can', 'A\u00ADda\u200D \u202ECan', 'محمد علي'].map((name) =>
    engine.renderReport({ ...report, candidate: { ...report.candidate, name } }, everything, 'tr'),
  )
  const [marked, joined] = await Promise.all(made)
  for (const pdf of [marked, joined]) expect(pdf && uaFaults(pdf)).toEqual([])
  expect(log.lines.filter(({ level }) => level === 'error')).toEqual([])
})

const link = `https://terazi.example/magic-link/AbCdEfGhIjKl/${'x'.repeat(43)}`
const slip = (name: string, locale: Slip['locale']): Slip => ({
  locale,
  client: 'Anadolu Gıda A.Ş.',
  name,
  known: '10482',
  lead: 'Sizden şu testleri yapmanız isteniyor:',
  tests: ['İngilizce Seviye Testi, 60 dakika', 'Psikolojik Belirti Listesi, 15 dakika'],
  due: 'Son gün: 15 Kasım 2026 Pazar',
  scan: 'Telefonunuzun kamerasını karekoda tutun.',
  type: 'Olmuyorsa terazi.example/k adresini açın, şu kodu yazın:',
  address: 'terazi.example/k',
  page: 'https://terazi.example/k',
  code: ['7KQ4', 'M0XW', 'WMQW'],
  personal: 'Bu fiş yalnız sizin içindir. Başkasına vermeyin.',
  alt: 'Bağlantının kare kodu',
  link,
  linkLines: [link.slice(0, 56), link.slice(56)],
})

it.each(locales)('slips are PDF/UA (%s)', async (locale) => {
  log.lines.length = 0
  const slips = Array.from({ length: 9 }, (_, at) => slip(`Kişi ${at}`, at % 2 === 0 ? 'tr' : 'en'))
  const pdf = await engine.renderSlips(slips, 'Davet fişleri', locale)
  expect(uaFaults(pdf)).toEqual([])
  const { lines, remarks } = await pdfStructure(pdf, 'no words')
  expect(remarks).toBe('')
  expect(lines.filter((line) => line.startsWith('H1'))).toHaveLength(9)
  expect(log.lines).toEqual([])
})

type Change = [from: string | RegExp, to: string]

/**
 * The file with the first object changed that contains `from` (all with the flag g), whether written plainly or
 * deflated.
 */
function broken(pdf: Uint8Array, [from, to]: Change): Uint8Array {
  let changes = 0
  const all = from instanceof RegExp && from.global
  const made = withObjects(pdf, (objects) => {
    for (const [number, body] of objects) {
      const parts =
        /^(\d+ 0 obj\n<<\n {2}\/Length )\d+(\n {2}\/Filter \/FlateDecode\n>>\nstream\n)([\s\S]*)(\nendstream[\s\S]*)$/.exec(
          body,
        )
      const [, before = '', between = '', data = '', after = ''] = parts ?? []
      const plain = parts ? inflateSync(Buffer.from(data, 'latin1')).toString('latin1') : body
      const changed = plain.replace(from, to)
      if (changed === plain) continue
      const packed = deflateSync(Buffer.from(changed, 'latin1')).toString('latin1')
      objects.set(number, parts ? before + packed.length + between + packed + after : changed)
      changes += 1
      if (!all) return
    }
  })
  if (changes === 0) throw new Error(`Nothing in the file is ${from}`)
  return made
}

it.each<[string, ...Change]>([
  ['MarkInfo does not say', '/Marked true', '/Marked false'],
  ['04-001', '/Marked true', '/Marked true /Suspects true'],
  ['11-006', /\/Lang \(tr\)/, ''],
  ['07-001', '/DisplayDocTitle true', '/DisplayDocTitle false'],
  ['05-001', '<pdfuaid:part>1', '<pdfuaid:part>2'],
  ['06-003', /<dc:title>.*<\/dc:title>/, ''],
  ['02-001', '/S /H1', '/S /Headline'],
  ['14-002', '/S /H1', '/S /P'],
  ['14-003', '/S /H3', '/S /H5'],
  ['13-004', /\/Alt (\([^)]*\)|<[^>]*>)/, ''],
  ['09-004', '/S /LI\n', '/S /Div\n'],
  ['09-005', '/S /LBody', '/S /P'],
  ['09-004', '/S /TR', '/S /Div'],
  ['has rows of', /\/S \/TH\n[\s\S]*?\/O \/Table/, '$&\n/ColSpan 2'],
  ['has no heading', /\/S \/TH\n/g, '/S /TD\n'],
  ['15-003', '/Scope /Row', ''],
  ['as its heading', /\/Headers \[\(\w+\) /, '/Headers [(U9x9y9) '],
  ['tree of names', /\(U1x0y1\) \d+ 0 R/, ''],
  ['28-009', '/Tabs /S', ''],
  ['28-011', /\/StructParent \d+/, '/StructParent 999'],
  ['28-012', /\n {2}\/Contents \(https[^)]*\)/, ''],
  ['10-001', /\n {2}\/ToUnicode \d+ 0 R/, ''],
  ['without letters', '<0001>', '<FFF1>'],
  ['31-009', /\/FontFile\d \d+ 0 R/, ''],
  ['names another parent', /\/S \/TBody\n {2}\/P \d+/, '/S /TBody\n  /P 1'],
  ['parent tree', /\/Nums \[0 /, '/Nums [77 '],
  ['01-005', /\/Artifact <<[^>]*>> BDC/, '/Span <</Lang (tr)>> BDC'],
  ['01-001', /\/MCID 3\s*>> BDC/, '$&\n/Artifact BMC EMC'],
  ['01-002', /\/Artifact <<[^>]*>> BDC/, '$&\n/P <</MCID 900>> BDC EMC'],
  ['names a piece that no page shows', /\/MCID 3\s*>> BDC/, '/MCID 901 >> BDC'],
])('a check fails on a broken file: %s', async (fault, ...change) => {
  const pdf = await engine.renderReport(profileReport('tr'), everything, 'tr', { page, reader })
  expect(uaFaults(broken(pdf, change))).toContainEqual(expect.stringContaining(fault))
})

it('a poster is PDF/UA on one page, however long its words are', async () => {
  const address = `degerlendirme.insankaynaklari.anadolugida.com.tr/r/7KQ4M0XW2H`
  const poster: Poster = {
    locale: 'tr',
    title: 'Afiş',
    client: 'Anadolu Gıda ve İhtiyaç Maddeleri Sanayi Ticaret Anonim Şirketi',
    name: 'Muhasebe ve finans elemanı, üretim planlama sorumlusu, gece vardiyası amiri, depo görevlisi #x *y*',
    lead: 'Başvurmak için telefonunuzla kayıt olun.',
    scan: 'Kameranızı karekoda tutun.',
    type: 'Olmuyorsa telefonunuzda bu adresi açın:',
    address,
    steps: Array(2).fill('Adınızı yazın. Kurum başvurunuza bakar, sonra testi gönderir.'),
    testsTitle: 'Testler',
    tests: Array(5).fill('Mavi Yaka Temel Yetkinlik Değerlendirmesi, 45 dakika'),
    until: 'Son kayıt günü: 30 Kasım 2999 Cumartesi',
    link: `https://${address}`,
    alt: 'Kaydın karekodu',
  }
  const pdf = await engine.renderPoster(poster)
  expect(uaFaults(pdf)).toEqual([])
  expect((await pdfInfo(pdf)).get('Pages')).toBe('1')
  for (const name of [poster.name, 'Muhasebesorumlusu'.repeat(6).slice(0, 100)]) {
    const client = name.replaceAll(' ', '')
    const drawn = await engine.renderPoster({ ...poster, name, client, until: client, tests: [client] })
    expect(await pdfCodes(drawn)).toEqual([{ text: poster.link, isQuiet: true }])
  }
  expect(log.lines).toEqual([])
})

it('the code of a report is read beside a name of 100 letters', async () => {
  const report = profileReport('tr')
  const candidate = { ...report.candidate, name: 'Karamanoğlu'.repeat(10).slice(0, 100) }
  const pdf = await engine.renderReport({ ...report, candidate }, everything, 'tr', { page, reader })
  const pages = Number((await pdfInfo(pdf)).get('Pages'))
  const codes = await Promise.all(Array.from({ length: pages }, (_, at) => pdfCodes(pdf, at + 1)))
  expect(codes.flat()).toEqual([{ text: address, isQuiet: true }])
  expect(uaFaults(pdf)).toEqual([])
})

it('evidence with long lists is PDF/UA', async () => {
  const fact = (label: string) => ({ label, value: 'Ölçme ve değerlendirme. '.repeat(4) })
  const list = { note: 'İlk 300 kayıt burada.', cards: [], heads: ['Zaman', 'Kişi', 'Rapor'] }
  const row = ['26.11.2026 17:03', 'Ayşe Demir', '01980000-0000-7000-8000-000000000001']
  const file = `${JSON.stringify({ name: 'ŞÜKRÜ'.repeat(200) })}\n`
  const pdf = await engine.renderEvidence({
    locale: 'tr',
    title: 'Kişisel veri kanıt dosyası',
    lead: 'Test sonucu içermez.',
    page: 'Sayfa',
    facts: [fact('Kurum')],
    sections: [
      { title: 'Envanter', note: '', cards: [[fact('Amaç'), fact('Tedbirler')]], heads: [], rows: [] },
      { ...list, title: 'Açılan raporlar', rows: Array.from({ length: 90 }, () => row) },
      { ...list, title: 'Silmeler', note: 'Bu dönemde kayıt yok.', rows: [] },
    ],
    seal: { title: 'İmza', text: '', facts: [{ label: 'SHA-256', value: '0f'.repeat(32) }], file },
  })
  expect(uaFaults(pdf)).toEqual([])
  expect(await pdfText(pdf)).toContain('0f'.repeat(32))
  expect(attachedText(pdf)).toEqual({ text: file })
  expect(uaFaults(broken(pdf, [/\n {2}\/UF \(evidence.json\)/, '']))).toEqual([
    expect.stringContaining('21-001'),
  ])
  expect(log.lines).toEqual([])
})

it.each(locales)('a person’s own data with long tables and unusual words is PDF/UA (%s)', async (locale) => {
  log.lines.length = 0
  const fact = (label: string) => ({ label, value: 'Ölçme ve değerlendirme. '.repeat(4) })
  const heads = ['Soru', 'Cevap', 'Zaman']
  const row = ['Toplantıda *söz* alırım #1.', 'Çoğu zaman; bazen_', '26.11.2026 17:03']
  const table = { heads, rows: Array.from({ length: 90 }, () => row) }
  const none = { facts: [], lines: [], picture: null, table: null }
  const square = sharp({ create: { width: 8, height: 8, channels: 3, background: '#4f46e5' } })
  const picture = { bytes: [...(await square.jpeg().toBuffer())], alt: 'Fotoğraf' }
  const pdf = await engine.renderPaper({
    locale,
    title: 'Ayşe Demir’in verileri',
    page: 'Sayfa',
    lead: ['26.11.2026', 'Hepsi burada.'],
    parts: [
      { ...none, level: 2, heading: 'Hesap', facts: [fact('Ad'), fact('E-posta')], picture },
      { ...none, level: 2, heading: 'Anadolu Gıda A.Ş.', facts: [fact('Dayanak')] },
      {
        ...none,
        level: 3,
        heading: 'SCL-90',
        facts: [fact('Durum')],
        lines: ['Bir satır.', 'Bir satır daha.'],
      },
      { ...none, level: 4, heading: 'Cevaplar', table },
      { ...none, level: 2, heading: 'Kayıtlar', table: { heads: ['Zaman'], rows: [['26.11.2026']] } },
    ],
  })
  expect(uaFaults(pdf)).toEqual([])
  const { lines, remarks } = await pdfStructure(pdf, 'no words')
  expect(remarks).toBe('')
  expect(lines.filter((line) => line.startsWith('Figure'))).toHaveLength(1)
  expect(lines.filter((line) => line.startsWith('Table'))).toHaveLength(2)
  expect(lines.filter((line) => line === '/Scope /Column')).toHaveLength(heads.length + 1)
  expect(Buffer.from(pdf).toString('latin1')).toContain(`/Lang (${locale})`)
  expect(log.lines).toEqual([])
})
