// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { redirectTarget, signInPath } from './redirect.ts'

const target = (path: string) => redirectTarget(`?redirectUrl=${encodeURIComponent(path)}`)

describe('the way on after sign-in', () => {
  it('follows a path of our own, with its search', () => {
    expect(target('/manager/assignments?page=2&search=a')).toBe('/manager/assignments?page=2&search=a')
  })
  it.each([
    'https://evil.test/',
    '//evil.test',
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
  it('is nothing when nothing was asked for', () => {
    expect(redirectTarget('')).toBeUndefined()
  })
})

it('remembers where somebody wanted to go', () => {
  const address = signInPath('/manager/participants?page=2')
  expect(redirectTarget(address.slice(address.indexOf('?')))).toBe('/manager/participants?page=2')
  expect(signInPath('/')).toBe('/sign-in')
})
