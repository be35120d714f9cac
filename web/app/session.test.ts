// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { signOut } from '#contract/auth.ts'
import { exampleUser } from '#test/support/client.ts'
import { foreign, problem, sentHasArrived, serveCalls } from '#test/support/serve-calls.ts'
import { clockOnly, until } from '#test/support/until.ts'
import { anonymous, clearSession, storeSession, useAuth } from './auth.ts'
import { authCalls } from './authCalls.ts'
import { selectClient } from './clientSelection.ts'
import { startTranslations } from './i18n.ts'
import { useLocaleSettings } from './localeSettings.ts'
import { lockAttempts } from './lockAttempts.ts'
import { queryClient } from './queryClient.ts'
import { landing } from './redirect.ts'
import { leave, refreshUser, signIn, signUp, userFromName, watchSession } from './session.ts'

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
  // Another tab signs in: this tab reads the other session from the storage.
  useAuth.setState({ token: 'second', user: { ...anonymous, id: 'u2' } })
  expect(seen()).toEqual([undefined, false])
  expect(signedOut).not.toHaveBeenCalled()

  work()
  clearSession()
  expect(seen()).toEqual([undefined, false])
  expect(signedOut).toHaveBeenCalledTimes(1)
})

describe('coming in', () => {
  const person = { ...exampleUser, locale: 'en' as const }
  let answer: () => Response
  let ended: (string | null)[]
  let asked: { at: number; token: string | null }[]
  serveCalls(({ entry, headers }) => {
    if (entry === signOut) {
      ended.push(headers.get('authorization'))
      return new Response(null, { status: 204 })
    }
    asked.push({ at: Date.now(), token: useAuth.getState().token })
    return answer()
  })
  const enters = (more: object = {}) => {
    answer = () => Response.json({ token: 'fresh', user: person, ...more })
  }
  /** Answers as no product of this release does. */
  const answersElse = (body: object) => {
    answer = () => foreign(Response.json(body))
  }
  /** Lets the pause pass once the session is stored. */
  async function moveOn<T>(entering: Promise<T>): Promise<T> {
    await until(() => useAuth.getState().user.id !== '')
    await vi.advanceTimersByTimeAsync(1000)
    return entering
  }

  beforeEach(async () => {
    await Promise.all([startTranslations(), authCalls()])
    localStorage.clear()
    useLocaleSettings.setState({ currentLang: 'en' })
    asked = []
    ended = []
    vi.useFakeTimers(clockOnly)
  })
  afterEach(() => {
    vi.useRealTimers()
    clearSession()
  })

  it('stores the token, then the user, and moves on after 100 ms', async () => {
    enters()
    const steps: [string, number][] = []
    const stop = useAuth.subscribe(({ token, user }) => steps.push([`${token} ${user.id}`, Date.now()]))
    const entering = signIn({ username: 'ayse@example.test', password: 'x' })
    await moveOn(entering.then(() => steps.push(['moved on', Date.now()])))
    stop()
    const [[, stored] = ['', 0]] = steps
    expect(steps).toEqual([
      ['fresh ', stored],
      [`fresh ${person.id}`, stored],
      ['moved on', stored + 100],
    ])
  })

  it('takes the fallback user when the answer names none', async () => {
    answersElse({ token: 'fresh' })
    const entering = signIn({ username: 'participant.7@example.test', password: 'x', remember: true })
    expect(await moveOn(entering)).toMatchObject({ userName: 'participant.7', authority: ['participant'] })
    expect(useAuth.getState()).toMatchObject({ signedIn: true, token: 'fresh' })
    expect(localStorage.getItem('terazi.auth')).toContain('participant.7')
  })

  it.each([
    ['no id', { authority: ['manager'] }],
    ['an empty id', { ...person, id: '' }],
    ['no list of roles', { ...person, authority: 'manager' }],
  ])('stores no session for a user with %s, ends it on the server, and leads to /error', async (_, user) => {
    answersElse({ token: 'fresh', user })
    const entered = await signIn({ username: 'a@example.test', password: 'x', remember: true })
    expect(landing('?redirectUrl=%2Fmanager%2Fparticipants', entered)).toBe('/error')
    expect(useAuth.getState()).toMatchObject({ signedIn: false, token: null })
    expect(`${localStorage.getItem('terazi.auth')}`).not.toContain('fresh')
    await until(() => ended.length > 0)
    expect(ended).toEqual(['Token fresh'])
  })

  it('fills in what a user lacks, and leads one without a role to /access-denied', async () => {
    answersElse({ token: 'fresh', user: { id: 'u1', authority: [], timeZone: null } })
    const entering = signIn({ username: 'a@example.test', password: 'x' })
    expect(landing('', await moveOn(entering))).toBe('/access-denied')
    expect(useAuth.getState().user).toMatchObject({ locale: 'en', timeZone: 'Europe/Istanbul', name: '' })
  })

  it('signs in people who sign up, for this tab alone', async () => {
    answer = () => Response.json({ token: 'fresh', user: person }, { status: 201 })
    const password = 'yedi tane kiraz'
    const account = { fullName: 'Ayşe Demir', email: 'a@example.test', password, confirmPassword: password }
    await moveOn(signUp(account))
    // Tests that others began on this device are closed to the next person.
    expect(lockAttempts).toHaveBeenLastCalledWith('others', person.id)
    expect(sessionStorage.getItem('terazi.auth')).toContain('fresh')
    expect(localStorage.getItem('terazi.auth')).toBeNull()
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
    await sentHasArrived()
    expect([useAuth.getState().token, ended]).toEqual([null, []])
  })

  it('leaves the begun tests open when the server has ended the session: their person may go on', async () => {
    storeSession('expired', person, true)
    vi.mocked(lockAttempts).mockClear()
    answer = () => problem('not_authenticated')
    await refreshUser()
    expect(useAuth.getState()).toMatchObject({ signedIn: false, token: null })
    expect(lockAttempts).not.toHaveBeenCalled()
  })

  describe('brings the language of the account', () => {
    const enter = async (locale: 'tr' | 'en') => {
      enters({ user: { ...person, locale } })
      clearSession()
      await moveOn(signIn({ username: 'a@example.test', password: 'x' }))
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
