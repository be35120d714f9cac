import { clientOfJob } from '#server/features/clients/access.ts'
import { setPrices } from '#server/features/inventories/prices.ts'
import { currentVersions } from '#server/features/inventories/versions.ts'
import { approveOrder } from '#server/features/orders/change.ts'
import { placeOrder } from '#server/features/orders/create.ts'
import { orderObject } from '#server/features/orders/present.ts'
import { companyBilling } from './billing.ts'
import type { Cast } from './cast.ts'
import { type TestServer, testSales } from './server.ts'

const billing = { ...companyBilling, name: '', surname: '', identityNumber: '' }

/** Two orders by bank transfer, of an admin: one that nobody has paid, and one that has been approved. */
export async function makeOrders({ database: { db } }: TestServer, cast: Cast, clientId: string) {
  if (testSales === undefined) throw new Error('the demo has a seller')
  const by = { userId: cast.admin.userId, address: '', locale: 'tr' as const, operator: true }
  const version = (await currentVersions(db)).find((one) => one.definition.code === 'AYT')
  if (version === undefined) throw new Error('there is no AYT')
  await setPrices(db, by, version, [{ fromQuantity: 1, unitPriceKurus: 5000 }])
  const client = await clientOfJob(db, clientId)
  const place = () =>
    db.transaction().execute((tx) =>
      placeOrder(tx, client, by, {
        inventoryId: version.inventoryId,
        quantity: 2,
        paymentMethod: 'eft',
        billing,
      }),
    )
  const [order, second] = [await place(), await place()]
  const transfer = { amount: 12_000, date: '2026-11-20', sender: 'Anadolu' }
  await approveOrder(db, { client, id: second.id }, by, transfer, testSales)
  const reader = { locale: 'tr' as const, operator: true, sales: testSales }
  return { order: order.id, approved: await orderObject(db, { client, id: second.id }, reader) }
}
