import { describe, expect, it } from 'vitest'
import { noAccommodations } from '#contract/accommodation-fields.ts'
import { inOrder, type ListedAssignment, stateOf } from './list.ts'

const assignment = (id: string, change: Partial<ListedAssignment>): ListedAssignment => ({
  id,
  client: { name: 'Anadolu Gıda A.Ş.', phone: '' },
  inventory: { code: 'ENGLISH', name: 'English', description: '' },
  description: '',
  status: 'pending',
  locale: 'tr',
  minutes: 45,
  itemCount: 75,
  createdAt: '2026-11-01T10:00:00Z',
  dueDate: null,
  testDay: null,
  opening: null,
  timeZone: 'Europe/Istanbul',
  startedAt: null,
  completedAt: null,
  deadline: null,
  answered: 0,
  receipt: null,
  reportVisible: false,
  accommodations: noAccommodations,
  ...change,
})
const now = '2026-11-20T22:30:00Z'

describe('my assignments', () => {
  it('says that today is the last day by the client’s time zone', () => {
    // 22:30 UTC is past midnight in Istanbul.
    expect(stateOf(assignment('a', { dueDate: '2026-11-21' }), now)).toBe('lastDay')
    expect(stateOf(assignment('a', { dueDate: '2026-11-20' }), now)).toBe('waiting')
  })

  it('says that a running test was closed', () => {
    expect(stateOf(assignment('a', { status: 'cancelled', closed: true }), now)).toBe('closed')
  })

  it('tells a test that a manager ended from one that was handed in', () => {
    const over = { status: 'completed' } as const
    expect(stateOf(assignment('a', over), now)).toBe('completed')
    expect(stateOf(assignment('a', { ...over, endedByManager: true }), now)).toBe('ended')
  })

  it('puts first what was begun, then what is due soonest, and what is closed last', () => {
    const list = [
      assignment('done', { status: 'completed' }),
      assignment('after', { opening: { after: 'x', pauseMinutes: 0, at: null }, dueDate: '2026-11-21' }),
      assignment('later', { dueDate: '2026-12-30' }),
      assignment('whenever', {}),
      assignment('soon', { dueDate: '2026-11-25' }),
      assignment('begun', { startedAt: now }),
      assignment('over', { status: 'expired' }),
    ]
    expect(inOrder(list, now).map(({ id }) => id)).toEqual([
      'begun',
      'soon',
      'later',
      'whenever',
      'after',
      'done',
      'over',
    ])
  })
})
