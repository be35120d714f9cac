import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { mayCall } from '#contract/access.ts'
import { clientEvents } from '#contract/live.ts'
import { authorizeReadable, onReadableClient } from '#server/authority/client.ts'
import { idInReach } from '#server/authority/reach.ts'
import { findCaller } from '#server/authority/session.ts'
import type { Deps } from '#server/deps.ts'
import { Failure } from '#server/http/failure.ts'
import { tokenOf } from '#server/http/route.ts'
import { createChanges } from './changes.ts'
import { createStreams } from './streams.ts'

export function liveRoutes(app: FastifyInstance, deps: Deps): void {
  const changes = createChanges(deps.config.directDatabaseUrl, deps.log)
  const streams = createStreams(changes)
  app.addHook('preClose', async () => streams.end())
  app.addHook('onClose', () => changes.close())

  const serve = onReadableClient.read(
    clientEvents,
    async (_db, client, _query, { userId }, { request, reply }) => {
      const id = idInReach(client)
      // Tells a proxy not to buffer small events.
      reply.header('x-accel-buffering', 'no')
      // A client that asks for the headers alone reads nothing, so its stream would stay open for ever.
      return request.method === 'HEAD'
        ? Readable.from([])
        : streams.open(id, userId, () => mayFollow(deps, tokenOf(request) ?? '', id))
    },
  )
  serve(app, deps)
}

/** True when a session is still open, and its user still works for this client. */
async function mayFollow({ db }: Deps, token: string, clientId: string): Promise<boolean> {
  const caller = await findCaller(db, token)
  if (
    caller === null ||
    !mayCall(clientEvents.access, { ...caller, invitation: caller.invitationClientId !== null })
  )
    return false
  return authorizeReadable(db, caller, clientId).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Failure) return false
      throw error
    },
  )
}
