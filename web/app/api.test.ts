// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { authToken, usersMe } from '#contract/auth.ts'
import { getClient, listClients } from '#contract/clients.ts'
import { api } from './api.ts'
import { ApiError } from './apiError.ts'
import { anonymous, clearSession, isAuthenticated, storeSession } from './auth.ts'
import { useLocaleSettings } from './localeSettings.ts'
import { sessionEnd } from './sessionEnd.ts'

const answers: (() => Promise<Response>)[] = []
const sent: { url: string; init: RequestInit }[] = []

const problem = (status: number, body: object, headers = {}) =>
  Promise.resolve(
    new Response(JSON.stringify({ status, ...body }), {
      status,
      headers: { 'content-type': 'application/problem+json', ...headers },
    }),
  )

beforeEach(() => {
  answers.length = 0
  sent.length = 0
  // The network's edge: what leaves the browser and what comes back.
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    sent.push({ url, init })
    const answer = answers.shift()
    return answer ? answer() : Promise.reject(new TypeError('Failed to fetch'))
  })
  storeSession('secret', { ...anonymous, id: 'u1', authority: ['manager'] }, false)
})

afterEach(() => {
  clearSession()
  vi.unstubAllGlobals()
})

const failure = async (call: Promise<unknown>): Promise<ApiError> => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ApiError)) throw new Error('expected an ApiError')
  return error
}

describe('what is sent', () => {
  it('carries token, language and parameters', async () => {
    useLocaleSettings.setState({ currentLang: 'en' })
    answers.push(async () => Response.json({ count: 0, next: null, previous: null, results: [] }))
    await api(listClients, { query: { search: 'gıda & co', page: '2', ordering: 'name' } })
    expect(sent[0]?.url).toBe('/api/clients/?search=g%C4%B1da+%26+co&page=2&ordering=name')
    expect(sent[0]?.init.headers).toMatchObject({ authorization: 'Token secret', 'accept-language': 'en' })
  })

  it('fills the path and sends a body as JSON', async () => {
    answers.push(async () => Response.json({ id: 'c1' }))
    await api(getClient, { params: { clientId: 'a/b' } })
    expect(sent[0]?.url).toBe('/api/clients/a%2Fb/')
    answers.push(async () => Response.json({ token: 't', user: anonymous }))
    await api(authToken, { body: { username: 'a@b.co', password: 'x' } })
    expect(sent[1]?.init.body).toBe('{"username":"a@b.co","password":"x"}')
  })
})

describe('what goes wrong', () => {
  it('keeps status, code, message and request id', async () => {
    answers.push(() =>
      problem(
        409,
        { code: 'quota_exceeded', message: 'Kota aşıldı', requestId: 'r-1' },
        { 'retry-after': '30' },
      ),
    )
    const error = await failure(api(usersMe, {}))
    expect(error).toMatchObject({
      status: 409,
      code: 'quota_exceeded',
      message: 'Kota aşıldı',
      requestId: 'r-1',
    })
    expect(error.retryAfterSeconds).toBe(30)
  })

  it('shows of an object its first value and of a list its first element', async () => {
    answers.push(() =>
      problem(400, {
        code: 'invalid_request',
        message: { email: ['Geçersiz adres', 'Çok uzun'], name: ['Boş'] },
      }),
    )
    const error = await failure(api(usersMe, {}))
    expect(error.message).toBe('Geçersiz adres')
    expect(error.fields).toEqual({ email: ['Geçersiz adres', 'Çok uzun'], name: ['Boş'] })
  })

  it('understands an answer that is not ours', async () => {
    answers.push(async () => new Response('<h1>Bad gateway</h1>', { status: 502 }))
    expect(await failure(api(usersMe, {}))).toMatchObject({ status: 502, code: 'unknown_error' })
  })

  it.each([
    [401, 'ended'],
    [403, 'refused'],
  ])('signs out on %i, and leaves word why until somebody comes in or leaves', async (status, why) => {
    answers.push(() => problem(status, { code: 'not_authenticated', message: 'x' }))
    await failure(api(usersMe, {}))
    expect(isAuthenticated()).toBe(false)
    expect(sessionEnd()).toBe(why)
    storeSession('newer', { ...anonymous, id: 'u2', authority: ['manager'] }, false)
    expect(sessionEnd()).toBeUndefined()
    clearSession()
    expect(sessionEnd()).toBeUndefined()
  })

  it('keeps the session when no answer arrives', async () => {
    expect(await failure(api(usersMe, {}))).toMatchObject({ status: 0, code: 'network' })
    expect(isAuthenticated()).toBe(true)
  })

  it('asks nothing of the server without a session, except what is open to everybody', async () => {
    clearSession()
    expect(await failure(api(usersMe, {}))).toMatchObject({ status: 401, code: 'not_authenticated' })
    expect(sent).toEqual([])
    answers.push(async () => Response.json({ token: 't', user: anonymous }))
    await api(authToken, { body: { username: 'a@b.co', password: 'x' } })
    expect(sent).toHaveLength(1)
  })

  it('does not end a new session for a late answer to an old one', async () => {
    answers.push(() => {
      storeSession('newer', { ...anonymous, id: 'u2', authority: ['manager'] }, false)
      return problem(401, { code: 'not_authenticated', message: 'x' })
    })
    await failure(api(usersMe, {}))
    expect(isAuthenticated()).toBe(true)
  })
})
