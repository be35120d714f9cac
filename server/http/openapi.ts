import { STATUS_CODES } from 'node:http'
import { z } from 'zod'
import { calls } from '#contract/calls.ts'
import { commonErrors, type ErrorCode, errorStatus } from '#contract/errors.ts'
import { type Call, takesKey } from '#contract/kit.ts'
import { keyGuide } from './api-guide.ts'
import { isOpen } from './caller.ts'
import { keyPattern } from './idempotency.ts'

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return json
}

function parameters(schema: z.ZodObject | undefined, place: 'path' | 'query') {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !z.safeParse(z.object({ field }), {}).success,
    schema: field instanceof z.ZodType ? schemaOf(field, 'input') : {},
  }))
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'The same key with the same body gets the first answer again, for a week, and nothing happens twice; with another body it is refused',
  schema: { type: 'string', pattern: keyPattern.source },
}

function failures(entry: Call): Record<string, object> {
  const codes: ErrorCode[] = [...commonErrors, ...entry.errors]
  if (!isOpen(entry.access)) codes.push('not_authenticated', 'forbidden')
  if (entry.access === 'manager' && entry.subject !== undefined) codes.push('read_only')
  if (entry.scope !== undefined) codes.push('api_key_refused', 'api_key_scope')
  if (entry.scope !== undefined && entry.method !== 'GET') codes.push('idempotency_key_required')
  const byStatus = Map.groupBy([...new Set(codes)], (code) => errorStatus[code])
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: `${STATUS_CODES[status]}: ${group.join(', ')}`,
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  )
}

function success(entry: Call): object {
  const description = STATUS_CODES[entry.answer.status] ?? ''
  if ('json' in entry.answer) {
    return { description, content: { 'application/json': { schema: schemaOf(entry.answer.json, 'output') } } }
  }
  if ('file' in entry.answer) return { description, content: { [entry.answer.file]: {} } }
  return { description }
}

function requestBody(entry: Call): object {
  if (entry.upload) {
    const file = {
      type: 'object',
      required: ['file'],
      properties: { file: { type: 'string', format: 'binary' } },
    }
    const raw = entry.upload.accepts.map((type) => [type, {}])
    const content = { ...Object.fromEntries(raw), 'multipart/form-data': { schema: file } }
    return { requestBody: { required: true, content } }
  }
  if (!entry.body) return {}
  const content = { 'application/json': { schema: schemaOf(entry.body, 'input') } }
  return { requestBody: { required: true, content } }
}

function securityOf({ access, scope }: Call): object[] {
  if (isOpen(access)) return []
  return [{ token: [] }, ...(scope === undefined ? [] : [{ apiKey: [] }])]
}

function operation(entry: Call): object {
  return {
    operationId: entry.name,
    tags: [entry.tag],
    summary: entry.summary,
    description:
      entry.scope === undefined
        ? `Access: ${entry.access}`
        : `Access: ${entry.access}, or an API key with the scope \`${entry.scope}\``,
    security: securityOf(entry),
    ...(entry.scope !== undefined && { 'x-scope': entry.scope }),
    parameters: [
      ...parameters(entry.params, 'path'),
      ...parameters(entry.query, 'query'),
      ...(takesKey(entry) ? [idempotencyKey] : []),
    ],
    ...requestBody(entry),
    responses: {
      [entry.answer.status]: success(entry),
      ...(entry.accepted && {
        202: {
          description: 'Accepted, with Prefer: respond-async',
          content: { 'application/json': { schema: schemaOf(entry.accepted.json, 'output') } },
        },
      }),
      ...failures(entry),
    },
  }
}

const problem = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'message', 'requestId'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', enum: Object.keys(errorStatus) },
    message: {
      oneOf: [
        { type: 'string' },
        { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
      ],
    },
    requestId: { type: 'string' },
  },
}

/** The OpenAPI 3.1 document of the whole API, made from the contract entries. */
export function openApiDocument(): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const entry of calls) {
    const path = `${entry.root ? '' : '/api'}${entry.path}`.replace(/:([a-zA-Z]+)/g, '{$1}')
    paths[path] = { ...paths[path], [entry.method.toLowerCase()]: operation(entry) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Terazi',
      version: '1',
      description: `Every path works with and without its trailing slash.\n\n${keyGuide()}`,
      contact: { name: 'Terazi' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(calls.map(({ tag }) => tag))].sort().map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'A person: Token, a space, then the session token',
        },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'tzk_…',
          description: 'Another system of a client: its API key',
        },
      },
      schemas: { Problem: problem },
    },
  }
}
