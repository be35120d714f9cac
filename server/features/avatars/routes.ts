import type { FastifyInstance } from 'fastify'
import { avatarImage, removeAvatar, setAvatar } from '#contract/avatars.ts'
import type { Deps } from '#server/deps.ts'
import { authorizeUser } from '#server/features/users/access.ts'
import { accountOf } from '#server/features/users/users.ts'
import { route } from '#server/http/route.ts'
import { acceptFiles } from '#server/http/uploads.ts'
import { clearAvatar, imageOf, replaceAvatar } from './avatars.ts'

export function avatarRoutes(app: FastifyInstance, deps: Deps): void {
  acceptFiles(app, setAvatar.upload.accepts, (files) =>
    route(files, deps.http, setAvatar, {
      load: ({ params, caller }) => authorizeUser(deps.db, caller, params.userId),
      handle: async ({ body, caller, subject, request }) => {
        await replaceAvatar(deps.db, { caller, address: request.ip }, subject.id, body)
        return accountOf(deps.db, subject.id)
      },
    }),
  )
  route(app, deps.http, removeAvatar, {
    load: ({ params, caller }) => authorizeUser(deps.db, caller, params.userId),
    handle: async ({ caller, subject, request }) => {
      await clearAvatar(deps.db, { caller, address: request.ip }, subject.id)
      return accountOf(deps.db, subject.id)
    },
  })
  route(app, deps.http, avatarImage, {
    handle: async ({ params, reply }) => {
      const image = await imageOf(deps.db, params.avatarId)
      reply.header('cache-control', 'public, max-age=31536000, immutable')
      // A file from a user, even though it was redrawn: opened on its own page, it must run and load nothing.
      reply.header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
      reply.header('content-disposition', 'attachment; filename="avatar.webp"')
      return image
    },
  })
}
