import { afterEach, expect, it, vi } from 'vitest'
import { foreign, noAnswer, problem, serveCalls } from '#test/support/serve-calls.ts'
import { CallFailure, calls, request } from './api.ts'

vi.mock('./words.ts', () => ({ currentLocale: () => 'en' }))
afterEach(() => vi.restoreAllMocks())

let answer: () => Response | Promise<Response>
const arrived = serveCalls(() => answer())

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
const json = (value: unknown, status = 200, type = 'application/json') =>
  new Response(JSON.stringify(value), { status, headers: { 'content-type': type } })
const html = (status: number) =>
  new Response('<html>Sign in to the network</html>', { status, headers: { 'content-type': 'text/html' } })
const foreigners: [string, () => Response][] = [
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

it.each(foreigners)('%s is no answer of the product’s', async (_, response) => {
  answer = () => foreign(response())
  expect(await failureOf(save())).toMatchObject({ status: 0, code: 'foreign', fields: [] })
})

it('tells a line that is cut from a time that is over', async () => {
  answer = noAnswer
  expect((await failureOf(save())).code).toBe('network')
  // The clock of a call is the test's; its answer never comes.
  const clock = new AbortController()
  const started = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal)
  answer = () => new Promise(() => undefined)
  const failure = failureOf(save())
  await expect.poll(() => arrived.length).toBe(2)
  clock.abort(new DOMException('timed out', 'TimeoutError'))
  expect((await failure).code).toBe('no_answer')
  expect(started).toHaveBeenCalledWith(60_000)
  await expect.poll(() => arrived[1]?.givenUp.aborted).toBe(true)
})

it('reads the product’s own refusal, with the fields that it names', async () => {
  answer = () => problem('invalid_request', { message: { 'responses.q2': ['No such option.'] } })
  expect(await failureOf(save())).toMatchObject({
    status: 400,
    code: 'invalid_request',
    message: 'No such option.',
    requestId: 'r-1',
    fields: ['responses.q2'],
  })
  answer = () => problem('not_found')
  expect(await failureOf(save())).toMatchObject({
    status: 404,
    code: 'not_found',
    message: 'No.',
    fields: [],
  })
})

it('takes an answer without a body by the id that every answer of the product has', async () => {
  const verify = () => request(calls.verify, { token: 'secret', body: {} })
  answer = () => foreign(new Response(null, { status: 204 }))
  expect((await failureOf(verify())).code).toBe('foreign')
  answer = () => new Response(null, { status: 202 })
  expect(await verify()).toBeUndefined()
})
