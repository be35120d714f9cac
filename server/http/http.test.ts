import { get } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { calls } from '#contract/calls.ts'
import { type Call, pathOf } from '#contract/kit.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning } from '#test/support/taking.ts'
import { mostOf } from './surplus.ts'

let server: TestServer
let production: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  production = await startTestServer({ database: server.database, demo: false })
  cast = await castOf(server, 10)
})
afterAll(async () => {
  await production.close()
  await server.close()
})

const ask = (path: string, init: RequestInit = {}) => fetch(server.url + path, init)
const asManager = (headers: Record<string, string> = {}) => ({
  headers: { authorization: `Token ${cast.manager.token}`, ...headers },
})

/** A path whose parameters name nothing. */
const somePath = (entry: Call) =>
  pathOf(entry, Object.fromEntries(Object.keys(entry.params?.shape ?? {}).map((name) => [name, 'x'])))

/** The lists and records within a schema that may have any number of members, by their path. */
function unbounded(schema: unknown, path: string): string[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, inner]) => unbounded(inner, `${path}.${name}`))
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return unbounded(schema.unwrap(), path)
  if (schema instanceof z.ZodPipe) return unbounded(schema.in, path)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((one: unknown) => unbounded(one, path))
  if (!(schema instanceof z.ZodArray || schema instanceof z.ZodRecord)) return []
  const member = schema instanceof z.ZodArray ? schema.element : schema.valueType
  return [...(mostOf(schema) === undefined ? [path] : []), ...unbounded(member, `${path}[]`)]
}

test('SR-37: each list and record that a call takes has a maximum', () => {
  const bodies = calls.flatMap((entry) => unbounded('body' in entry ? entry.body : undefined, entry.name))
  expect(bodies).toEqual([])
})

test('a demo answers under its own name and those of this machine alone', async () => {
  const { port, hostname } = new URL(server.url)
  const statusAt = (url: string, host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { host, 'x-forwarded-host': 'localhost' }
      get(`${url}/dev/mailbox`, { headers }, (response) => resolve(response.resume().statusCode)).on(
        'error',
        reject,
      )
    })
  for (const host of [`${hostname}:${port}`, 'localhost', 'LOCALHOST:1', 'terazi.localhost:80', '[::1]:9'])
    expect(await statusAt(server.url, host), host).toBe(200)
  for (const host of [
    'evil.example',
    'evil.example:3000',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '10.0.0.1',
  ])
    expect(await statusAt(server.url, host), host).toBe(421)
  expect(await statusAt(production.url, 'terazi.example')).toBe(404)
})

describe('a path', () => {
  test('means the same with and without its trailing slash, with the same refusals', async () => {
    const statusOf = async (entry: Call, path: string) => {
      const response = await ask(path, { method: entry.method })
      return response.status
    }
    for (const entry of calls) {
      const path = somePath(entry)
      const other = path.endsWith('/') ? path.slice(0, -1) : `${path}/`
      expect(await statusOf(entry, other), path).toBe(await statusOf(entry, path))
    }
  })

  test('SR-31: that nobody serves is a problem, also when encoded, doubled or under another method', async () => {
    const unknown = [
      '/api/nothing/',
      '/api//clients/',
      '/api/%63lients/%2e%2e/',
      '/api/clients/%00/',
      '/api/%ff',
    ]
    for (const path of unknown) {
      const response = await ask(path, asManager())
      expect(response.status, path).toBe(404)
      expect(response.headers.get('content-type'), path).toContain('application/problem+json')
    }
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      const response = await ask('/api/clients/', { ...asManager(), method })
      expect([method, response.status]).toEqual([method, 404])
    }
  })

  test('answers HEAD as GET without a body, with the same checks', async () => {
    const refused = await ask('/api/clients/', { method: 'HEAD' })
    expect(refused.status).toBe(401)
    const allowed = await ask('/api/clients/', { method: 'HEAD', ...asManager() })
    expect([allowed.status, await allowed.text()]).toEqual([200, ''])
  })

  test('SR-31: is the one in the request line: no header moves a call or its caller elsewhere', async () => {
    const headers = {
      'x-original-url': '/health/live',
      'x-user-id': cast.admin.userId,
      'x-http-method-override': 'GET',
    }
    const response = await ask('/api/clients/', { method: 'POST', headers })
    expect(response.status).toBe(401)
  })
})

