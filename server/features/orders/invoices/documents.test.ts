import { afterAll, beforeEach, expect, test } from 'vitest'
import { amountsOf } from '#contract/orderAmounts.ts'
import { readConfig } from '#server/config.ts'
import type { BusinessDocument } from '#server/pdf/document.ts'
import { createPdfEngine } from '#server/pdf/engine.ts'
import { looksLike } from '#test/golden.ts'
import { firstPage, pdfInfo, pdfStructure, pdfText } from '#test/pdf.ts'
import { uaFaults } from '#test/pdf-ua/check.ts'
import { companyBilling, personBilling } from '#test/support/billing.ts'
import { quietLog } from '#test/support/quiet-log.ts'
import { type InvoiceContent, invoiceContent } from './content.ts'
import { invoiceDocument, proformaDocument, refundDocument } from './documents.ts'

const log = quietLog()
const engine = createPdfEngine({ log })
afterAll(() => engine.close())
beforeEach(() => {
  log.lines.length = 0
})

const locales = ['tr', 'en'] as const
const empty = { title: '', taxOffice: '', taxNumber: '', name: '', surname: '', identityNumber: '' }
const twoLines = [
  { code: 'AYT', name: 'Genel yetenek testi (AYT)', quantity: 60, unitPriceKurus: 8500 },
  { code: 'MYT', name: 'Mavi yaka testi', quantity: 3, unitPriceKurus: 3333 },
]

function content(buyer: object = companyBilling, lines = twoLines): InvoiceContent {
  const { lines: amounts, ...sums } = amountsOf(lines, 2000)
  return invoiceContent.parse({
    number: 'TRZ2026000000042',
    uuid: 'f47ac10b-58cc-4372-a567-0e02b2c3d479',
    // Already the next day in Turkey.
    issuedAt: '2026-11-23T22:30:15.000Z',
    paidAt: '2026-11-23T22:30:15.000Z',
    orderNumber: 'TRZ-2026-0148',
    seller: readConfig({}).sales?.seller,
    buyer: { ...empty, ...buyer },
    lines: lines.map((line, at) => ({ ...line, ...amounts[at] })),
    taxBasisPoints: 2000,
    ...sums,
    paymentMethod: 'eft',
  })
}

const proforma = (locale: 'tr' | 'en', invoice = content()): BusinessDocument =>
  proformaDocument({
    ...invoice,
    locale,
    number: invoice.orderNumber,
    createdAt: '2026-11-23T22:30:15.000Z',
    transfer: {
      recipient: invoice.seller.title,
      iban: 'TR310009900000123456789012',
      reference: 'TRZ 7K4M 92X',
      // Midnight in Turkey: overdue from 9 December on.
      dueAt: '2026-12-08T21:00:00.000Z',
    },
  })

const refund = (locale: 'tr' | 'en', invoice = content(), returnedKurus = 71_400): BusinessDocument =>
  refundDocument({
    locale,
    invoice,
    at: '2026-11-25T09:00:00.000Z',
    reason: 'Yanlış sipariş',
    lines: [{ code: 'AYT', name: 'Genel yetenek testi (AYT)', quantity: 7, kurus: 71_400 }],
    returnedKurus,
  })

/** The words of a document, each run of spaces as one. */
const words = async (document: BusinessDocument) =>
  (await pdfText(await engine.renderDocument(document))).replaceAll(/\s+/g, ' ')

test('an invoice says who, what and how much, and that it is a draft', async () => {
  const text = await words(invoiceDocument(content()))
  for (const said of [
    'Fatura TRZ2026000000042',
    'TASLAK: Entegratör tarafından düzenlenene kadar fatura yerine geçmez.',
    'Tarih 24.11.2026',
    'ETTN f47ac10b-58cc-4372-a567-0e02b2c3d479',
    'Anadolu Gıda Sanayi ve Ticaret A.Ş.',
    'VKN: 4540536920 · Kemeraltı',
    'Genel yetenek testi (AYT) kotası 60 85,00 ₺ 5.100,00 ₺',
    'Mavi yaka testi (MYT) kotası 3 33,33 ₺ 99,99 ₺',
    'Ara toplam 5.199,99 ₺',
    'KDV %20 1.040,00 ₺',
    'Toplam 6.239,99 ₺',
    'Yalnız altı bin iki yüz otuz dokuz Türk lirası doksan dokuz kuruş.',
  ])
    expect(text).toContain(said)
})

test('an invoice to a person names the TCKN and no tax office', async () => {
  const text = await words(invoiceDocument(content(personBilling)))
  expect(text).toContain('Ada Deniz')
  expect(text).toContain('TCKN: 17291716060')
  expect(text.match(/VKN/g)).toHaveLength(1)
})

