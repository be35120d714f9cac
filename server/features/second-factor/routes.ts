import type { FastifyInstance } from 'fastify'
import {
  beginSecondFactor,
  confirmSecondFactor,
  declineSecondFactor,
  disableSecondFactor,
  finishSecondFactorSetup,
  getSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
  secondFactor,
  setUpSecondFactor,
} from '#contract/second-factor.ts'
import type { Deps } from '#server/deps.ts'
import { authorizeUser } from '#server/features/users/access.ts'
import { originOf } from '#server/http/origin.ts'
import { route } from '#server/http/route.ts'
import { beginOwn, confirmOwn, declineOffer, disableOwn, renewOwn, resetFor, statusOf } from './factor.ts'
import { beginByChallenge, confirmByChallenge, takeSecondStep } from './second-step.ts'

export function secondFactorRoutes(app: FastifyInstance, deps: Deps): void {
  const vault = { db: deps.db, secretKey: deps.config.secretKey }

  route(app, deps.http, secondFactor, {
    handle: ({ body, request }) => takeSecondStep(vault, body, originOf(request)),
  })
  route(app, deps.http, setUpSecondFactor, {
    handle: ({ body }) => beginByChallenge(vault, body.challenge),
  })
  route(app, deps.http, finishSecondFactorSetup, {
    handle: ({ body, request }) => confirmByChallenge(vault, body, originOf(request)),
  })
  route(app, deps.http, getSecondFactor, {
    handle: ({ caller }) => statusOf(deps.db, caller),
  })
  route(app, deps.http, declineSecondFactor, {
    handle: async ({ caller, request }) => {
      await declineOffer(vault, { caller, address: request.ip })
      return undefined
    },
  })
  route(app, deps.http, beginSecondFactor, {
    handle: ({ body, caller, request }) =>
      beginOwn(vault, { caller, address: request.ip }, body.current_password),
  })
  route(app, deps.http, confirmSecondFactor, {
    handle: async ({ body, caller, request }) => {
      const recoveryCodes = await confirmOwn(vault, { caller, address: request.ip }, body.code)
      return { recoveryCodes }
    },
  })
  route(app, deps.http, disableSecondFactor, {
    handle: async ({ body, caller, request }) => {
      const { current_password: currentPassword, code } = body
      await disableOwn(vault, { caller, address: request.ip }, { currentPassword, code })
      return undefined
    },
  })
  route(app, deps.http, renewRecoveryCodes, {
    handle: async ({ body, caller, request }) => {
      const { current_password: currentPassword, code } = body
      const own = { caller, address: request.ip }
      return { recoveryCodes: await renewOwn(vault, own, { currentPassword, code }) }
    },
  })
  route(app, deps.http, resetSecondFactor, {
    load: ({ params, caller }) => authorizeUser(deps.db, caller, params.userId),
    handle: async ({ caller, subject, request }) => {
      await resetFor(vault, { caller, address: request.ip }, subject)
      return undefined
    },
  })
}
