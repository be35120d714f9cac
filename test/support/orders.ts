import { clientOfJob } from '#server/authority/client.ts'
import { setPrices } from '#server/features/inventories/prices.ts'
import { currentVersions } from '#server/features/inventories/versions.ts'
import { approveOrder } from '#server/features/orders/change.ts'
import { placeOrder } from '#server/features/orders/create.ts'
import { orderObject } from '#server/features/orders/order-object.ts'
import { requestRefund } from '#server/features/payments/refund.ts'
import { companyBilling } from './billing.ts'
import type { Cast } from './cast.ts'
import { type TestServer, testSales } from './server.ts'

const billing = { ...companyBilling, name: '', surname: '', identityNumber: '' }

/** Places orders by bank transfer of an admin, and approves them. */
async function ordersOf({ database: { db } }: TestServer, cast: Cast, clientId: string) {
  if (testSales === undefined) throw new Error('the demo has a seller')
  const by = { userId: cast.admin.userId, address: '', locale: 'tr' as const }
  const version = (await currentVersions(db)).find((one) => one.definition.code === 'AYT')
  if (version === undefined) throw new Error('there is no AYT')
  const tiers = [{ fromQuantity: 1, unitPriceKurus: 5000 }]
  await db.transaction().execute((tx) => setPrices(tx, version, { tiers }, by))
  const client = await clientOfJob(db, clientId)
  const place = () =>
    db
      .transaction()
      .execute((tx) =>
        placeOrder(
          tx,
          client,
          { inventoryId: version.inventoryId, quantity: 2, paymentMethod: 'eft', billing },
          by,
        ),
      )
  const sales = testSales
  const approve = async ({ id }: { id: string }) => {
    const transfer = { amount: 12_000, date: '2026-11-20', sender: 'Anadolu' }
    await db.transaction().execute((tx) => approveOrder(tx, { client, id }, transfer, by, sales))
  }
  const read = ({ id }: { id: string }) =>
    orderObject(db, { client, id }, { locale: 'tr', operator: true, sales })
  return { client, by, place, approve, read }
}

/** An order by bank transfer, of an admin, that nobody has paid. */
export async function makeUnpaid(server: TestServer, cast: Cast, clientId: string): Promise<string> {
  const { place } = await ordersOf(server, cast, clientId)
  return (await place()).id
}

/** One that has been approved. */
export async function makeApproved(server: TestServer, cast: Cast, clientId: string) {
  const { place, approve, read } = await ordersOf(server, cast, clientId)
  const order = await place()
  await approve(order)
  return read(order)
}

/** One unpaid and one approved order. */
export const makeOrders = async (server: TestServer, cast: Cast, clientId: string) => ({
  order: await makeUnpaid(server, cast, clientId),
  approved: await makeApproved(server, cast, clientId),
})

/** One that has been approved and refunded. */
export async function makeRefunded(server: TestServer, cast: Cast, clientId: string) {
  const { client, by, place, approve, read } = await ordersOf(server, cast, clientId)
  const order = await place()
  await approve(order)
  const wanted = { reason: 'Yanlış sipariş' }
  await server.database.db
    .transaction()
    .execute((tx) => requestRefund(tx, { client, id: order.id }, wanted, by))
  return read(order)
}
