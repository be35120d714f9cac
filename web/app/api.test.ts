// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { authToken, openMagicLink, usersMe } from '#contract/auth.ts'
import { listClients } from '#contract/clients.ts'
import { exampleUser } from '#test/support/client.ts'
import { foreign, noAnswer, problem, serveCalls } from '#test/support/serve-calls.ts'
import { api } from './api.ts'
import { ApiError } from './apiError.ts'
import { anonymous, clearSession, isAuthenticated, storeSession } from './auth.ts'
import { useLocaleSettings } from './localeSettings.ts'
import { sessionEnd } from './sessionEnd.ts'

let answer: () => Response
const sent = serveCalls(() => answer())
const enters = () => Response.json({ token: 't', user: exampleUser })

beforeEach(() => {
  answer = noAnswer
  storeSession('secret', { ...anonymous, id: 'u1', authority: ['manager'] }, false)
})
afterEach(() => clearSession())

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
    answer = () => Response.json({ count: 0, next: null, previous: null, results: [] })
    await api(listClients, { query: { search: 'gıda & co', page: '2', ordering: 'name' } })
    expect(sent[0]?.url).toBe('/api/clients/?search=g%C4%B1da+%26+co&page=2&ordering=name')
    const headers = Object.fromEntries(sent[0]?.headers ?? [])
    expect(headers).toMatchObject({ authorization: 'Token secret', 'accept-language': 'en' })
  })

  it('fills the path and sends a body as JSON', async () => {
    answer = enters
    await api(openMagicLink, { params: { uid: 'a/b', token: 'ç' } })
    expect(sent[0]?.url).toBe('/api/magic-link/a%2Fb/%C3%A7/')
    expect(sent[0]?.headers.get('content-type')).toBe('application/json')
    const body = { username: 'a@b.co', password: 'x' }
    await api(authToken, { body })
    expect(sent[1]?.body).toEqual(body)
    expect(sent[1]?.headers.get('content-type')).toBe('application/json')
  })
})

describe('what goes wrong', () => {
  it('keeps status, code, message and request id', async () => {
    const words = { message: 'Çok fazla istek', requestId: 'r-7' }
    answer = () => problem('too_many_requests', words, { 'retry-after': '30' })
    const error = await failure(api(usersMe, {}))
    expect(error).toMatchObject({ status: 429, code: 'too_many_requests', ...words })
    expect(error.retryAfterSeconds).toBe(30)
  })

  it('shows of an object its first value and of a list its first element', async () => {
    const message = { email: ['Geçersiz adres', 'Çok uzun'], name: ['Boş'] }
    answer = () => problem('invalid_request', { message })
    const error = await failure(api(usersMe, {}))
    expect(error.message).toBe('Geçersiz adres')
    expect(error.fields).toEqual(message)
  })

  it('understands an answer that is not ours', async () => {
    answer = () => foreign(new Response('<h1>Bad gateway</h1>', { status: 502 }))
    expect(await failure(api(usersMe, {}))).toMatchObject({ status: 502, code: 'unknown_error' })
  })

  it.each([
    ['not_authenticated', 'ended'],
    ['forbidden', 'refused'],
  ] as const)('signs out on %s, and leaves word why until somebody comes in or leaves', async (code, why) => {
    answer = () => problem(code)
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
    answer = enters
    await api(authToken, { body: { username: 'a@b.co', password: 'x' } })
    expect(sent).toHaveLength(1)
  })

  it('does not end a new session for a late answer to an old one', async () => {
    answer = () => {
      storeSession('newer', { ...anonymous, id: 'u2', authority: ['manager'] }, false)
      return problem('not_authenticated')
    }
    await failure(api(usersMe, {}))
    expect(isAuthenticated()).toBe(true)
  })
})