describe('a token', () => {
  test('SR-20: counts in its header alone', async () => {
    for (const path of [
      `/api/users/me/?token=${cast.manager.token}`,
      `/api/users/me/?authorization=Token ${cast.manager.token}`,
    ]) {
      expect((await ask(path)).status).toBe(401)
    }
    const cookie = await ask('/api/users/me/', { headers: { cookie: `token=${cast.manager.token}` } })
    expect(cookie.status).toBe(401)
    for (const authorization of [
      '',
      'Token',
      `Bearer ${cast.manager.token}`,
      `Token ${cast.manager.token} x`,
      'Token %00',
    ]) {
      expect((await ask('/api/users/me/', { headers: { authorization } })).status, authorization).toBe(401)
    }
  })
})

describe('every answer', () => {
  test('SR-46, SR-47: carries the security headers, its request id, and no permission for other origins', async () => {
    for (const path of ['/api/users/me/', '/api/nothing/', '/api/dev/mailbox/', '/health/live']) {
      const { headers } = await ask(path, { headers: { origin: 'https://evil.example' } })
      expect(headers.get('x-content-type-options'), path).toBe('nosniff')
      expect(headers.get('x-frame-options'), path).toBe('DENY')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toContain("object-src 'none'")
      expect(policy).toContain("base-uri 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toMatch(/script-src 'self'(;|$)/)
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
      expect(headers.get('access-control-allow-origin')).toBeNull()
      expect(headers.get('set-cookie')).toBeNull()
      expect(headers.get('x-powered-by')).toBeNull()
      if (path.startsWith('/api')) expect(headers.get('cache-control')).toBe('no-store')
    }
  })

  test('SR-46: has them too for an address that cannot be decoded, which reaches no route', async () => {
    for (const path of ['/%ff', '/api/%', '/api/%ff']) {
      const { status, headers } = await ask(path)
      expect([path, status]).toEqual([path, 404])
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    }
  })

  test('of a demo’s mailbox is kept nowhere', async () => {
    expect((await ask('/dev/mailbox')).headers.get('cache-control')).toBe('no-store')
  })

  test('speaks the language asked for', async () => {
    const message = async (acceptLanguage: string | undefined) => {
      const response = await ask('/api/users/me/', {
        headers:
          acceptLanguage === undefined ? { 'accept-language': '' } : { 'accept-language': acceptLanguage },
      })
      return Object(await response.json()).message
    }
    const [turkish, english] = [await message('tr'), await message('en')]
    expect(turkish).not.toBe(english)
    expect(await message('en-GB,en;q=0.9,tr;q=0.8')).toBe(english)
    expect(await message('de-DE,tr-TR;q=0.7')).toBe(turkish)
    expect(await message('fr')).toBe(turkish)
    expect(await message(undefined)).toBe(turkish)
  })
})

describe('a body', () => {
  const send = (body: string, headers: Record<string, string>, path = '/api/auth-token/') =>
    ask(path, { method: 'POST', body, headers })
  const outcome = async (response: Response) => [response.status, Object(await response.json()).code]
  const json = { 'content-type': 'application/json' }

  test('SR-35, SR-47: is JSON or nothing: what a page of another site can send does nothing', async () => {
    const body = JSON.stringify({ username: cast.manager.email, password: 'x' })
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      expect(await outcome(await send(body, { 'content-type': type }))).toEqual([
        415,
        'unsupported_media_type',
      ])
    }
    expect(await outcome(await send('{"username":', json))).toEqual([400, 'malformed_body'])
    expect(await outcome(await send('{"__proto__": {"a": 1}}', json))).toEqual([400, 'malformed_body'])
    expect(await outcome(await send('[]', json))).toEqual([400, 'invalid_request'])
    expect(await outcome(await send('', json))).toEqual([400, 'invalid_request'])
  })

  test('SR-37: has a limit: 32 KiB of guests, 1 MiB, and 5 MiB for invitation lists', async () => {
    const megabyte = 1024 * 1024
    const filled = (size: number) => `{"username":"${'x'.repeat(size - 15)}"}`
    expect(await outcome(await send(filled(32 * 1024), json))).toEqual([400, 'invalid_request'])
    for (const entry of calls) {
      if (entry.access !== 'guest' || entry.method !== 'POST') continue
      const answer = await send(filled(32 * 1024 + 1), json, somePath(entry))
      // A path that names nothing is refused before its body is read.
      expect([404, 413], entry.name).toContain(answer.status)
    }
    expect(await outcome(await send(`"${'x'.repeat(megabyte)}"`, json))).toEqual([413, 'payload_too_large'])
    const list = `/api/clients/${cast.anadolu}/invite_emails/`
    const signedIn = { ...json, authorization: `Token ${cast.manager.token}` }
    const long = JSON.stringify({ emails: 'x'.repeat(2 * megabyte), inventoryIds: [] })
    expect(await outcome(await send(long, signedIn, list))).toEqual([400, 'invalid_request'])
    const tooLong = JSON.stringify({ emails: 'x'.repeat(5 * megabyte), inventoryIds: [] })
    expect(await outcome(await send(tooLong, signedIn, list))).toEqual([413, 'payload_too_large'])
  })

  test('with more keys than its call has is refused with some of them, at any depth', async () => {
    const some = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at]))
    const refusal = async (body: object, path?: string) => {
      const response = await send(JSON.stringify(body), { ...json, ...asManager().headers }, path)
      return [response.status, Object.keys(Object(await response.json()).message)]
    }
    const named = Object.keys(some(50))
    expect(await refusal(some(2_000))).toEqual([400, named])
    const list = `/api/clients/${cast.anadolu}/invite_emails/`
    expect(await refusal(some(50_000), list)).toEqual([400, named])
    const nested = { emails: ['a@b.test', some(50_000)], inventoryIds: [] }
    expect(await refusal(nested, list)).toEqual([400, named.map((key) => `emails.1.${key}`)])
    // Few enough to be named one by one, beside what is missing.
    expect(await refusal({ username: 'x', k0: 1 })).toEqual([400, ['password', 'k0']])
  })

  test('SR-37: with a longer list or record than its call takes is refused by its place, unread', async () => {
    const { token, started, assignmentId } = await addRunning(server, cast.anadolu, 'ENGLISH')
    const entries = (count: number, value: unknown = {}) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, value]))
    const refusal = async (path: string, bearer: string, body: object) => {
      const headers = { ...json, authorization: `Token ${bearer}`, 'accept-language': 'en' }
      const response = await send(JSON.stringify(body), headers, path)
      return [response.status, Object(await response.json()).message]
    }
    const tooMany = (place: string, most: number) => [400, { [place]: [`Add at most ${most}.`] }]
    const save = '/api/participant/tests/save-responses/'
    const sent = (responses: object) => ({ testId: started.testId, responses })
    // The values are wrong, too, and must not be read.
    expect(await refusal(save, started.attemptToken, sent(entries(5_001)))).toEqual(
      tooMany('responses', 5_000),
    )
    for (const value of [entries(201), entries(201, 'x')])
      expect(await refusal(save, token, sent({ one: { value, seq: 1 } }))).toEqual(
        tooMany('responses.one.value', 200),
      )
    const submit = `/api/participant/assignments/${assignmentId}/submit/`
    expect(await refusal(submit, token, { responses: entries(5_001) })).toEqual(tooMany('responses', 5_000))
    const jobs = `/api/clients/${cast.anadolu}/slip_jobs/`
    const ids = Array.from({ length: 20_000 }, () => 1)
    expect(await refusal(jobs, cast.manager.token, { membershipIds: ids })).toMatchObject([
      400,
      { membershipIds: [expect.stringMatching(/^Add at most \d+\.$/)] },
    ])
    const definition = entries(201)
    expect(await refusal('/api/definitions/check/', cast.admin.token, { definition })).toEqual(
      tooMany('definition', 200),
    )
  })

  test('of a save that is longer than anybody may send is read for a live token alone', async () => {
    const path = '/api/participant/tests/save-responses/'
    const { started } = await addRunning(server, cast.anadolu, 'ENGLISH')
    // Broken, so that who reads it says so.
    const long = `{"${'x'.repeat(33 * 1024)}`
    const by = async (token: string, body: string) =>
      outcome(await send(body, { ...json, authorization: `Token ${token}` }, path))
    expect(await by(started.attemptToken, long)).toEqual([400, 'malformed_body'])
    for (const token of ['x'.repeat(43), `${started.attemptToken.slice(0, -1)}~`, 'short'])
      expect(await by(token, long)).toEqual([401, 'not_authenticated'])
    // A request without a length may be of any.
    const unsized = await ask(path, {
      method: 'POST',
      duplex: 'half',
      body: new Blob(['{}']).stream(),
      headers: { ...json, authorization: `Token ${'x'.repeat(43)}` },
    } as RequestInit)
    expect(await outcome(unsized)).toEqual([401, 'not_authenticated'])
  })

  test('that is too long is read to its end, so that the answer arrives', async () => {
    const body = 'x'.repeat(8 * 1024 * 1024)
    const { port, hostname } = new URL(server.url)
    const head = [
      'POST /api/auth-token/ HTTP/1.1',
      `host: ${hostname}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
    ]
    for (let time = 0; time < 10; time += 1) {
      const socket = connect(Number(port), hostname)
      // Everything is written before anything is read, as simple clients do.
      await new Promise<void>((resolve, reject) => {
        socket.once('error', reject)
        socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, resolve)
      })
      expect((await text(socket)).split('\r\n')[0]).toBe('HTTP/1.1 413 Payload Too Large')
    }
  })

  test('names each wrong field once, with its place in a list', async () => {
    const response = await ask(`/api/clients/${cast.anadolu}/invite_emails/`, {
      method: 'POST',
      body: JSON.stringify({
        emails: ['a@example.com', 7],
        inventoryIds: ['x'],
        role: 'boss',
        more: 1,
      }),
      headers: { ...json, 'accept-language': 'en', authorization: `Token ${cast.manager.token}` },
    })
    const { message, status } = Object(await response.json())
    expect(status).toBe(400)
    expect(Object.keys(message).sort()).toEqual(['emails.1', 'inventoryIds.0', 'more', 'role'])
  })
})

test('the demo mailbox exists in a demo alone', async () => {
  for (const path of ['/api/dev/mailbox/', '/dev/mailbox']) {
    expect((await fetch(server.url + path)).status).toBe(200)
    expect((await fetch(production.url + path)).status).toBe(404)
  }
})

test('the API is described, for machines and for people', async () => {
  const document = await (await ask('/api/openapi.json')).json()
  expect(Object(document).openapi).toBe('3.1.0')
  expect((await ask('/api/docs/')).status).toBe(200)
  expect(await (await ask('/api/docs/json')).json()).toEqual(document)
  expect(await (await ask('/api/docs/yaml')).text()).toMatch(/^openapi: 3\.1\.0\n/)
})

describe('an answer', () => {
  const encodingOf = async (path: string, init?: RequestInit) =>
    (await ask(path, init)).headers.get('content-encoding')

  test('in JSON is compressed where it is worth it, for those who take it', async () => {
    const path = `/api/clients/${cast.anadolu}/inventories/`
    const plain = await ask(path, asManager({ 'accept-encoding': 'identity' }))
    expect(plain.headers.get('content-encoding')).toBeNull()
    const packed = await ask(path, asManager({ 'accept-encoding': 'gzip' }))
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(packed.headers.get('vary')).toContain('accept-encoding')
    expect(await packed.json()).toEqual(await plain.json())
    expect(await encodingOf('/api/openapi.json')).toBe('gzip')
    expect(await encodingOf('/health')).toBeNull()
  })

  test('that is a file or a stream of events leaves as it is made', async () => {
    expect(
      await encodingOf('/api/audit.csv', { headers: { authorization: `Token ${cast.superuser.token}` } }),
    ).toBeNull()
    const stop = new AbortController()
    const events = `/api/clients/${cast.anadolu}/events/`
    expect(await encodingOf(events, { ...asManager(), signal: stop.signal })).toBeNull()
    stop.abort()
  })
})
