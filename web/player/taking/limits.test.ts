import { describe, expect, it } from 'vitest'
import type { Head } from '../attempt/saving/store.ts'
import { limitOf, sectionIsOver, testIsOver } from './limits.ts'

const start = Date.parse('2026-11-20T10:00:00Z')
const at = (seconds: number) => new Date(start + seconds * 1000).toISOString()
const section = { id: 's', title: '', instructions: '', navigation: 'free' as const, items: [] }
const head: Head = {
  shape: 1,
  userId: 'u',
  locked: false,
  assignmentId: 'a',
  testId: 't',
  attemptToken: '',
  form: { inventory: { code: 'MYT', name: 'MYT' }, locale: 'tr', sections: [section] },
  person: '',
  client: { name: '', phone: '' },
  inventory: { code: 'MYT', name: 'MYT' },
  locale: 'tr',
  startedAt: at(0),
  deadline: at(2700),
  sections: [{ id: 's', startedAt: at(100), deadline: at(400) }],
  offsetMs: 0,
}

describe('limits', () => {
  it('shows the one that ends first, with that one’s own warnings', () => {
    expect(limitOf(head, section, start + 100_000)).toMatchObject({
      whole: false,
      seconds: 300,
      warning: undefined,
    })
    expect(limitOf(head, section, start + 345_000)).toMatchObject({ whole: false, seconds: 55, warning: 1 })
    expect(limitOf(head, undefined, start + 2_450_000)).toMatchObject({
      whole: true,
      seconds: 250,
      warning: 5,
    })
  })

  it('closes a section and the test at their second, and nothing without a limit', () => {
    expect(sectionIsOver(head, 's', start + 399_000)).toBe(false)
    expect(sectionIsOver(head, 's', start + 400_000)).toBe(true)
    expect(sectionIsOver(head, 'other', start + 9_000_000)).toBe(false)
    expect(testIsOver(head, start + 2_700_000)).toBe(true)
    expect(testIsOver({ ...head, deadline: null }, start + 9_000_000)).toBe(false)
  })

  it('does not move during a pause, whose length makes no warning come earlier', () => {
    const day = 24 * 3600
    const limited = { ...section, timeLimitSeconds: 300 }
    const paused = {
      ...head,
      deadline: at(2700 + day),
      pausedAt: at(200),
      sections: [{ id: 's', startedAt: at(100), deadline: at(400 + day) }],
    }
    for (const seconds of [200, 1000, day])
      expect(limitOf(paused, limited, start + seconds * 1000)).toMatchObject({ whole: false, seconds: 200 })
    expect(testIsOver(paused, start + 5_000_000)).toBe(false)
    // Nobody has ended it: after a day the clocks go on.
    expect(sectionIsOver(paused, 's', start + (400 + day) * 1000)).toBe(true)
    const after = { ...head, sections: [{ id: 's', startedAt: at(100), deadline: at(1400) }] }
    expect(limitOf(after, limited, start + 1_150_000)).toMatchObject({ seconds: 250, warning: undefined })
  })
})
