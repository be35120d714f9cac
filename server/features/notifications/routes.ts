import { z } from 'zod'
import { getNotifications, openUnsubscribe, setNotifications, unsubscribe } from '#contract/notifications.ts'
import { addresses } from '#contract/pages.ts'
import { onClient } from '#server/authority/client.ts'
import { acceptAnyBody } from '#server/http/bodies.ts'
import { onPlatform, type Route } from '#server/http/subject.ts'
import { changeSettings, ownSettings } from './settings.ts'
import { openLink, stop, stopByPage } from './unsubscribe.ts'

const params = z.object({ token: z.string() })

/** Mail programs post here for somebody who presses their button: no session, and one of two kinds of forms (RFC 8058). */
const oneClickRoute: Route = (app, { db, config }) => {
  void app.register((scope, _options, done) => {
    acceptAnyBody(scope, 4096)
    scope.post(addresses.unsubscribe, async (request, reply) => {
      const { token } = params.parse(request.params)
      await db.transaction().execute((tx) => stop(tx, config, token, request.ip))
      return reply.status(200).type('text/plain').send('')
    })
    done()
  })
}

export const notificationRoutes: readonly Route[] = [
  onClient.read(getNotifications, ownSettings),
  onClient.write(setNotifications, changeSettings),
  onPlatform.read(openUnsubscribe, openLink),
  onPlatform.write(unsubscribe, stopByPage),
  oneClickRoute,
]
