import { afterEach, expect, it, vi } from 'vitest'
import { CallFailure, calls, request } from './api.ts'

vi.mock('./words.ts', () => ({ currentLocale: () => 'en' }))
afterEach(() => vi.unstubAllGlobals())

const body = { testId: 't', epoch: 1, responses: {} }
const save = () => request(calls.save, { token: 'secret', body })
const failureOf = async (call: Promise<unknown>) => {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof CallFailure)) throw new Error('no failure')
  return error
}
const answering = (response: () => Response | Promise<Response>) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => response()),
  )

const json = (value: unknown, status = 200, type = 'application/json') =>
  new Response(JSON.stringify(value), { status, headers: { 'content-type': type } })
const html = (status: number) =>
  new Response('<html>Sign in to the network</html>', { status, headers: { 'content-type': 'text/html' } })
const own = (code: string, status: number, message: unknown = 'No.') =>
  json(
    { type: `urn:terazi:problem:${code}`, title: 'x', status, code, message, requestId: 'r1' },
    status,
    'application/problem+json',
  )

const foreign: [string, () => Response | Promise<Response>][] = [
  ...[400, 401, 403, 404, 409, 413, 429, 500, 502, 503].map((status): [string, () => Response] => [
    `${status} with HTML`,
    () => html(status),
  ]),
  ['a portal’s page', () => html(200)],
  ['204', () => new Response(null, { status: 204 })],
  ['an empty 200', () => new Response('', { headers: { 'content-type': 'application/json' } })],
  ['half of an answer', () => new Response('{"data":', { headers: { 'content-type': 'application/json' } })],
  ['JSON without data', () => json({ status: 'success' })],
  ['a list', () => json([])],
  [
    'somebody else’s problem',
    () => json({ type: 'about:blank', status: 400, code: 'x' }, 400, 'application/problem+json'),
  ],
  [
    'a problem with another status',
    () =>
      json(
        { type: 'urn:terazi:problem:not_found', code: 'not_found', status: 404 },
        400,
        'application/problem+json',
      ),
  ],
  [
    'a problem as plain JSON',
    () => json({ type: 'urn:terazi:problem:not_found', code: 'not_found', status: 404 }, 404),
  ],
  ['a redirect', () => Response.redirect('https://portal.test/', 302)],
]

it.each(foreign)('%s is no answer of the product’s', async (_, response) => {
  answering(response)
  expect(await failureOf(save())).toMatchObject({ status: 0, code: 'no_answer', fields: [] })
})

it('tells a line that is cut from a time that is over', async () => {
  answering(() => Promise.reject(new TypeError('Failed to fetch')))
  expect((await failureOf(save())).code).toBe('network')
  answering(() => Promise.reject(new DOMException('timed out', 'TimeoutError')))
  expect((await failureOf(save())).code).toBe('no_answer')
})

it('reads the product’s own refusal, with the fields that it names', async () => {
  answering(() => own('invalid_request', 400, { 'responses.q2': ['No such option.'] }))
  expect(await failureOf(save())).toMatchObject({
    ...{ status: 400, code: 'invalid_request', message: 'No such option.', requestId: 'r1' },
    fields: ['responses.q2'],
  })
  answering(() => own('not_found', 404))
  expect(await failureOf(save())).toMatchObject({
    status: 404,
    code: 'not_found',
    message: 'No.',
    fields: [],
  })
})

it('takes an answer without a body by the id that every answer of the product has', async () => {
  const verify = () => request(calls.verify, { token: 'secret', body: {} })
  answering(() => new Response(null, { status: 204 }))
  expect((await failureOf(verify())).code).toBe('no_answer')
  answering(() => new Response(null, { status: 202, headers: { 'x-request-id': 'r1' } }))
  expect(await verify()).toBeUndefined()
})
