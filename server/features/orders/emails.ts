import type { Locale } from '#contract/fields.ts'
import { formatDate, formatMoney } from '#contract/format.ts'
import { lastMoment } from '#contract/lastMoment.ts'
import type { PaymentMethod } from '#contract/orders.ts'
import { translate } from '#server/locales.ts'
import { greeting } from '#server/mail/greeting.ts'
import type { Content } from '#server/mail/layout.ts'

/** Who a mail about an order greets, and where the order is. `name` is empty where the address may be somebody else's. */
interface About {
  readonly locale: Locale
  readonly name: string
  readonly number: string
  readonly url: string
}
type Say = (key: string, variables?: Record<string, string | number>) => string
type Rows = Content['rows']

/** What all mails about an order have in common. */
function orderMail(
  { locale, name, number, url }: About,
  {
    subject,
    preheader,
    lead,
    rows,
    notes,
  }: Record<'subject' | 'preheader' | 'lead', string> & {
    rows: Rows
    notes: readonly string[]
  },
): Content {
  const say: Say = (key) => translate(locale, `mail:order.${key}`, { number })
  return {
    locale,
    subject,
    preheader,
    heading: greeting(locale, name),
    paragraphs: [[lead]],
    rows: [{ label: say('number'), value: number }, ...rows],
    action: {
      label: say('action'),
      url,
      fallback: translate(locale, 'mail:buttonFallback'),
      lead: say('actionLead'),
    },
    notes,
    closing: [[say('why')]],
  }
}

/** Says that an order is paid. Amounts are integer kuruş. */
export function orderSettledMail(
  about: About,
  order: { method: PaymentMethod; quantity: number; totalKurus: number; invoiceNumber: string },
  attached: boolean,
): Content {
  const { locale, number } = about
  const say: Say = (key, variables) =>
    translate(locale, `mail:orderSettled.${key}`, { number, count: order.quantity, ...variables })
  return orderMail(about, {
    subject: say('subject'),
    preheader: say('preheader'),
    lead: say(`lead.${order.method}`),
    rows: [
      { label: say('added'), value: say('units') },
      { label: say('total'), value: formatMoney(order.totalKurus, locale) },
      { label: say('invoice'), value: order.invoiceNumber },
    ],
    notes: [say(attached ? 'attached' : 'notAttached'), say('draft')],
  })
}

/** Brings an invoice to the address that was given for invoices. */
export function invoiceMail(about: About, invoice: { number: string; totalKurus: number }): Content {
  const { locale } = about
  const say: Say = (key) => translate(locale, `mail:invoice.${key}`, { number: about.number })
  return {
    ...orderMail(about, {
      subject: say('subject'),
      preheader: say('lead'),
      lead: say('lead'),
      rows: [
        { label: translate(locale, 'mail:orderSettled.invoice'), value: invoice.number },
        {
          label: translate(locale, 'mail:orderSettled.total'),
          value: formatMoney(invoice.totalKurus, locale),
        },
      ],
      notes: [translate(locale, 'mail:orderSettled.draft')],
    }),
    closing: [[say('why')]],
  }
}

/** How to pay by bank transfer. `dueAt` is the first moment at which the transfer is overdue. */
interface Transfer {
  readonly recipient: string
  readonly iban: string
  /** As the buyer writes it. */
  readonly reference: string
  readonly totalKurus: number
  readonly dueAt: string
}

/** Says how to pay an order by bank transfer; given the days that are left, as a reminder. */
export function transferMail(
  about: About,
  transfer: Transfer,
  { daysLeft, attached }: { daysLeft: number | null; attached: boolean },
): Content {
  const { locale, number } = about
  const day = formatDate(lastMoment(transfer.dueAt), locale, 'Europe/Istanbul')
  const amount = formatMoney(transfer.totalKurus, locale)
  const say: Say = (key) =>
    translate(locale, `mail:transfer.${key}`, { number, day, amount, count: daysLeft ?? 0 })
  const kind = daysLeft === null ? 'first' : daysLeft === 0 ? 'lastDay' : 'reminder'
  return orderMail(about, {
    subject: say(`subject.${kind}`),
    preheader: say('preheader'),
    lead: say(`lead.${kind}`),
    rows: [
      { label: say('recipient'), value: transfer.recipient },
      { label: say('iban'), value: transfer.iban.replace(/(.{4})(?=.)/g, '$1 ') },
      { label: say('amount'), value: amount },
      { label: say('reference'), value: transfer.reference },
      { label: say('due'), value: day },
    ],
    notes: [say('onlyReference'), say('when'), say(attached ? 'attached' : 'notAttached')].concat(
      daysLeft === null ? [] : [say('alreadyPaid')],
    ),
  })
}

/** Says that an order was cancelled by somebody else than its buyer, or because nobody paid it by card. */
export function orderCancelledMail(
  about: About,
  order: { totalKurus: number; why: 'by_manager' | 'by_admin' | 'expired' },
): Content {
  const { locale, number } = about
  const say: Say = (key) => translate(locale, `mail:orderCancelled.${key}`, { number })
  return orderMail(about, {
    subject: say('subject'),
    preheader: say('preheader'),
    lead: say(`lead.${order.why}`),
    rows: [{ label: say('total'), value: formatMoney(order.totalKurus, locale) }],
    notes: [say('again')],
  })
}

/** Says that a card payment that the order did not need went back to the card. */
export function paymentReturnedMail(about: About, kurus: number): Content {
  const { locale, number } = about
  const say: Say = (key) => translate(locale, `mail:paymentReturned.${key}`, { number })
  return orderMail(about, {
    subject: say('subject'),
    preheader: say('preheader'),
    lead: say('lead'),
    rows: [{ label: say('amount'), value: formatMoney(kurus, locale) }],
    notes: [translate(locale, 'mail:refunded.when.credit_card')],
  })
}

/** Says that a refund is done. Amounts are integer kuruş: what goes back, and what of the invoice that is. */
export function refundedMail(
  about: About,
  refund: {
    method: PaymentMethod
    quantity: number
    kurus: number
    invoicedKurus: number
    company: boolean
    invoiceNumber: string
  },
  attached: boolean,
): Content {
  const { locale, number } = about
  const amount = formatMoney(refund.kurus, locale)
  const invoiced = formatMoney(refund.invoicedKurus, locale)
  const say: Say = (key) =>
    translate(locale, `mail:refunded.${key}`, { number, amount, invoiced, count: refund.quantity })
  return orderMail(about, {
    subject: say('subject'),
    preheader: say('preheader'),
    lead: say(`lead.${refund.method}`),
    rows: [
      { label: say('amount'), value: amount },
      { label: say('takenBack'), value: say('units') },
      { label: say('invoice'), value: refund.invoiceNumber },
    ],
    notes: [
      say(`when.${refund.method}`),
      ...(refund.company ? [say('company')] : []),
      say(attached ? 'attached' : 'notAttached'),
    ],
  })
}
