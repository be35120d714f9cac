// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { firstPasswordPath, redirectTarget } from '#contract/landing.ts'
import { signInPath, withRedirect } from './redirect.ts'

const target = (path: string) => redirectTarget(`?redirectUrl=${encodeURIComponent(path)}`)

describe('SR-44: the way on after sign-in', () => {
  it('follows a path of our own, with its search', () => {
    expect(target('/manager/assignments?page=2&search=a')).toBe('/manager/assignments?page=2&search=a')
  })
  it.each([
    'https://evil.test/',
    'HTTPS:evil.test',
    '//evil.test',
    '///evil.test',
    '/\\\t/evil.test',
    '%2F%2Fevil.test',
    ' //evil.test',
    'data:text/html,x',
    '/\\evil.test',
    '\\\\evil.test',
    '/\t/evil.test',
    '/a\nb',
    '/.//evil.test',
    'javascript:alert(1)',
    'manager',
    '',
  ])('refuses %j', (path) => {
    expect(target(path)).toBeUndefined()
  })
  it('leaves what is encoded encoded: it names a page of ours that is not there, and no other origin', () => {
    const path = target('/%2Fevil.test')
    expect(new URL(path ?? '', 'https://terazi.test').origin).toBe('https://terazi.test')
  })
  it('is nothing when nothing was asked for', () => {
    expect(redirectTarget('')).toBeUndefined()
  })
})

it('remembers where somebody wanted to go', () => {
  const address = signInPath('/manager/participants?page=2')
  expect(redirectTarget(address.slice(address.indexOf('?')))).toBe('/manager/participants?page=2')
  expect(signInPath('/')).toBe('/sign-in')
})

it('is taken along to the other pages of entering, where it is one of ours', () => {
  expect(withRedirect('/sign-up', '?redirectUrl=%2Fmanager%2Fparticipants')).toBe(
    '/sign-up?redirectUrl=%2Fmanager%2Fparticipants',
  )
  expect(withRedirect('/sign-up', '?redirectUrl=%2F%2Fevil.test')).toBe('/sign-up')
  const path = firstPasswordPath('again', '/participant/assignments?welcome')
  expect(redirectTarget(path.slice(path.indexOf('?')))).toBe('/participant/assignments?welcome')
})
