import type { FastifyInstance } from 'fastify'
import { getSettings, updateSettings } from '#contract/settings.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { readSettings } from './queries.ts'
import { changeSettings } from './settings.ts'

export function settingsRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps.http, getSettings, { handle: () => readSettings(deps.db) })
  route(app, deps.http, updateSettings, {
    handle: ({ body, caller, request }) => changeSettings(deps.db, { caller, address: request.ip }, body),
  })
}
