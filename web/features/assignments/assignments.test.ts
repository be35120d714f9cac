import { expect, it } from 'vitest'
import { statusWord } from './status.tsx'
import { filtersOf } from './useAssignments.ts'

const none = {
  status: '',
  inventory: '',
  group: '',
  from: '',
  to: '',
  due_from: '',
  due_to: '',
  user: '',
  testDay: '',
  score: '',
  band: '',
  score_from: '',
  score_to: '',
  profile: '',
  decision: '',
}

it.each([
  ['pending', null, 'waiting'],
  ['pending', '2026-11-20T10:00:00Z', 'running'],
  ['completed', '2026-11-20T10:00:00Z', 'completed'],
  ['expired', null, 'expired'],
  ['cancelled', null, 'cancelled'],
  ['archived', null, 'unknown'],
])('calls %s, started %s, %s', (status, startedAt, word) => {
  expect(statusWord({ status, startedAt })).toBe(word)
})

it('says that consent was withdrawn, however the test had ended', () => {
  for (const status of ['completed', 'cancelled'])
    expect(statusWord({ status, startedAt: null, consentWithdrawn: true })).toBe('withdrawn')
})

it('says that a running test ended because it was closed', () => {
  expect(statusWord({ status: 'cancelled', startedAt: '2026-11-20T09:00:00Z', closed: true })).toBe('closed')
})

it('says that a sensitive test is not enabled, so that nobody can start it', () => {
  expect(statusWord({ status: 'pending', startedAt: null, withheld: true })).toBe('withheld')
})

it('hands on the filters of the address, and not what somebody mistyped there', () => {
  const id = '01900000-0000-7000-8000-000000000001'
  expect(
    filtersOf({
      search: 'ayşe',
      filters: { ...none, status: 'pending', inventory: id, group: '1. Vardiya', from: '2026-11-01' },
    }),
  ).toEqual({ search: 'ayşe', status: 'pending', inventory: id, group: '1. Vardiya', from: '2026-11-01' })
  expect(
    filtersOf({ search: '', filters: { ...none, due_from: '2026-11-16', due_to: '2026-11-31' } }),
  ).toEqual({ due_from: '2026-11-16' })
  expect(
    filtersOf({
      search: '',
      filters: { ...none, status: 'done', user: '7', to: '31.12.2026', decision: 'fired' },
    }),
  ).toEqual({})
  expect(
    filtersOf({
      search: '',
      filters: {
        ...none,
        inventory: id,
        score: 'total',
        score_from: '40',
        score_to: 'x',
        band: 'B1,B2',
      },
    }),
  ).toEqual({ inventory: id, score: 'total', score_from: '40', band: 'B1,B2' })
  // They would be of no score, and leave nobody out.
  const bounds = { band: 'B1', score_from: '40', score_to: '60' }
  expect(filtersOf({ search: '', filters: { ...none, inventory: id, ...bounds } })).toEqual({ inventory: id })
})
