// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { signOut, type User } from '#contract/auth.ts'
import { secondStepKey } from '#contract/landing.ts'
import { askedKey } from '#contract/links.ts'
import { exampleUser } from '#test/support/client.ts'
import { foreign, noAnswer, problem, serveCalls } from '#test/support/serve-calls.ts'
import { currentSession, storeSession } from '../device/slices.ts'
import { LinkPage } from './LinkPage.tsx'
import { wayOn } from './session.ts'

vi.mock('../words.ts', async (load) => ({ ...(await load<object>()), followAccount: vi.fn() }))

const [id, other] = [1, 2].map((at) => `01890000-0000-7000-8000-00000000000${at}`) as [string, string]
const invited: User = { ...exampleUser, id, authority: ['participant'], invitation: true }
const manager: User = { ...exampleUser, id: other, authority: ['manager'], invitation: false }
const finished = () => Response.json({ token: 'ses_after', user: invited, done: { receipt: 'TRZ-7K4M' } })
const signedIn = () => Response.json({ token: 'fresh', user: invited })
let answer: () => Response
const arrived = serveCalls(({ entry }) =>
  entry === signOut ? new Response(null, { status: 204 }) : answer(),
)
const posts = () => arrived.filter(({ entry }) => entry !== signOut)
const address = () => window.location.pathname + window.location.search

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  window.history.replaceState(null, '', '/magic-link/uid/secret')
})
afterEach(cleanup)

const open = () =>
  render(
    <StrictMode>
      <LinkPage />
    </StrictMode>,
  )

describe('the page of a link that works once', () => {
  const secret = `once_${'a1-_'.repeat(11).slice(0, 43)}`
  const marker = '0123456789abcdef'.repeat(2)
  const calledWith = () => posts().map(({ url }) => url)

  it('uses it up by a press alone where it was not asked for, and leaves who is signed in until then', async () => {
    storeSession('earlier', manager)
    window.history.replaceState(null, '', `/magic-link/uid/${secret}?from=${marker}`)
    answer = signedIn
    open()
    const button = await screen.findByRole('button', { name: 'player:link.use' })
    expect([calledWith(), currentSession()?.token]).toEqual([[], 'earlier'])
    button.click()
    await waitFor(() => expect(address()).toBe('/participant/assignments?welcome'))
    expect(calledWith()).toEqual([`/api/magic-link/uid/${secret}/`])
  })

  it('opens it at once in the browser that asked for it', async () => {
    localStorage.setItem(askedKey, `${'f'.repeat(32)} ${marker}`)
    window.history.replaceState(null, '', `/magic-link/uid/${secret}?from=${marker}).`)
    answer = signedIn
    open()
    await waitFor(() => expect(address()).toBe('/participant/assignments?welcome'))
    expect(calledWith()).toEqual([`/api/magic-link/uid/${secret}/`])
  })

  it.each([
    '.',
    ')',
    '>',
    '%3E',
    '"',
    '%22',
    "'",
    '”',
    '…',
    ',',
    ';',
    ']',
    '%5D',
    '%',
    ').',
    '*',
    '_',
    '-',
    '_)',
  ])('opens with %s stuck to its end', async (stuck) => {
    window.history.replaceState(null, '', `/magic-link/uid/${secret}${stuck}`)
    answer = signedIn
    open()
    const button = await screen.findByRole('button', { name: 'player:link.use' })
    button.click()
    await waitFor(() => expect(address()).toBe('/participant/assignments?welcome'))
    expect(calledWith()).toEqual([`/api/magic-link/uid/${secret}/`])
  })

  it('leads on where the sign is stuck to where it leads', async () => {
    window.history.replaceState(null, '', `/magic-link/uid/${secret}?redirectUrl=%2Fparticipant%2Fconsents).`)
    answer = signedIn
    open()
    const button = await screen.findByRole('button', { name: 'player:link.use' })
    button.click()
    await waitFor(() => expect(address()).toBe('/participant/consents'))
  })
})

