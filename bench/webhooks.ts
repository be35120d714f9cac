import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { createWebhook, webhookEvent } from '#contract/webhooks.ts'
import { connect } from '#server/db/database.ts'
import { recordAssignmentEvents } from '#server/events/events.ts'
import { openSession } from '#server/features/access/sessions/sessions.ts'
import { request } from '#test/support/api.ts'
import { type Figure, spread } from './measure.ts'
import type { RunningServer } from './server.ts'
import { findManager } from './session.ts'
import { measureShift, type Shift } from './shift.ts'

const [eventEveryMs, answerMs] = [200, 200]

/**
 * The same shift of 200 people, in which five events happen in a second: without a webhook, or with three that want them all.
 * Two receivers answer after 200 ms, and one never does.
 * @param on whether there are the three
 */
export async function* measureWebhooks(
  server: RunningServer,
  url: string,
  on: boolean,
): AsyncGenerator<Figure> {
  const { db, close } = connect(url, 2, (error) => console.error(error.message))
  const receivers = on ? await Promise.all([answering(true), answering(true), answering(false)]) : []
  const { clientId, userId } = await findManager(db)
  const token = await openSession(db, { userId, invitationClientId: null, remembered: false })
  for (const receiver of receivers) {
    const { port } = receiver.address() as AddressInfo
    const added = await request(`http://127.0.0.1:${server.port}`, createWebhook, {
      token,
      params: { clientId },
      body: { url: `http://127.0.0.1:${port}/`, events: [...webhookEvent.options] },
    })
    if (added.status !== 201) throw new Error(`${added.status}: ${added.text}`)
  }
  const happening = ({ clientId, assignmentIds, every }: Shift) =>
    every(eventEveryMs, () =>
      db
        .transaction()
        .execute((tx) =>
          recordAssignmentEvents(
            tx,
            clientId,
            ['assignment.started'],
            assignmentIds.slice(Math.floor(Math.random() * assignmentIds.length)).slice(0, 1),
          ),
        ),
    )
  const name = on ? 'webhooks_on' : 'webhooks_off'
  for await (const figure of measureShift(server, url, happening))
    yield { ...figure, name: figure.name.replace('shift', name) }
  if (on) {
    const { sent, delivered } = await db
      .selectFrom('webhook_deliveries')
      .select(({ fn }) => [
        fn.countAll<number>().as('sent'),
        fn.countAll<number>().filterWhere('state', '=', 'delivered').as('delivered'),
      ])
      .executeTakeFirstOrThrow()
    yield {
      ...spread(`${name}_delivered`, '%', [(100 * delivered) / sent]),
      note: `of ${sent} messages; a third goes to the receiver that hangs`,
    }
  }
  await close()
  for (const receiver of receivers) {
    receiver.closeAllConnections()
    receiver.close()
  }
}

/** A receiver on loopback that answers after a while, or never. */
async function answering(answers: boolean): Promise<Server> {
  const receiver = createServer(async (asked, response) => {
    asked.resume()
    await pause(answerMs)
    if (answers) response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  return receiver
}
