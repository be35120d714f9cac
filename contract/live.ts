import { clientId } from './clients.ts'
import { call } from './kit.ts'

/**
 * A stream of server-sent events that says that something of a client has changed, but not what; listeners request
 * again what they show. `changed` events carry no data; a comment comes at least every 20 s. The stream ends with the
 * right to it, and after ten minutes.
 */
export const clientEvents = call({
  name: 'clientEvents',
  method: 'GET',
  path: '/clients/:clientId/events/',
  tag: 'Clients',
  summary: 'Tells, as server-sent events, when tests, people or quota of a client change',
  access: 'manager',
  subject: 'client',
  params: clientId,
  answer: { status: 200, file: 'text/event-stream' },
  errors: ['not_found'],
})
