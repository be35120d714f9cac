// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { anonymous, clearSession, storeSession, useAuth } from './auth.ts'
import { authCalls } from './authCalls.ts'
import { selectClient } from './clientSelection.ts'
import { startTranslations } from './i18n.ts'
import { useLocaleSettings } from './localeSettings.ts'
import { lockAttempts } from './lockAttempts.ts'
import { queryClient } from './queryClient.ts'
import { landing } from './redirect.ts'
import { enterByLink, leave, refreshUser, signIn, signUp, userFromName, watchSession } from './session.ts'

vi.mock('./lockAttempts.ts', () => ({ lockAttempts: vi.fn(async () => {}) }))

it('reads a role from the user name when the answer names no user', () => {
  expect(userFromName('admin@demo.test')).toMatchObject({
    authority: ['admin', 'superuser'],
    userName: 'admin',
    email: 'admin@demo.test',
  })
  expect(userFromName('participant.7@demo.test').authority).toEqual(['participant'])
  expect(userFromName('zeynep').authority).toEqual(['manager'])
  expect(userFromName('zeynep').id).not.toBe(userFromName('zeynep').id)
})

it('forgets what was loaded and chosen when a session ends or another takes its place', () => {
  const signedOut = vi.fn()
  watchSession(signedOut)
  const work = () => {
    queryClient.setQueryData(['people'], ['Ayşe Demir'])
    selectClient({ value: 'c1', label: 'Anadolu Gıda A.Ş.' })
  }
  const seen = () => [
    queryClient.getQueryData(['people']),
    sessionStorage.getItem('terazi.client')?.includes('Anadolu'),
  ]

  storeSession('first', { ...anonymous, id: 'u1' }, true)
  work()
  expect(seen()).toEqual([['Ayşe Demir'], true])
  // As when another tab signs in: this tab reads the other session from the storage.
  useAuth.setState({ token: 'second', user: { ...anonymous, id: 'u2' } })
  expect(seen()).toEqual([undefined, false])
  expect(signedOut).not.toHaveBeenCalled()

  work()
  clearSession()
  expect(seen()).toEqual([undefined, false])
  expect(signedOut).toHaveBeenCalledTimes(1)
})

