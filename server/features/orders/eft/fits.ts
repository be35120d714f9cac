import { orderNumbersIn, referencesIn } from '#contract/transferReference.ts'
import type { Executor } from '#server/db/database.ts'
import { type TransferOrder, transferOrders } from '#server/features/orders/transfers.ts'
import { type Fit, fitTransfers } from './match.ts'
import { findOpenLines } from './queries.ts'

/** Which order each open transfer seems to pay, by the line's id, as the orders are now. */
export async function openFits(db: Executor): Promise<Map<string, Fit<TransferOrder>>> {
  const lines = await findOpenLines(db)
  if (lines.length === 0) return new Map()
  const orders = await transferOrders(db, {
    references: lines.flatMap((line) => referencesIn(line.description)),
    numbers: lines.flatMap((line) => orderNumbersIn(line.description)),
    amounts: [...new Set(lines.map((line) => line.amountKurus))],
  })
  const fits = fitTransfers(
    lines,
    orders.map((order) => ({
      ...order,
      pending: order.status === 'pending',
      names: [order.buyer, order.clientName],
    })),
  )
  return new Map(lines.flatMap((line, at) => (fits[at] === undefined ? [] : [[line.id, fits[at]]])))
}
