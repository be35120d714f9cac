import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { pageForClient } from '#contract/landing.ts'
import { addressOf } from '#contract/pages.ts'
import { managersToWrite } from '#server/features/memberships/memberships.ts'
import { defineMail } from '#server/mail/define.ts'
import { hasWaiting } from './waiting-queries.ts'

/** Tells a manager that a tablet has delivered something that has no effect until someone decides. */
export const sendWaitingNotice = defineMail({
  name: 'send_waiting_deliveries',
  kind: 'waiting_deliveries',
  payload: z.strictObject({ clientId: id, testDayId: id, userId: id }),
  async find({ clientId, testDayId, userId }, { db }) {
    if (!(await hasWaiting(db, { clientId, testDayId }))) return undefined
    const manager = (await managersToWrite(db, clientId)).find((one) => one.userId === userId)
    if (manager === undefined) return undefined
    const { client, ...reader } = manager
    return { ...reader, clientId, testDayId, words: { client } }
  },
  texts: ['mail:waitingDeliveries.'],
  write: (say, { clientId, testDayId }) => ({
    paragraphs: [say('lead'), say('next')],
    action: pageForClient(addressOf('testDayPart', { testDayId, part: 'waiting' }), clientId),
    notes: [say('life')],
  }),
})