test('a proforma says how to pay and until when, and that it is no invoice', async () => {
  const turkish = await words(proforma('tr'))
  for (const said of [
    'Proforma TRZ-2026-0148',
    'Bu belge fatura değildir.',
    'Son ödeme günü 08.12.2026',
    'TR31 0009 9000 0012 3456 7890 12',
    'Tutar 6.239,99 ₺',
    'Açıklama TRZ 7K4M 92X',
  ])
    expect(turkish).toContain(said)
  const english = await words(proforma('en'))
  for (const said of ['This isn’t an invoice.', 'Pay by 8 Dec 2026', 'Amount ₺6,239.99'])
    expect(english).toContain(said)
})

test('a refund statement has no number of its own and names the document that accounting needs', async () => {
  const company = await words(refund('tr'))
  for (const said of [
    'İade dökümü · TRZ-2026-0148',
    'Bu belge fatura değildir',
    'İlgili fatura TRZ2026000000042',
    'Genel yetenek testi (AYT) kotası 7 714,00 ₺',
    'İade nedeni: Yanlış sipariş',
    'iade faturası',
  ])
    expect(company).toContain(said)
  expect(company).not.toContain('gider pusulası')
  // Paid in instalments: the invoice does not know of the surcharge, the card does.
  const surcharged = await words(refund('tr', { ...content(), paymentMethod: 'credit_card' }, 74_970))
  expect(surcharged).toContain('Faturadaki tutar 714,00 ₺ Taksit farkı 35,70 ₺ Toplam 749,70 ₺')
  // Less came than the invoice says, and was accepted.
  expect(await words(refund('tr', content(), 50_000))).toMatch(
    /Gönderilen tutarın farkı .?214,00 ₺ Toplam 500,00 ₺/,
  )
  const person = await words(refund('tr', content(personBilling)))
  expect(person).toContain('gider pusulası')
  expect(person).not.toContain('iade faturası')
})

test('what people type stays text, and long names stay on the page', async () => {
  const title = `#import "x": y $x^2$ *kalın* ${'Karamanoğluçiftçihüseyinoğulları '.repeat(5)}A.Ş.`
  const invoice = content({ ...companyBilling, title })
  const pdf = await engine.renderDocument(invoiceDocument(invoice))
  const text = (await pdfText(pdf)).replaceAll(/\s+/g, ' ')
  expect(text).toContain('#import "x": y $x^2$ *kalın*')
  expect(text.match(/Karamanoğluçiftçihüseyinoğulları/g)).toHaveLength(5)
  expect((await pdfInfo(pdf)).get('Pages')).toBe('1')
  expect(uaFaults(pdf)).toEqual([])
})

test.each([
  ['invoice', () => invoiceDocument(content()), 1],
  ['invoice to a person', () => invoiceDocument(content(personBilling)), 1],
  ['proforma in Turkish', () => proforma('tr'), 1],
  ['proforma in English', () => proforma('en'), 1],
  ['refund statement in Turkish', () => refund('tr'), 1],
  ['refund statement in English', () => refund('en', content(personBilling)), 1],
  ['invoice of 50 lines', () => invoiceDocument(content(companyBilling, Array(50).fill(twoLines[0]))), 2],
])('%s: tagged, PDF/UA, with every row named', async (_name, document, pages) => {
  const made = document()
  const pdf = await engine.renderDocument(made)
  expect(uaFaults(pdf)).toEqual([])
  const { lines, remarks } = await pdfStructure(pdf, 'no words')
  expect(remarks).toBe('')
  expect(lines.filter((line) => line === '/Scope /Row')).toHaveLength(made.table.rows.length)
  expect(lines.filter((line) => line.startsWith('H1'))).toHaveLength(1)
  const info = await pdfInfo(pdf)
  expect([info.get('Title'), info.get('Tagged'), info.get('Pages')]).toEqual([
    made.title,
    'yes',
    String(pages),
  ])
  expect(info.get('Page size')).toContain('A4')
  expect(Buffer.from(pdf).toString('latin1')).toContain(`/Lang (${made.locale})`)
  expect(log.lines).toEqual([])
})

test.each([
  ['invoice-tr', () => invoiceDocument(content())],
  ['proforma-en', () => proforma('en')],
  ['refund-tr', () => refund('tr')],
])('%s looks as it did', async (golden, document) => {
  // Poppler's versions smooth edges differently.
  await looksLike(`pdf-golden/${golden}`, await firstPage(await engine.renderDocument(document())), 0.005)
})

test('both languages have the same parts', () => {
  for (const make of [proforma, refund]) {
    const [turkish, english] = locales.map((locale) => make(locale))
    expect(english?.facts).toHaveLength(turkish?.facts.length ?? 0)
    expect(english?.notes).toHaveLength(turkish?.notes.length ?? 0)
  }
})
