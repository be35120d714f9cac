// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { amountsOf } from '#contract/orderAmounts.ts'
import { readConfig } from '#server/config.ts'
import { companyBilling, personBilling } from '#test/support/billing.ts'
import { type InvoiceContent, invoiceContent } from './content.ts'
import { ublInvoice } from './ubl.ts'

const empty = { title: '', taxOffice: '', taxNumber: '', name: '', surname: '', identityNumber: '' }

function content(
  buyer: object,
  lines: { quantity: number; unitPriceKurus: number }[],
  name = 'Mavi Yaka Testi',
): InvoiceContent {
  const amounts = amountsOf(lines, 2000)
  return invoiceContent.parse({
    number: 'TRZ2026000000042',
    uuid: 'f47ac10b-58cc-4372-a567-0e02b2c3d479',
    // Already the next day in Turkey.
    issuedAt: '2026-11-23T22:30:15.000Z',
    paidAt: '2026-11-23T22:30:15.000Z',
    orderNumber: 'TRZ-2026-0148',
    seller: readConfig({}).sales?.seller,
    buyer: { ...empty, ...buyer },
    lines: lines.map((line, at) => ({ code: `T${at}`, name, ...line, ...amounts.lines[at] })),
    taxBasisPoints: 2000,
    netKurus: amounts.netKurus,
    taxKurus: amounts.taxKurus,
    totalKurus: amounts.totalKurus,
    paymentMethod: 'eft',
  })
}

const read = (xml: string) => {
  const document = new DOMParser().parseFromString(xml, 'application/xml')
  expect(document.getElementsByTagName('parsererror')).toHaveLength(0)
  const all = (name: string) => [...document.getElementsByTagName(name)].map((one) => one.textContent)
  return { document, all }
}

test('a company’s invoice has every part that an integrator needs', () => {
  const { all, document } = read(
    ublInvoice(content(companyBilling, [{ quantity: 60, unitPriceKurus: 8500 }])),
  )
  expect(document.documentElement.namespaceURI).toBe('urn:oasis:names:specification:ubl:schema:xsd:Invoice-2')
  const first = (name: string) => all(`cbc:${name}`)[0]
  expect(
    Object.fromEntries(
      [
        'UBLVersionID',
        'CustomizationID',
        'ProfileID',
        'ID',
        'CopyIndicator',
        'UUID',
        'IssueDate',
        'IssueTime',
        'InvoiceTypeCode',
        'DocumentCurrencyCode',
        'LineCountNumeric',
        'LineExtensionAmount',
        'TaxExclusiveAmount',
        'TaxInclusiveAmount',
        'PayableAmount',
        'TaxAmount',
        'TaxTypeCode',
        'Percent',
        'PriceAmount',
      ].map((name) => [name, first(name)]),
    ),
  ).toEqual({
    UBLVersionID: '2.1',
    CustomizationID: 'TR1.2',
    ProfileID: 'EARSIVFATURA',
    ID: 'TRZ2026000000042',
    CopyIndicator: 'false',
    UUID: 'f47ac10b-58cc-4372-a567-0e02b2c3d479',
    IssueDate: '2026-11-24',
    IssueTime: '01:30:15',
    InvoiceTypeCode: 'SATIS',
    DocumentCurrencyCode: 'TRY',
    LineCountNumeric: '1',
    LineExtensionAmount: '5100.00',
    TaxExclusiveAmount: '5100.00',
    TaxInclusiveAmount: '6120.00',
    PayableAmount: '6120.00',
    TaxAmount: '1020.00',
    TaxTypeCode: '0015',
    Percent: '20',
    PriceAmount: '85.00',
  })
  expect(first('Note')).toContain('TASLAK')
  const ids = [...document.getElementsByTagName('cac:PartyIdentification')].map((one) => [
    one.firstElementChild?.getAttribute('schemeID'),
    one.textContent,
  ])
  expect(ids).toEqual([
    ['VKN', '1234567890'],
    ['VKN', '4540536920'],
  ])
  expect(document.getElementsByTagName('cac:Person')).toHaveLength(0)
})

test('an invoice without KDV says why', () => {
  const lines = [{ quantity: 1, unitPriceKurus: 100 }]
  const invoice = content(companyBilling, lines)
  const untaxed = read(
    ublInvoice({ ...invoice, taxBasisPoints: 0, taxKurus: 0, totalKurus: invoice.netKurus }),
  )
  expect(untaxed.all('cbc:TaxExemptionReasonCode')).toEqual(['351', '351'])
  expect(read(ublInvoice(invoice)).all('cbc:TaxExemptionReasonCode')).toEqual([])
})

test('what XML cannot hold is left out', () => {
  const title = 'A\uFFFFB\u0008C\uD800D 😀'
  const { all } = read(
    ublInvoice({
      ...content(companyBilling, [{ quantity: 1, unitPriceKurus: 1 }]),
      buyer: { ...empty, ...companyBilling, title },
    }),
  )
  expect(all('cac:PartyName').at(-1)).toBe('ABCD 😀')
})

test('a person is named by TCKN, and what people type stays text', () => {
  const xml = ublInvoice(
    content(
      { ...personBilling, surname: 'O’Neil & "Deniz" <şti>' },
      [
        { quantity: 3, unitPriceKurus: 3333 },
        { quantity: 1, unitPriceKurus: 1 },
      ],
      'A & B <test>',
    ),
  )
  const { all, document } = read(xml)
  expect(all('cbc:FamilyName')).toEqual(['O’Neil & "Deniz" <şti>'])
  expect(
    document.getElementsByTagName('cac:PartyIdentification')[1]?.firstElementChild?.getAttribute('schemeID'),
  ).toBe('TCKN')
  expect(all('cac:InvoiceLine')).toHaveLength(2)
  // 2000.00 and 0.00: a tax of 0.2 kuruş is rounded down.
  expect(all('cbc:TaxAmount')).toEqual(['20.00', '20.00', '20.00', '20.00', '0.00', '0.00'])
})
