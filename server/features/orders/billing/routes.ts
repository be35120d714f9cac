import { getBilling, updateBilling } from '#contract/billing.ts'
import { onClient } from '#server/authority/client.ts'
import type { Route } from '#server/http/subject.ts'
import { billingObject, setBilling } from './billing.ts'

export const billingRoutes: readonly Route[] = [
  onClient.read(getBilling, (db, { id }) => billingObject(db, id)),
  onClient.write(updateBilling, async (tx, { id }, body, actor) => {
    await setBilling(tx, actor, id, body)
    return billingObject(tx, id)
  }),
]
