import type { FastifyInstance } from 'fastify'
import {
  forgotPassword,
  resetPassword as resetPasswordCall,
  updatePassword as updatePasswordCall,
} from '#contract/auth.ts'
import type { Deps } from '#server/deps.ts'
import { limitLinkRequests } from '#server/features/sessions/sign-in.ts'
import { route } from '#server/http/route.ts'
import { addJob } from '#server/jobs/add.ts'
import { sendReset } from './jobs.ts'
import { resetPassword, updatePassword } from './passwords.ts'

export function passwordRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps.http, forgotPassword, {
    // The job finds out whether the address belongs to anybody, so that this answer cannot tell.
    handle: async ({ body, locale, request }) => {
      await limitLinkRequests(deps.db, request.ip)
      await addJob(deps.db, sendReset, { email: body.email, locale })
      return undefined
    },
  })
  route(app, deps.http, resetPasswordCall, {
    handle: async ({ body, request }) => {
      const { new_password: newPassword, uid, token } = body
      await resetPassword(deps.db, { newPassword, uid, token, address: request.ip })
      return { data: true as const }
    },
  })
  route(app, deps.http, updatePasswordCall, {
    handle: async ({ body, caller, request }) => {
      const { current_password: currentPassword, new_password: newPassword } = body
      await updatePassword(deps.db, caller, { currentPassword, newPassword, address: request.ip })
      return undefined
    },
  })
}