describe('the page of a link', () => {
  it('opens the link once, without the earlier session, and goes on to the greeting', async () => {
    storeSession('earlier', manager)
    answer = signedIn
    open()
    expect(currentSession()).toBeUndefined()
    await waitFor(() => expect(address()).toBe('/participant/assignments?welcome'))
    expect(
      posts().map(({ url, headers }) => [url, headers.get('authorization'), headers.get('content-type')]),
    ).toEqual([['/api/magic-link/uid/secret/', null, 'application/json']])
    expect(currentSession()).toMatchObject({ token: 'fresh', user: { id }, invitation: true })
    expect(JSON.parse(sessionStorage.getItem('terazi.auth') ?? '')).toEqual({
      state: { signedIn: true, token: 'fresh', user: invited },
      version: 0,
    })
    await waitFor(() =>
      expect(
        arrived.flatMap(({ entry, headers }) => (entry === signOut ? [headers.get('authorization')] : [])),
      ).toEqual(['Token earlier']),
    )
  })

  it.each([
    ['magic_link_expired', 'player:link.expired'],
    ['magic_link_invalid', 'player:link.invalid'],
  ] as const)('takes the secret of a link out of the address: %s', async (code, title) => {
    storeSession('earlier', manager)
    answer = () => problem(code)
    open()
    await screen.findByRole('heading', { name: title })
    expect(address()).toBe('/magic-link')
    expect(screen.getByRole('link', { name: 'player:link.request' }).getAttribute('href')).toBe(
      '/sign-in?way=link',
    )
    // The person who was signed in here is signed out, also by a link that turned out to be wrong.
    expect(currentSession()).toBeUndefined()
  })

  it('thanks people who have finished, with the receipt', async () => {
    storeSession('earlier', manager)
    answer = finished
    open()
    await screen.findByText('TRZ-7K4M')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('player:link.thanks')
    expect(address()).toBe('/magic-link')
    // The person who was signed in here is signed out.
    expect(currentSession()).toBeUndefined()
  })

  it('leads people who have finished to their data, when they want to', async () => {
    answer = finished
    open()
    const button = await screen.findByRole('button', { name: 'player:list.data' })
    expect(currentSession()).toBeUndefined()
    button.click()
    await waitFor(() => expect(address()).toBe('/participant/data'))
    expect(currentSession()?.token).toBe('ses_after')
  })

  it('leads people to their data whose invitation is over', async () => {
    answer = () => problem('magic_link_expired', { token: 'ses_after', user: manager })
    open()
    const button = await screen.findByRole('button', { name: 'player:list.data' })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('player:link.over')
    button.click()
    await waitFor(() => expect(address()).toBe('/participant/data'))
  })

  it('keeps a link whose answer never came, to be tried again, and everything else as it was', async () => {
    storeSession('earlier', manager)
    answer = noAnswer
    open()
    const again = await screen.findByRole('button', { name: 'player:failure.retry' })
    expect(address()).toBe('/magic-link/uid/secret')
    expect(currentSession()).toMatchObject({ token: 'earlier', user: { id: other } })
    answer = () => problem('magic_link_invalid')
    again.click()
    await screen.findByRole('heading', { name: 'player:link.invalid' })
    expect(posts()).toHaveLength(2)
  })

  it('says so when what comes back is not the product’s', async () => {
    answer = () => foreign(Response.json({}))
    open()
    await screen.findByText('player:link.noData')
    expect(screen.getByRole('button', { name: 'player:failure.retry' })).toBeDefined()
  })

  it('hands somebody with two steps over to the application, and signs nobody in', async () => {
    const details = { challenge: 'a challenge of twenty characters', choosePassword: 'again' }
    answer = () => problem('second_factor_required', details)
    // jsdom goes nowhere and says so.
    const said = vi.spyOn(console, 'error').mockReturnValue()
    open()
    await waitFor(() => expect(sessionStorage.getItem(secondStepKey)).not.toBeNull())
    expect(JSON.parse(sessionStorage.getItem(secondStepKey) ?? '')).toMatchObject({
      code: 'second_factor_required',
      ...details,
    })
    expect(currentSession()).toBeUndefined()
    said.mockRestore()
  })
})

describe('the way on from a link', () => {
  it.each([
    [invited, undefined, '', '/participant/assignments?welcome'],
    [manager, undefined, '', '/manager/dashboard'],
    [
      manager,
      'first',
      '?redirectUrl=%2Fapp%2Faccount%2Fkyc-form',
      '/account/first-password?why=first&redirectUrl=%2Fapp%2Faccount%2Fkyc-form',
    ],
    [manager, undefined, '?redirectUrl=%2F%2Fevil.test', '/manager/dashboard'],
    [undefined, undefined, '?redirectUrl=%2Fmanager%2Fparticipants', '/error'],
  ] as const)('%#', (user, choosePassword, search, path) => {
    expect(wayOn({ user, choosePassword }, search)).toBe(path)
  })
})
