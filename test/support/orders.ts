import { approveOrder, createOrder } from '#contract/orders.ts'
import { setPriceTiers } from '#contract/prices.ts'
import { openSession } from '#server/features/sessions/sessions.ts'
import { request } from './api.ts'
import { companyBilling } from './billing.ts'
import { type Cast, inventory } from './cast.ts'
import type { TestServer } from './server.ts'

/** Two orders by bank transfer, made by an admin: one that nobody has paid, and one that has been approved. */
export async function makeOrders({ url, database }: TestServer, cast: Cast, clientId: string) {
  const admin = { userId: cast.admin.userId, invitationClientId: null, remembered: false }
  // The cast’s own session may have ended by then, as with a new password.
  const token = await openSession(database.db, admin)
  const inventoryId = inventory(cast, 'AYT')
  const tiers = [{ fromQuantity: 1, unitPriceKurus: 5000 }]
  await request(url, setPriceTiers, { token, params: { inventoryId }, body: { tiers } })
  const place = async () => {
    const body = { inventoryId, quantity: 2, paymentMethod: 'eft', billing: companyBilling } as const
    return (await request(url, createOrder, { token, params: { clientId }, body })).answer
  }
  const [order, second] = [await place(), await place()]
  const { answer: approved } = await request(url, approveOrder, {
    token,
    params: { orderId: second.id },
    body: { amount: second.totalAmount, date: '2026-11-20', sender: 'Anadolu' },
  })
  return { order: order.id, approved }
}
