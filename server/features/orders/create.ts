import { randomBytes } from 'node:crypto'
import type { Locale } from '#contract/fields.ts'
import type { BodyOf } from '#contract/kit.ts'
import { amountsOf, tierFor } from '#contract/orderAmounts.ts'
import { type createOrder as createOrderCall, salesTermsVersion, transferDays } from '#contract/orders.ts'
import { makeReference } from '#contract/transferReference.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor, Tx } from '#server/db/database.ts'
import { enabledInventories, notEnabled } from '#server/features/inventories/enablement.ts'
import { notOffered, offeredInventories } from '#server/features/inventories/offers.ts'
import { currentVersions } from '#server/features/inventories/versions.ts'
import { billingObject, setBilling } from '#server/features/orders/billing/billing.ts'
import { pricesOf } from '#server/features/orders/prices/prices.ts'
import { Failure, FieldFailure } from '#server/http/failure.ts'
import type { Actor, By, Context } from '#server/http/subject.ts'
import { addJob } from '#server/jobs/add.ts'
import { sendTransferInstructions } from './jobs.ts'
import { methodsOf } from './prices.ts'
import { insertEvent, insertOrder, referenceTaken } from './queries.ts'

type Body = BodyOf<typeof createOrderCall>

/** Places an order that this installation can be paid for. @throws Failure payment_method_unavailable, and as `placeOrder` does */
export async function createOrder(
  tx: Tx,
  client: AuthorizedClient,
  body: Body,
  actor: Actor,
  { deps }: Context,
): Promise<{ id: string }> {
  if (!methodsOf(deps).includes(body.paymentMethod)) throw new Failure('payment_method_unavailable')
  return placeOrder(tx, client, body, actor)
}

/**
 * Places an order at today's prices; what the caller may think they are plays no part. Placing it accepts the terms of sale.
 * @throws Failure client_not_active, inventory_not_offered, inventory_not_enabled, terms_changed, prices_changed, price_not_set · FieldFailure for a test that is none, or named twice
 */
export async function placeOrder(
  tx: Executor,
  client: AuthorizedClient,
  body: Body,
  by: By & { readonly locale: Locale },
): Promise<{ id: string }> {
  if (client.status !== 'active') throw new Failure('client_not_active')
  if (body.termsVersion !== undefined && body.termsVersion !== salesTermsVersion)
    throw new Failure('terms_changed')
  const wanted = body.lines ?? [{ inventoryId: body.inventoryId ?? '', quantity: body.quantity ?? 0 }]
  const [versions, enabled] = [await currentVersions(tx), await enabledInventories(tx, client.id)]
  const offered = await offeredInventories(tx, client.id)
  const { tiers, basisPoints } = await pricesOf(tx, client)
  const priced = wanted.map(({ inventoryId, quantity }, at) => {
    const field = body.lines === undefined ? 'inventoryId' : `lines.${at}.inventoryId`
    const version = versions.find((known) => known.inventoryId === inventoryId)
    if (version === undefined) throw new FieldFailure({ [field]: { key: 'unknown_inventory' } })
    if (wanted.findIndex((line) => line.inventoryId === inventoryId) !== at)
      throw new FieldFailure({ [field]: { key: 'repeated_inventory' } })
    const { code, texts } = version.definition
    if (!offered.has(inventoryId)) throw notOffered(version)
    if (!enabled.has(inventoryId)) throw notEnabled(version)
    const tier = tierFor(tiers.get(inventoryId) ?? [], quantity)
    if (tier === undefined || tier.unitPriceKurus === 0) throw new Failure('price_not_set')
    const names = { tr: texts.tr.name, en: texts.en.name }
    return { inventoryId, code, names, quantity, unitPriceKurus: tier.unitPriceKurus }
  })
  const amounts = amountsOf(priced, basisPoints)
  // The expected total is only compared: the charge is computed from our prices.
  if (body.expectedTotal !== undefined && body.expectedTotal !== amounts.totalKurus)
    throw new Failure('prices_changed')
  // The first order brings the billing details: nobody has to type them again.
  if ((await billingObject(tx, client.id)).billing === null) await setBilling(tx, by, client.id, body.billing)
  const made = await insertOrder(tx, {
    clientId: client.id,
    clientName: client.name,
    createdBy: by.userId,
    paymentMethod: body.paymentMethod,
    ...amounts,
    basisPoints,
    billing: body.billing,
    locale: by.locale,
    termsVersion: salesTermsVersion,
    reference: body.paymentMethod === 'eft' ? await freeReference(tx) : null,
    dueDays: transferDays,
    lines: priced.map((line, at) => ({ ...line, ...(amounts.lines[at] ?? { netKurus: 0, taxKurus: 0 }) })),
  })
  await insertEvent(tx, { clientId: client.id, orderId: made.id, what: 'created', userId: by.userId })
  await recordAudit(tx, {
    action: 'order_placed',
    by,
    clientId: client.id,
    details: { order: made.number, method: body.paymentMethod, totalKurus: amounts.totalKurus },
  })
  if (body.paymentMethod === 'eft')
    await addJob(tx, sendTransferInstructions, { clientId: client.id, orderId: made.id, reminder: 0 })
  return { id: made.id }
}

/** A reference that no order has. A billion are possible, so the first one drawn nearly always is. */
async function freeReference(tx: Executor): Promise<string> {
  for (;;) {
    const reference = makeReference([...randomBytes(6)])
    if (!(await referenceTaken(tx, reference))) return reference
  }
}
