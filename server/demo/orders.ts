import type { Billing } from '#contract/billing.ts'
import { dayIn } from '#contract/clock.ts'
import type { PriceTier } from '#contract/prices.ts'
import { authorizeClient } from '#server/authority/client.ts'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { setPrices } from '#server/features/inventories/prices.ts'
import type { Version } from '#server/features/inventories/versions.ts'
import { setBilling } from '#server/features/orders/billing/billing.ts'
import { approveOrder, cancelOrder } from '#server/features/orders/change.ts'
import { placeOrder } from '#server/features/orders/create.ts'
import { lockOrder, settleOrder } from '#server/features/orders/settle.ts'
import type { Caller } from '#server/http/caller.ts'
import { backdateOrder, insertDemoPayment, withoutMails } from './queries.ts'

const billing: Billing = {
  title: 'Anadolu Gıda Sanayi ve Ticaret A.Ş.',
  taxOffice: 'Mesir',
  taxNumber: '4540536920',
  name: '',
  surname: '',
  identityNumber: '',
  address: 'Organize Sanayi Bölgesi 4. Cadde No: 18',
  district: 'Yunusemre',
  city: 'Manisa',
  country: 'Türkiye',
  email: 'muhasebe@anadolugida.test',
  phone: '0236 000 00 00',
}

const tiers: PriceTier[] = [
  { fromQuantity: 1, unitPriceKurus: 9990 },
  { fromQuantity: 25, unitPriceKurus: 8500 },
  { fromQuantity: 100, unitPriceKurus: 7800 },
  { fromQuantity: 500, unitPriceKurus: 6900 },
]

/** Prices, and an order in every state, through the verbs that people's clicks go through. */
export async function orderQuota(
  db: Database,
  clientId: string,
  versions: readonly Version[],
  { manager, admin }: { manager: Caller; admin: Caller },
): Promise<void> {
  const { sales } = readConfig({})
  if (sales === undefined) return
  const by = { userId: manager.userId, address: '127.0.0.1', locale: 'tr' as const, caller: manager }
  const byAdmin = { userId: admin.userId, address: '127.0.0.1' }
  await db.transaction().execute(async (tx) => {
    for (const version of versions) await setPrices(tx, version, { tiers }, byAdmin)
    await setBilling(tx, by, clientId, billing)
  })
  const client = await authorizeClient(db, manager, clientId)
  const idOf = (code: string) => versions.find((one) => one.definition.code === code)?.inventoryId ?? ''
  const place = async (
    paymentMethod: 'credit_card' | 'eft',
    lines: { inventoryId: string; quantity: number }[],
    daysAgo: number,
  ) => {
    const body = { lines, paymentMethod, billing }
    const { id } = await db.transaction().execute((tx) => placeOrder(tx, client, body, by))
    return { client, id, daysAgo }
  }
  const pay = async (order: Awaited<ReturnType<typeof place>>) => {
    await db.transaction().execute(async (tx) => {
      const held = await lockOrder(tx, { clientId, id: order.id })
      await insertDemoPayment(tx, {
        clientId,
        orderId: order.id,
        by: manager.userId,
        lines: held.lines.map((line) => ({
          inventoryId: line.inventory_id,
          kurus: line.net_kurus + line.tax_kurus,
        })),
      })
      await settleOrder(tx, held, { status: 'paid', by: null, sales })
    })
    return order
  }
  const approve = async (order: Awaited<ReturnType<typeof place>>, amount: number) => {
    const date = dayIn(new Date(Date.now() - order.daysAgo * 86_400_000).toISOString(), 'Europe/Istanbul')
    const transfer = { amount, date, sender: 'ANADOLU GIDA SAN. VE TIC. A.S.' }
    await db.transaction().execute((tx) => approveOrder(tx, order, transfer, byAdmin, sales))
    return order
  }
  const placed = [
    await approve(await place('eft', [{ inventoryId: idOf('MYT'), quantity: 20 }], 26), 239_760),
    await pay(await place('credit_card', [{ inventoryId: idOf('AYT'), quantity: 10 }], 18)),
    await place('eft', [{ inventoryId: idOf('SCL90'), quantity: 5 }], 16),
    await place('eft', [{ inventoryId: idOf('ENGLISH'), quantity: 15 }], 9),
    await place('eft', [{ inventoryId: idOf('AYT'), quantity: 60 }], 2),
  ]
  const cancelled = placed[3]
  if (cancelled !== undefined)
    await db.transaction().execute((tx) => cancelOrder(tx, cancelled, undefined, by))
  for (const { id, daysAgo } of placed) await backdateOrder(db, { clientId, id }, daysAgo)
  // The mails that these orders would have sent are of days that never were.
  await withoutMails(db)
}
