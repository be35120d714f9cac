import type { approveTransfers as approveCall, BankLine, listBankLines } from '#contract/eft.ts'
import type { BodyOf, QueryOf } from '#contract/kit.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Sales } from '#server/config.ts'
import type { Database, Executor } from '#server/db/database.ts'
import { authorizeOrder } from '#server/features/orders/access.ts'
import { approveWithin } from '#server/features/orders/change.ts'
import { type TransferOrder, transferOrdersById } from '#server/features/orders/transfers.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import { sliceOf } from '#server/http/pages.ts'
import { serializeRow } from '#server/http/serialize-row.ts'
import { openFits } from './fits.ts'
import { findLines, type LineRow, lockLine, markLine } from './queries.ts'

type Approval = BodyOf<typeof approveCall>['transfers'][number]

interface By {
  readonly caller: Caller
  readonly address: string
}

/**
 * Approves orders by transfers, each in a transaction of its own.
 * @returns how many were, and the others with the reason
 */
export async function approveTransfers(db: Database, by: By, approvals: readonly Approval[], sales: Sales) {
  const refused: { lineId: string; orderId: string; code: Failure['code'] }[] = []
  for (const approval of approvals) {
    try {
      await db.transaction().execute((tx) => approveOne(tx, by, approval, sales))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      refused.push({ lineId: approval.lineId, orderId: approval.orderId, code: error.code })
    }
  }
  return { approved: approvals.length - refused.length, refused }
}

/** A transfer pays one order. One that was set aside may pay one after all. */
async function approveOne(tx: Executor, { caller, address }: By, approval: Approval, sales: Sales) {
  const { lineId, orderId, acceptDifference } = approval
  const line = await lockLine(tx, lineId)
  if (line === undefined) throw new Failure('not_found')
  if (line.state === 'approved') throw new Failure('transfer_decided')
  const order = await authorizeOrder(tx, caller, orderId)
  const transfer = { amount: line.amount_kurus, date: line.booked_on, sender: line.sender, acceptDifference }
  await approveWithin(tx, order, { userId: caller.userId, address, operator: true }, transfer, sales)
  await markLine(tx, lineId, { state: 'approved', by: caller.userId, orderId })
}

/** Sets a transfer aside. @throws Failure not_found, transfer_decided */
export async function ignoreTransfer(
  db: Database,
  { caller, address }: By,
  lineId: string,
  reason: string | undefined,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const line = await lockLine(tx, lineId)
    if (line === undefined) throw new Failure('not_found')
    if (line.state !== 'open') throw new Failure('transfer_decided')
    await markLine(tx, lineId, { state: 'ignored', by: caller.userId, reason: reason ?? null })
    await recordAudit(tx, {
      action: 'transfer_ignored',
      actorId: caller.userId,
      address,
      details: { line: lineId, amountKurus: line.amount_kurus, date: line.booked_on },
    })
  })
}

/**
 * A page of lines as the API shows them: open ones with the order they seem to pay now, approved ones with the order
 * they paid.
 * @param iban the account that buyers pay to
 */
export async function listTransfers(
  db: Executor,
  query: QueryOf<typeof listBankLines>,
  iban: string | undefined,
): Promise<{ count: number; rows: BankLine[] }> {
  const { fit, state, search, ordering = '-bookedOn' } = query
  const ofFit = fit && [...(await openFits(db))].flatMap(([id, found]) => (found.fit === fit ? [id] : []))
  const filter = { state, search, ids: ofFit }
  const { count, rows } = await findLines(db, filter, ordering, sliceOf(query))
  return { count, rows: await lineObjects(db, rows, iban) }
}

const isIban = (account: string) => /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(account)

async function lineObjects(
  db: Executor,
  rows: readonly LineRow[],
  iban: string | undefined,
): Promise<BankLine[]> {
  const fits = rows.some((row) => row.state === 'open') ? await openFits(db) : undefined
  const paid = await transferOrdersById(
    db,
    rows.flatMap((row) => row.order_id ?? []),
  )
  return rows.map(({ amount_kurus: amount, order_id, ...row }) => {
    const found = fits?.get(row.id)
    const order = found?.order ?? paid.find((one) => one.id === order_id) ?? null
    return {
      ...serializeRow(row),
      alike: row.state === 'open' && row.alike,
      otherAccount: iban !== undefined && isIban(row.account) && row.account !== iban,
      amount,
      decidedBy: row.decided_by ?? '',
      fit: found?.fit ?? 'none',
      why: found?.why ?? null,
      order: order && orderObject(order),
      difference: order && amount - order.totalKurus,
    }
  })
}

const orderObject = (order: TransferOrder) => ({
  id: order.id,
  number: order.number,
  client: { id: order.clientId, name: order.clientName },
  status: order.status,
  totalAmount: order.totalKurus,
})
