import { describe, expect, it } from 'vitest'
import { routeOf } from './address.ts'

describe('addresses of the player', () => {
  it.each([
    ['/participant/assignments', '', { page: 'list', welcome: false }],
    ['/participant/assignments/', '?welcome', { page: 'list', welcome: true }],
    ['/participant/assignments/abc', '', { page: 'assignment', id: 'abc' }],
    ['/participant/tests/englishtest/', '', { page: 'tests', code: 'ENGLISH' }],
    ['/participant/tests/SCL90', '', { page: 'tests', code: 'SCL90' }],
    ['/participant/tests/foo/', '', { page: 'tests', code: undefined }],
    ['/participant/assignments/abc/result/', '', { page: 'result', id: 'abc' }],
    ['/participant/assignments/abc/def', '', { page: 'unknown' }],
    ['/participant/assignments/abc/result/def', '', { page: 'unknown' }],
    ['/participant/tests/abc/result', '', { page: 'unknown' }],
    ['/participant', '', { page: 'unknown' }],
    ['/magic-link/u/t', '?redirectUrl=%2F', { page: 'link' }],
    ['/k/', '', { page: 'code' }],
    ['/k/7KQ4', '', { page: 'unknown' }],
    ['/r/7KQ4M0XW2H', '', { page: 'register', code: '7KQ4M0XW2H' }],
    ['/r/7KQ4M0XW2H%3E', '', { page: 'register', code: '7KQ4M0XW2H' }],
    ['/r/7KQ4M0XW2H).', '', { page: 'register', code: '7KQ4M0XW2H' }],
    ['/r', '', { page: 'unknown' }],
    ['/admin/inventories/MYT/versions/2/preview', '', { page: 'preview', code: 'MYT', version: '2' }],
  ])('%s%s', (path, search, route) => {
    expect(routeOf(path, search)).toEqual(route)
  })
})
