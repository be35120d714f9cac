import type { Billing } from '#contract/billing.ts'
import type { Locale } from '#contract/fields.ts'
import { formatDate, formatMoney, formatNumber, formatPercent } from '#contract/format.ts'
import { lastMoment } from '#contract/lastMoment.ts'
import { translate } from '#server/locales.ts'
import type { BusinessDocument } from '#server/pdf/document.ts'
import { amountInWords } from './amount-in-words.ts'
import { type InvoiceContent, namedWithCode } from './content.ts'

const zone = 'Europe/Istanbul'
type Say = (key: string, variables?: Record<string, string | number>) => string
const sayIn =
  (locale: Locale): Say =>
  (key, variables) =>
    translate(locale, `invoices:document.${key}`, variables)

/** Content of all three documents. */
interface Common {
  readonly locale: Locale
  readonly seller: InvoiceContent['seller']
  readonly buyer: Billing
  readonly lines: InvoiceContent['lines']
  readonly taxBasisPoints: number
  readonly netKurus: number
  readonly taxKurus: number
  readonly totalKurus: number
}

function common(content: Common) {
  const { locale, seller, buyer } = content
  const say = sayIn(locale)
  const money = (kurus: number) => formatMoney(kurus, locale)
  return {
    locale,
    page: say('page'),
    pay: [],
    payTitle: say('proforma.pay'),
    from: {
      label: say('from'),
      name: seller.title,
      lines: [
        seller.address,
        placeOf(seller),
        say('taxId', { number: seller.taxNumber, office: seller.taxOffice }),
        ...(seller.registry ? [say('registry', { number: seller.registry })] : []),
      ],
    },
    to: {
      label: say('to'),
      name: buyer.title || `${buyer.name} ${buyer.surname}`,
      lines: [
        buyer.address,
        placeOf(buyer),
        buyer.taxNumber
          ? say('taxId', { number: buyer.taxNumber, office: buyer.taxOffice })
          : say('personId', { number: buyer.identityNumber }),
      ],
    },
    table: {
      heads: ['item', 'quantity', 'unitPrice', 'net'].map((key) => say(`line.${key}`)),
      rows: content.lines.map((line) => [
        say('line.name', { name: namedWithCode(line) }),
        formatNumber(line.quantity, locale),
        money(line.unitPriceKurus),
        money(line.netKurus),
      ]),
    },
    totals: [
      { label: say('net'), value: money(content.netKurus), strong: false },
      {
        label: say('tax', { rate: formatPercent(content.taxBasisPoints / 100, locale, 2) }),
        value: money(content.taxKurus),
        strong: false,
      },
      { label: say('total'), value: money(content.totalKurus), strong: true },
    ],
  }
}

const placeOf = ({ district, city, country }: { district: string; city: string; country: string }) =>
  [[district, city].filter(Boolean).join(' / '), country].filter(Boolean).join(', ')

/** An invoice, in Turkish as every invoice is; a draft until an integrator issues it. */
export function invoiceDocument(content: InvoiceContent): BusinessDocument {
  const locale = 'tr'
  const say = sayIn(locale)
  return {
    ...common({ ...content, locale }),
    title: say('invoice.title', { number: content.number }),
    warning: say('invoice.warning'),
    facts: [
      { label: say('date'), value: formatDate(content.issuedAt, locale, zone) },
      { label: say('order'), value: content.orderNumber },
      { label: say('invoice.method'), value: say(`invoice.${content.paymentMethod}`) },
      { label: 'ETTN', value: content.uuid },
    ],
    notes: [say('invoice.words', { words: amountInWords(content.totalKurus) })],
  }
}

/** The proforma invoice with the details for paying an order by bank transfer. */
export function proformaDocument(
  order: Common & {
    readonly number: string
    readonly createdAt: string
    readonly transfer: {
      readonly recipient: string
      readonly iban: string
      readonly reference: string
      /** The first moment at which it is overdue. */
      readonly dueAt: string
    }
  },
): BusinessDocument {
  const { locale, transfer } = order
  const say = sayIn(locale)
  return {
    ...common(order),
    title: say('proforma.title', { number: order.number }),
    warning: say('proforma.warning'),
    facts: [
      { label: say('date'), value: formatDate(order.createdAt, locale, zone) },
      { label: say('due'), value: formatDate(lastMoment(transfer.dueAt), locale, zone) },
    ],
    pay: [
      { label: say('proforma.recipient'), value: transfer.recipient },
      { label: say('proforma.iban'), value: transfer.iban.replace(/(.{4})(?=.)/g, '$1 ') },
      { label: say('proforma.amount'), value: formatMoney(order.totalKurus, locale) },
      { label: say('proforma.reference'), value: transfer.reference },
    ],
    notes: [say('proforma.note'), say('proforma.when')],
  }
}

/** A refund, with the document that the accountant has to obtain or issue. It has no number of its own. */
export function refundDocument(refund: {
  readonly locale: Locale
  readonly invoice: InvoiceContent
  readonly at: string
  /** null where the reader is not to see it. */
  readonly reason: string | null
  /** The lines of the invoice that are given back. */
  readonly lines: readonly {
    readonly code: string
    readonly name: string
    readonly quantity: number
    readonly kurus: number
  }[]
  /**
   * The amount that reaches the card or the account: it differs where instalments cost extra, or another transfer
   * amount was accepted.
   */
  readonly returnedKurus: number
}): BusinessDocument {
  const { locale, invoice, lines, returnedKurus } = refund
  const invoicedKurus = lines.reduce((sum, line) => sum + line.kurus, 0)
  const say = sayIn(locale)
  const money = (kurus: number) => formatMoney(kurus, locale)
  return {
    ...common({ ...invoice, locale }),
    title: say('refund.title', { number: invoice.orderNumber }),
    warning: say('refund.warning'),
    facts: [
      { label: say('date'), value: formatDate(refund.at, locale, zone) },
      { label: say('order'), value: invoice.orderNumber },
      { label: say('refund.invoice'), value: invoice.number },
      { label: say('refund.method'), value: say(`refund.${invoice.paymentMethod}`) },
    ],
    table: {
      heads: [say('line.item'), say('line.quantity'), say('refund.total')],
      rows: lines.map((line) => [
        say('line.name', { name: namedWithCode(line) }),
        formatNumber(line.quantity, locale),
        money(line.kurus),
      ]),
    },
    totals: [
      ...(returnedKurus === invoicedKurus
        ? []
        : [
            { label: say('refund.invoiced'), value: money(invoicedKurus), strong: false },
            {
              label: say(`refund.difference.${invoice.paymentMethod}`),
              value: money(returnedKurus - invoicedKurus),
              strong: false,
            },
          ]),
      { label: say('total'), value: money(returnedKurus), strong: true },
    ],
    notes: [
      ...(refund.reason === null ? [] : [`${say('refund.reason')}: ${refund.reason}`]),
      say(invoice.buyer.taxNumber ? 'refund.company' : 'refund.person'),
    ],
  }
}
