import type { WebhookEvent, WebhookMessage } from '#contract/webhooks.ts'
import type { Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { addJobs } from '#server/jobs/add.ts'
import { deliveryJob, queueOf } from './delivery-job.ts'
import { findListeners, findTold, insertDeliveries, type Listener, type NewDelivery } from './queries.ts'

type AboutAssignment = Extract<WebhookEvent, `assignment.${string}` | 'result.ready'>
type Data = Omit<WebhookMessage['data'], 'clientId'>

/**
 * Writes down what happened to some assignments for the client's webhooks, within the transaction in which it happens. Without a
 * webhook that wants it this is one look into an index. Tests that are sensitive as a whole are left out: the event would
 * tell who takes them.
 * @param types in the order in which they happened
 */
export async function recordAssignmentEvents(
  tx: Executor,
  clientId: string,
  types: readonly AboutAssignment[],
  assignmentIds: readonly string[],
): Promise<void> {
  if (assignmentIds.length === 0) return
  const listeners = await findListeners(tx, clientId, types)
  if (listeners.length === 0) return
  const told = await findTold(tx, clientId, assignmentIds)
  await write(
    tx,
    clientId,
    listeners,
    types.flatMap((type) => told.map((data) => ({ type, data }))),
  )
}

/** Writes down another event for the client's webhooks, within the transaction in which it happens. */
export async function recordEvents(
  tx: Executor,
  clientId: string,
  type: Exclude<WebhookEvent, AboutAssignment>,
  data: readonly Data[],
): Promise<void> {
  const listeners = await findListeners(tx, clientId, [type])
  await write(
    tx,
    clientId,
    listeners,
    data.map((one) => ({ type, data: one })),
  )
}

/** Adds an event that tries one webhook out. @returns the id of its delivery */
export async function recordTest(
  tx: Executor,
  { clientId, webhookId, at }: { clientId: string; webhookId: string; at: Date },
): Promise<string> {
  const delivery = deliveryTo(webhookId, clientId, { type: 'test', data: {} }, at)
  await add(tx, clientId, [delivery])
  return delivery.id
}

async function write(
  tx: Executor,
  clientId: string,
  listeners: readonly Listener[],
  happened: readonly { type: WebhookEvent; data: Data }[],
): Promise<void> {
  await add(
    tx,
    clientId,
    listeners.flatMap(({ id, events, at }) =>
      happened.flatMap((one) => (events.includes(one.type) ? [deliveryTo(id, clientId, one, at)] : [])),
    ),
  )
}

function deliveryTo(
  webhookId: string,
  clientId: string,
  { type, data }: { type: WebhookMessage['type']; data: Data },
  at: Date,
): NewDelivery {
  const message: WebhookMessage = { type, timestamp: at.toISOString(), data: { clientId, ...data } }
  return { id: newId(), webhookId, event: type, body: JSON.stringify(message) }
}

async function add(tx: Executor, clientId: string, deliveries: readonly NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return
  await insertDeliveries(tx, clientId, deliveries)
  await addJobs(
    tx,
    deliveryJob,
    deliveries.map(({ id, webhookId }) => ({ clientId, id, webhookId, turn: 0 })),
    { queue: queueOf },
  )
}
