import { z } from 'zod'
import { scopes } from './access.ts'
import { clientId } from './clients.ts'
import { id, line, listQuery, moment, page } from './fields.ts'
import { call } from './kit.ts'

/** The beginning of every key, by which programs that look for leaked secrets find it. */
export const apiKeyPrefix = 'tzk_'

/** Keys of one client that are neither expired nor revoked. */
export const maxLiveKeys = 20

/** Days for which a key is accepted. */
export const maxKeyDays = 365

/** Networks of one key. */
export const maxNetworks = 20

/** Calls of one key in a minute. */
export const callsPerMinute = 600

export const apiKeyState = z.enum(['active', 'expired', 'revoked'])
export type ApiKeyState = z.infer<typeof apiKeyState>

export const apiKey = z.object({
  id,
  name: z.string(),
  /** The last characters of the key. */
  ending: z.string(),
  scopes: z.array(z.enum(scopes)),
  /** Networks from which it is accepted; empty for all. */
  networks: z.array(z.string()),
  state: apiKeyState,
  createdAt: moment,
  createdBy: z.string(),
  expiresAt: moment,
  /** Exact to a minute; null for a key that was never used. */
  lastUsedAt: moment.nullable(),
  revokedAt: moment.nullable(),
})
export type ApiKey = z.infer<typeof apiKey>

export const listApiKeys = call({
  name: 'listApiKeys',
  method: 'GET',
  path: '/clients/:clientId/api_keys/',
  tag: 'API keys',
  summary: 'The API keys of a client, without the keys themselves',
  access: 'manager',
  readers: 'refused',
  subject: 'client',
  params: clientId,
  query: listQuery(['createdAt']),
  answer: { status: 200, json: page(apiKey) },
  errors: ['not_found'],
})

export const createApiKey = call({
  name: 'createApiKey',
  method: 'POST',
  path: '/clients/:clientId/api_keys/',
  tag: 'API keys',
  summary:
    'Make an API key of a client. The key is in this answer alone. It acts as the client and reaches nothing of a sensitive test',
  access: 'manager',
  subject: 'client',
  params: clientId,
  body: z.strictObject({
    name: line(60, 2),
    scopes: z.array(z.enum(scopes)).min(1).max(scopes.length),
    days: z.number().int().min(1).max(maxKeyDays),
    /** IPv4 and IPv6 networks or single addresses, such as 203.0.113.0/24; left out or empty for all. */
    networks: z.array(line(50)).max(maxNetworks).optional(),
  }),
  answer: { status: 201, json: z.object({ id, key: z.string() }) },
  errors: ['not_found', 'client_not_active', 'too_many_api_keys'],
})

export const revokeApiKey = call({
  name: 'revokeApiKey',
  method: 'DELETE',
  path: '/clients/:clientId/api_keys/:keyId/',
  tag: 'API keys',
  summary: 'Revoke an API key at once; repeating the call changes nothing',
  access: 'manager',
  subject: 'client',
  params: clientId.extend({ keyId: id }),
  answer: { status: 204 },
  errors: ['not_found'],
})
