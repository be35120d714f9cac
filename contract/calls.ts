import * as assignments from './assignments.ts'
import * as audit from './audit.ts'
import * as auth from './auth.ts'
import * as clients from './clients.ts'
import * as dev from './dev.ts'
import * as health from './health.ts'
import * as inventories from './inventories.ts'
import type { Call } from './kit.ts'
import * as participant from './participant.ts'
import * as people from './people.ts'
import * as quotas from './quotas.ts'
import * as reports from './reports.ts'
import * as responses from './responses.ts'
import * as sessions from './sessions.ts'
import * as users from './users.ts'

const files = [
  auth,
  sessions,
  users,
  audit,
  clients,
  people,
  inventories,
  quotas,
  assignments,
  participant,
  responses,
  reports,
  dev,
  health,
]

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

/** Every call of the API. The architecture test holds it against the routes, the OpenAPI document and the denial tests. */
export const calls: readonly Call[] = files.flatMap((file) => Object.values(file).filter(isCall))
