import type { FastifyInstance } from 'fastify'
import { getAdminDashboard, getClientDashboard } from '#contract/dashboards.ts'
import { authorizeClient } from '#server/authority/client.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { adminDashboard } from './admin.ts'
import { clientDashboard } from './client.ts'

export function dashboardRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps.http, getClientDashboard, {
    load: ({ params, caller }) => authorizeClient(deps.db, caller, params.clientId),
    handle: ({ subject, caller, locale }) => clientDashboard(deps.db, caller, subject, locale),
  })
  route(app, deps.http, getAdminDashboard, {
    handle: ({ locale }) => adminDashboard(deps.db, locale),
  })
}
