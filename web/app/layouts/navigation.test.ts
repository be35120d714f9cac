import { expect, it } from 'vitest'
import type { SessionUser } from '../auth.ts'
import { entryAt, navigationFor } from './navigation.ts'

const person = (...authority: SessionUser['authority']) => ({ authority, invitation: false })
const keys = (user: Pick<SessionUser, 'authority' | 'invitation'>) =>
  navigationFor(user).flatMap((group) => group.items.map((item) => item.key))

it('lists what a person may open and no empty group', () => {
  expect(keys(person('manager'))).toEqual(expect.arrayContaining(['assignments', 'participants', 'settings']))
  expect(keys(person('manager'))).not.toContain('myAssignments')
  expect(keys(person('participant'))).toEqual(['myAssignments', 'settings'])
  expect(navigationFor({ authority: ['participant'], invitation: true })).toMatchObject([
    { key: 'account', items: [{ key: 'myAssignments' }] },
  ])
})

it('knows which entry a page belongs to', () => {
  const groups = navigationFor(person('manager'))
  expect(entryAt(groups, '/manager/assignments/create')?.key).toBe('assignments')
  expect(entryAt(groups, '/manager/assignments-of-mine')).toBeUndefined()
  expect(entryAt(groups, '/account/settings/sessions')?.key).toBe('settings')
})

it('lists for a reader what shows results, and nothing that changes or orders', () => {
  const listed = (groups: string[] | null) =>
    navigationFor(person('manager'), { groups })
      .find(({ key }) => key === 'assessment')
      ?.items.map(({ key }) => key)
  expect(listed(null)).toEqual(['managerDashboard', 'assignments', 'groupReport', 'participants'])
  expect(listed(['Depo'])).toEqual(['managerDashboard', 'assignments', 'participants'])
})
