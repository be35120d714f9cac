import type { FastifyInstance } from 'fastify'
import {
  checkResetLink,
  forgotPassword,
  resetPassword as resetPasswordCall,
  updatePassword as updatePasswordCall,
} from '#contract/auth.ts'
import type { Deps } from '#server/deps.ts'
import { requestLink } from '#server/features/links/link-requests.ts'
import { findResetLink } from '#server/features/links/links.ts'
import { route } from '#server/http/route.ts'
import { sendReset } from './jobs.ts'
import { resetPassword, updatePassword } from './passwords.ts'

export function passwordRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps.http, forgotPassword, {
    handle: async ({ body, locale, request }) => {
      await requestLink(deps.db, request.ip, sendReset, { email: body.email, locale })
      return undefined
    },
  })
  route(app, deps.http, checkResetLink, {
    handle: async ({ body: { uid, token } }) => {
      await findResetLink(deps.db, uid, token)
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
