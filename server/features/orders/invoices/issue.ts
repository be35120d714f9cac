import { randomUUID } from 'node:crypto'
import { clockOf } from '#contract/clock.ts'
import type { Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import type { InvoiceContent } from './content.ts'
import { findContent, insertInvoice, takeNumber } from './queries.ts'

/**
 * Issues an order's invoice within the transaction that settles the order. Call it last: until that ends, every other
 * invoice of the series waits for its number.
 * @returns its number: the series, the year in Turkey, and nine digits without a gap
 */
export async function issueInvoice(
  tx: Executor,
  invoice: {
    clientId: string
    orderId: string
    series: string
    at: Date
    says: Omit<InvoiceContent, 'number' | 'uuid' | 'issuedAt' | 'paidAt'>
  },
): Promise<string> {
  const { clientId, orderId, series, at, says } = invoice
  const issuedAt = at.toISOString()
  const year = new Date(clockOf(issuedAt, 'Europe/Istanbul')).getUTCFullYear()
  const taken = await takeNumber(tx, series, year)
  const number = `${series}${year}${String(taken).padStart(9, '0')}`
  const content = { ...says, number, uuid: randomUUID(), issuedAt, paidAt: issuedAt }
  await insertInvoice(tx, { clientId, id: newId(), orderId, content })
  return number
}

/** Finds the content of an order's invoice, by its number, or the only one there is. */
export const invoiceOf = findContent
