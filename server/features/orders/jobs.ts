import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { transferReminderDays } from '#contract/orders.ts'
import type { Database } from '#server/db/database.ts'
import { addJob } from '#server/jobs/add.ts'
import { defineJob } from '#server/jobs/define.ts'
import { countReminder, findToRemind, insertEvent } from './queries.ts'

const ofOrder = { clientId: id, orderId: id }

/** Mails how to pay by bank transfer, with the proforma; again as a reminder while the money has not come. */
export const sendTransferInstructions = defineJob({
  name: 'send_transfer_instructions',
  payload: z.strictObject({ ...ofOrder, reminder: z.number().int().min(0) }),
  async run() {},
})

/** Mails that an order is paid, with its invoice. */
export const sendOrderSettled = defineJob({
  name: 'send_order_settled',
  payload: z.strictObject(ofOrder),
  async run() {},
})

/** Mails that a refund is on its way. */
export const sendRefunded = defineJob({
  name: 'send_refunded',
  payload: z.strictObject({ ...ofOrder, refundId: id }),
  async run() {},
})

/** Reminds of bank transfers that are still awaited. @returns how many */
export async function remindOfTransfers(db: Database): Promise<number> {
  let reminded = 0
  for (const { clientId, id: orderId, reminder } of await findToRemind(db, transferReminderDays)) {
    await db.transaction().execute(async (tx) => {
      if (!(await countReminder(tx, { clientId, id: orderId, reminder }))) return
      await insertEvent(tx, { clientId, orderId, what: 'reminded', userId: null })
      await addJob(tx, sendTransferInstructions, { clientId, orderId, reminder })
      reminded += 1
    })
  }
  return reminded
}
