// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { userFromName } from './session.ts'

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
