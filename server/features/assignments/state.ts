import { z } from 'zod'
import { moment } from '#contract/fields.ts'
import type { AuthorizedClient } from '#server/features/clients/access.ts'
import type { SendTime } from '#server/features/reminders/remind.ts'
import { Failure } from '#server/http/failure.ts'

/** @throws Failure client_not_active */
export function requireActive(client: AuthorizedClient): void {
  if (client.status !== 'active') throw new Failure('client_not_active')
}

/** When reminders go out, as an answer says it. */
export const sendTime = z.object({ sendAt: moment, queued: z.boolean() })

export const presentSendTime = ({ sendAt, queued }: SendTime): z.output<typeof sendTime> => ({
  sendAt: sendAt.toISOString(),
  queued,
})