describe('coming in', () => {
  const person = { ...anonymous, id: 'u1', name: 'Ayşe Demir', authority: ['manager'] as const }
  let answer: unknown
  let ended: (string | null)[]
  let asked: { at: number; token: string | null }[]

  beforeEach(async () => {
    await Promise.all([startTranslations(), authCalls()])
    localStorage.clear()
    useLocaleSettings.setState({ currentLang: 'en' })
    asked = []
    vi.useFakeTimers()
    ended = []
    vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
      if (url.includes('sign-out')) ended.push(new Headers(headers).get('authorization'))
      else asked.push({ at: Date.now(), token: useAuth.getState().token })
      return Response.json(answer)
    })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    clearSession()
  })

  it('stores the token, then the user, and moves on after 100 ms', async () => {
    answer = { token: 'fresh', user: person }
    const steps: [string, number][] = []
    const stop = useAuth.subscribe(({ token, user }) => steps.push([`${token} ${user.id}`, Date.now()]))
    const entering = signIn({ username: 'ayse@example.test', password: 'x' }).then(() =>
      steps.push(['moved on', Date.now()]),
    )
    await vi.advanceTimersByTimeAsync(1000)
    await entering
    stop()
    const [[, stored] = ['', 0]] = steps
    expect(steps).toEqual([
      ['fresh ', stored],
      ['fresh u1', stored],
      ['moved on', stored + 100],
    ])
  })

  it('takes the fallback user when the answer names none', async () => {
    answer = { token: 'fresh' }
    const entering = signIn({ username: 'participant.7@example.test', password: 'x', remember: true })
    await vi.advanceTimersByTimeAsync(1000)
    expect(await entering).toMatchObject({ userName: 'participant.7', authority: ['participant'] })
    expect(useAuth.getState()).toMatchObject({ signedIn: true, token: 'fresh' })
    expect(localStorage.getItem('terazi.auth')).toContain('participant.7')
  })

  it.each([
    ['no id', { authority: ['manager'] }],
    ['an empty id', { ...person, id: '' }],
    ['no list of roles', { ...person, authority: 'manager' }],
  ])('stores no session for a user with %s, ends it on the server, and leads to /error', async (_, user) => {
    answer = { token: 'fresh', user }
    const entering = signIn({ username: 'a@example.test', password: 'x', remember: true })
    await vi.advanceTimersByTimeAsync(1000)
    const entered = await entering
    expect(landing('?redirectUrl=%2Fmanager%2Fparticipants', entered)).toBe('/error')
    expect(useAuth.getState()).toMatchObject({ signedIn: false, token: null })
    expect(`${localStorage.getItem('terazi.auth')}`).not.toContain('fresh')
    expect(ended).toEqual(['Token fresh'])
  })

  it('fills in what a user lacks, and leads one without a role to /access-denied', async () => {
    answer = { token: 'fresh', user: { id: 'u1', authority: [], timeZone: null } }
    const entering = signIn({ username: 'a@example.test', password: 'x' })
    await vi.advanceTimersByTimeAsync(1000)
    expect(landing('', await entering)).toBe('/access-denied')
    expect(useAuth.getState().user).toMatchObject({ locale: 'en', timeZone: 'Europe/Istanbul', name: '' })
  })

  it('signs in people who sign up, for this tab alone', async () => {
    answer = { token: 'fresh', user: person }
    const password = 'yedi tane kiraz'
    const entering = signUp({
      fullName: 'Ayşe Demir',
      email: 'a@example.test',
      password,
      confirmPassword: password,
    })
    await vi.advanceTimersByTimeAsync(1000)
    await entering
    // What others began on this device is closed to the next person.
    expect(lockAttempts).toHaveBeenLastCalledWith('others', 'u1')
    expect(sessionStorage.getItem('terazi.auth')).toContain('fresh')
    expect(localStorage.getItem('terazi.auth')).toBeNull()
  })

  it('by a link ends the session that was here, and waits 100 ms before it asks the server', async () => {
    storeSession('earlier', person, true)
    answer = { token: 'fresh', user: person, choosePassword: 'first' }
    const begun = Date.now()
    const entering = enterByLink('uid', 'secret')
    await vi.advanceTimersByTimeAsync(0)
    expect(useAuth.getState()).toMatchObject({ signedIn: false, token: null })
    await vi.advanceTimersByTimeAsync(99)
    expect(asked).toEqual([])
    await vi.advanceTimersByTimeAsync(1000)
    expect(await entering).toMatchObject({ user: { id: 'u1' }, choosePassword: 'first' })
    expect(asked).toEqual([{ at: begun + 100, token: null }])
    expect(ended).toEqual(['Token earlier'])
    expect(lockAttempts).toHaveBeenCalledWith('own', 'u1')
  })

  it('leaving a session that the server has ended closes the begun tests of its person, then ends it here', async () => {
    storeSession('earlier', { ...person, id: 'u7' }, true)
    let closed: () => void = () => undefined
    vi.mocked(lockAttempts).mockReturnValueOnce(new Promise((resolve) => (closed = resolve)))
    const leaving = leave()
    expect(lockAttempts).toHaveBeenLastCalledWith('own', 'u7')
    expect(useAuth.getState().token).toBe('earlier')
    closed()
    await leaving
    expect([useAuth.getState().token, ended]).toEqual([null, []])
  })

  it('leaves the begun tests open when the server has ended the session: their person may go on', async () => {
    storeSession('expired', person, true)
    vi.mocked(lockAttempts).mockClear()
    vi.stubGlobal('fetch', async () => Response.json({ code: 'not_authenticated' }, { status: 401 }))
    await refreshUser()
    expect(useAuth.getState()).toMatchObject({ signedIn: false, token: null })
    expect(lockAttempts).not.toHaveBeenCalled()
  })

  it('by a link that answers nothing says so and leaves nobody signed in', async () => {
    storeSession('earlier', person, true)
    answer = {}
    const entering = enterByLink('uid', 'secret')
    const failed = expect(entering).rejects.toMatchObject({ code: 'invalid_response' })
    await vi.advanceTimersByTimeAsync(1000)
    await failed
    expect(useAuth.getState()).toMatchObject({ signedIn: false, token: null })
  })

  describe('brings the language of the account', () => {
    const enter = async (locale: 'tr' | 'en') => {
      answer = { token: 'fresh', user: { ...person, locale } }
      const entering = signIn({ username: 'a@example.test', password: 'x' })
      await vi.advanceTimersByTimeAsync(1000)
      await entering
      return useLocaleSettings.getState().currentLang
    }

    it('to a browser in which nobody chose one, again for each person', async () => {
      localStorage.clear()
      expect(await enter('tr')).toBe('tr')
      expect(document.documentElement.lang).toBe('tr')
      expect(await enter('en')).toBe('en')
    })

    it('not to a browser in which somebody chose one', async () => {
      expect(await enter('tr')).toBe('en')
      expect(await enter('en')).toBe('en')
    })
  })
})
