import type { FastifyInstance } from 'fastify'
import { managesAdmins } from '#contract/access.ts'
import { sendVerification, signUp as signUpCall } from '#contract/auth.ts'
import { foldText } from '#contract/fold.ts'
import {
  createUser as createUserCall,
  getUser,
  listUsers,
  type ManagedUser,
  magicLinkForAdmin,
  removeUser,
  resendInvitations as resendInvitationsCall,
  resendVerification,
  updateUser as updateUserCall,
} from '#contract/users.ts'
import { authorityOf } from '#server/authority/roles.ts'
import type { Deps } from '#server/deps.ts'
import { resendInvitations } from '#server/features/invitations/resend.ts'
import { makeLinkFor } from '#server/features/magic-links/for-admin.ts'
import { membershipsOf } from '#server/features/memberships/memberships.ts'
import { presenceOf } from '#server/features/sessions/sessions.ts'
import { originOf } from '#server/http/origin.ts'
import { pageOf, sliceOf } from '#server/http/pages.ts'
import { route } from '#server/http/route.ts'
import { serializeRow } from '#server/http/serialize-row.ts'
import { authorizeUser } from './access.ts'
import { findUsers, type ManagedRow } from './list-queries.ts'
import { createUser, deactivateUser, remindOfVerification, updateUser } from './manage.ts'
import { sendVerificationAgain, signUp } from './sign-up.ts'
import { accountOf } from './users.ts'

function toManagedUser({ roles, ever_member, has_password, ...shown }: ManagedRow): ManagedUser {
  const authority = authorityOf({ ...shown, roles, ever_member, invitation_client_id: null })
  return { ...serializeRow(shown), email: shown.email ?? '', authority }
}

export function userRoutes(app: FastifyInstance, deps: Deps): void {
  const managedUser = async (id: string): Promise<ManagedRow> => {
    const filter = { id, belowAdmin: false }
    const { rows } = await findUsers(deps.db, filter, 'name', { limit: 1, offset: 0 })
    if (rows[0] === undefined) throw new Error(`There is no user ${id}`)
    return rows[0]
  }

  route(app, deps.http, signUpCall, {
    handle: ({ body, locale, request }) => signUp(deps.db, { ...body, locale }, originOf(request)),
  })
  route(app, deps.http, sendVerification, {
    handle: async ({ caller, body, locale }) => {
      await sendVerificationAgain(deps.db, caller, { ...body, locale })
      return undefined
    },
  })
  route(app, deps.http, listUsers, {
    handle: async ({ query, caller, request }) => {
      const { role, status } = query
      const filter = {
        belowAdmin: !managesAdmins(caller),
        search: foldText(query.search ?? ''),
        role,
        status,
      }
      const found = await findUsers(deps.db, filter, query.ordering ?? 'name', sliceOf(query))
      return pageOf(request, query, { count: found.count, rows: found.rows.map(toManagedUser) })
    },
  })
  route(app, deps.http, createUserCall, {
    handle: async ({ body, caller, locale, request }) => {
      const id = await createUser(
        deps.db,
        { caller, address: request.ip },
        {
          ...body,
          locale: body.locale ?? locale,
        },
      )
      return toManagedUser(await managedUser(id))
    },
  })
  route(app, deps.http, getUser, {
    load: ({ params, caller }) => authorizeUser(deps.db, caller, params.userId),
    handle: async ({ subject }) => {
      const row = await managedUser(subject.id)
      return {
        ...toManagedUser(row),
        hasPassword: row.has_password,
        ...(await presenceOf(deps.db, subject.id)),
        memberships: await membershipsOf(deps.db, subject.id),
      }
    },
  })
  route(app, deps.http, updateUserCall, {
    load: ({ params, caller }) => authorizeUser(deps.db, caller, params.userId),
    handle: async ({ body, caller, subject, request }) => {
      await updateUser(deps.db, { caller, address: request.ip }, subject, body)
      return accountOf(deps.db, subject.id)
    },
  })
  route(app, deps.http, removeUser, {
    load: ({ params, caller }) => authorizeUser(deps.db, caller, params.userId),
    handle: async ({ caller, subject, request }) => {
      await deactivateUser(deps.db, { caller, address: request.ip }, subject)
      return undefined
    },
  })
  route(app, deps.http, resendInvitationsCall, {
    load: ({ params, caller }) => authorizeUser(deps.db, caller, params.userId),
    handle: async ({ subject }) => {
      await resendInvitations(deps.db, subject.id)
      return undefined
    },
  })
  route(app, deps.http, resendVerification, {
    load: ({ params, caller }) => authorizeUser(deps.db, caller, params.userId),
    handle: async ({ subject }) => {
      await remindOfVerification(deps.db, subject)
      return undefined
    },
  })
  route(app, deps.http, magicLinkForAdmin, {
    handle: ({ body, caller, request }) => makeLinkFor(deps, caller, body.email, request.ip),
  })
}
