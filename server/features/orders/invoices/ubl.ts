import { clockOf } from '#contract/clock.ts'
import { decimalOf } from '#server/payments/decimal.ts'
import { type InvoiceContent, namedWithCode } from './content.ts'

const namespaces = {
  xmlns: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
  'xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  'xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
}

type Node = string | readonly Node[]

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// Everything but the characters of XML 1.0.
const unfit = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu
const escaped = (text: string) => text.replace(unfit, '').replace(/[&<>"]/g, (one) => entities[one] ?? one)

/** An element of the document; without content there is none. */
function element(name: string, content: Node, attributes: Record<string, string> = {}): Node {
  const inner = flat(content)
  if (inner === '') return ''
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  return `<${name}${written.join('')}>${inner}</${name}>`
}
const flat = (node: Node): string => (typeof node === 'string' ? node : node.map(flat).join(''))
const value = (name: string, text: string, attributes: Record<string, string> = {}): Node =>
  element(`cbc:${name}`, escaped(text), attributes)
const group = (name: string, ...content: Node[]): Node => element(`cac:${name}`, content)
const amount = (name: string, kurus: number): Node => value(name, decimalOf(kurus), { currencyID: 'TRY' })

interface Party {
  readonly title: string
  readonly taxOffice: string
  /** VKN of a company; else the TCKN of a person. */
  readonly taxNumber: string
  readonly identityNumber?: string
  readonly name?: string
  readonly surname?: string
  readonly address: string
  readonly district: string
  readonly city: string
  readonly country: string
  readonly email: string
  readonly phone: string
}

/** A company by its title and VKN, or a person by name and TCKN. */
function party(one: Party): Node {
  const person = one.taxNumber === ''
  return group(
    'Party',
    group(
      'PartyIdentification',
      person
        ? value('ID', one.identityNumber ?? '', { schemeID: 'TCKN' })
        : value('ID', one.taxNumber, { schemeID: 'VKN' }),
    ),
    person ? '' : group('PartyName', value('Name', one.title)),
    group(
      'PostalAddress',
      value('StreetName', one.address),
      // The structure asks for a district and a city of everybody.
      value('CitySubdivisionName', one.district || one.city),
      value('CityName', one.city),
      group('Country', value('Name', one.country)),
    ),
    group('PartyTaxScheme', group('TaxScheme', value('Name', one.taxOffice || '-'))),
    group('Contact', value('Telephone', one.phone), value('ElectronicMail', one.email)),
    person ? group('Person', value('FirstName', one.name ?? ''), value('FamilyName', one.surname ?? '')) : '',
  )
}

function taxes(netKurus: number, taxKurus: number, basisPoints: number): Node {
  return group(
    'TaxTotal',
    amount('TaxAmount', taxKurus),
    group(
      'TaxSubtotal',
      amount('TaxableAmount', netKurus),
      amount('TaxAmount', taxKurus),
      value('Percent', String(basisPoints / 100)),
      group(
        'TaxCategory',
        // An invoice without KDV has to say why; 351 is "other than the listed exemptions".
        basisPoints === 0 ? value('TaxExemptionReasonCode', '351') : '',
        basisPoints === 0 ? value('TaxExemptionReason', 'KDV oranı % 0') : '',
        group('TaxScheme', value('Name', 'KDV'), value('TaxTypeCode', '0015')),
      ),
    ),
  )
}

/**
 * An invoice as a UBL-TR 1.2 draft for the integrator that issues it: unsigned, and said to be a draft in its first note. Its
 * profile is the e-archive invoice: whether the buyer takes e-invoices is known to the integrator alone, which asks the
 * Revenue Administration's list when it issues.
 * @returns the XML document, in UTF-8
 */
export function ublInvoice(content: InvoiceContent): string {
  const clock = new Date(clockOf(content.issuedAt, 'Europe/Istanbul')).toISOString()
  const { seller, lines } = content
  const invoice = element(
    'Invoice',
    [
      value('UBLVersionID', '2.1'),
      value('CustomizationID', 'TR1.2'),
      value('ProfileID', 'EARSIVFATURA'),
      value('ID', content.number),
      value('CopyIndicator', 'false'),
      value('UUID', content.uuid),
      value('IssueDate', clock.slice(0, 10)),
      value('IssueTime', clock.slice(11, 17) + content.issuedAt.slice(17, 19)),
      value('InvoiceTypeCode', 'SATIS'),
      value('Note', 'TASLAK: entegratör tarafından düzenlenmeden fatura yerine geçmez.'),
      value('Note', `Sipariş: ${content.orderNumber}`),
      value('DocumentCurrencyCode', 'TRY'),
      value('LineCountNumeric', String(lines.length)),
      group('AccountingSupplierParty', party(seller)),
      group('AccountingCustomerParty', party(content.buyer)),
      taxes(content.netKurus, content.taxKurus, content.taxBasisPoints),
      group(
        'LegalMonetaryTotal',
        amount('LineExtensionAmount', content.netKurus),
        amount('TaxExclusiveAmount', content.netKurus),
        amount('TaxInclusiveAmount', content.totalKurus),
        amount('PayableAmount', content.totalKurus),
      ),
      lines.map((line, at) =>
        group(
          'InvoiceLine',
          value('ID', String(at + 1)),
          value('InvoicedQuantity', String(line.quantity), { unitCode: 'C62' }),
          amount('LineExtensionAmount', line.netKurus),
          taxes(line.netKurus, line.taxKurus, content.taxBasisPoints),
          group('Item', value('Name', `${namedWithCode(line)} kotası`)),
          group('Price', amount('PriceAmount', line.unitPriceKurus)),
        ),
      ),
    ],
    namespaces,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n${flat(invoice)}\n`
}
