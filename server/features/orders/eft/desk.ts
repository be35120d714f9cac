import type {
  approveTransfers as approveCall,
  BankLine,
  ignoreTransfer as ignoreCall,
  listBankLines,
} from '#contract/eft.ts'
import type { BodyOf, QueryOf } from '#contract/kit.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Sales } from '#server/config.ts'
import type { Database, Executor, Tx } from '#server/db/database.ts'
import { authorizeOrder } from '#server/features/orders/access.ts'
import { approveOrder } from '#server/features/orders/change.ts'
import { type TransferOrder, transferOrdersById } from '#server/features/orders/transfers.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import { noClient } from '#server/http/idempotency.ts'
import { sliceOf } from '#server/http/pages.ts'
import { serializeRow } from '#server/http/serialize-row.ts'
import { type Actor, type By, type Context, subject } from '#server/http/subject.ts'
import { openFits } from './fits.ts'
import { findLines, type LineRow, lineExists, lockLine, markLine } from './queries.ts'

type Approval = BodyOf<typeof approveCall>['transfers'][number]

export const onTransfer = subject(
  'transfer',
  async (db, _caller: Caller, { lineId }: { lineId: string }) => {
    if (!(await lineExists(db, lineId))) throw new Failure('not_found')
    return lineId
  },
  () => noClient,
)

/**
 * Approves orders by transfers, each in a transaction of its own.
 * @returns how many were, and the others with the reason
 */
export async function approveTransfers(
  db: Database,
  _platform: undefined,
  { transfers }: BodyOf<typeof approveCall>,
  actor: Actor,
  { deps }: Context,
) {
  const { sales } = deps.config
  if (sales === undefined) throw new Failure('payment_method_unavailable')
  const refused: { lineId: string; orderId: string; code: Failure['code'] }[] = []
  for (const approval of transfers) {
    try {
      await db.transaction().execute((tx) => approveOne(tx, actor, approval, sales))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      refused.push({ lineId: approval.lineId, orderId: approval.orderId, code: error.code })
    }
  }
  return { approved: transfers.length - refused.length, refused }
}

/** A transfer pays one order. One that was set aside may pay one after all. */
async function approveOne(tx: Tx, actor: Actor, approval: Approval, sales: Sales) {
  const { lineId, orderId, acceptDifference } = approval
  const line = await lockLine(tx, lineId)
  if (line === undefined) throw new Failure('not_found')
  if (line.state === 'approved') throw new Failure('transfer_decided')
  const order = await authorizeOrder(tx, actor.caller, orderId)
  const transfer = { amount: line.amount_kurus, date: line.booked_on, sender: line.sender, acceptDifference }
  await approveOrder(tx, order, transfer, actor, sales)
  await markLine(tx, lineId, { state: 'approved', by: actor.userId, orderId })
}

/** Sets a transfer aside. @throws Failure not_found, transfer_decided */
export async function ignoreTransfer(
  tx: Tx,
  lineId: string,
  { reason }: BodyOf<typeof ignoreCall>,
  by: By,
): Promise<undefined> {
  const line = await lockLine(tx, lineId)
  if (line === undefined) throw new Failure('not_found')
  if (line.state !== 'open') throw new Failure('transfer_decided')
  await markLine(tx, lineId, { state: 'ignored', by: by.userId, reason: reason ?? null })
  await recordAudit(tx, {
    action: 'transfer_ignored',
    by,
    details: { line: lineId, amountKurus: line.amount_kurus, date: line.booked_on },
  })
}

/**
 * A page of lines as the API shows them: open ones with the order they seem to pay now, approved ones with the order
 * they paid.
 */
export async function listTransfers(
  db: Executor,
  _platform: undefined,
  query: QueryOf<typeof listBankLines>,
  _actor: Actor,
  { deps }: Context,
): Promise<{ count: number; rows: BankLine[] }> {
  const { fit, state, search, ordering = '-bookedOn' } = query
  const ofFit = fit && [...(await openFits(db))].flatMap(([id, found]) => (found.fit === fit ? [id] : []))
  const filter = { state, search, ids: ofFit }
  const { count, rows } = await findLines(db, filter, ordering, sliceOf(query))
  return { count, rows: await lineObjects(db, rows, deps.config.sales?.iban) }
}

const isIban = (account: string) => /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(account)

/** @param iban the account that buyers pay to */
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
