import { expect, it } from 'vitest'
import type { Form } from '#contract/participant.ts'
import { openedState } from '../liveState.ts'
import type { Progress } from '../model.ts'
import type { Head } from '../saving/store.ts'
import { type MovedClock, withClock } from './movedClock.ts'

const item = (id: string) => ({ id, type: 'single' as const, prompt: id, options: [{ id: 'a', label: 'A' }] })
const form: Form = {
  inventory: { code: 'TEST', name: 'Test' },
  locale: 'tr',
  sections: [
    { id: 's', title: 's', instructions: '', navigation: 'free', items: ['q1', 'q2'].map(item) },
    {
      id: 'fast',
      title: 'fast',
      instructions: '',
      navigation: 'linear',
      timeLimitSeconds: 180,
      items: ['f1', 'f2'].map(item),
    },
  ],
}
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 10, minute)).toISOString()
const now = Date.parse(at(5))
const state = (place: string, head: Partial<Head> = {}, progress: Partial<Progress> = {}) =>
  openedState({
    head: {
      shape: 1,
      userId: 'ayse',
      locked: false,
      assignmentId: 'a',
      testId: 't',
      attemptToken: 'token',
      form,
      person: 'Ayşe',
      client: { name: 'Anadolu', phone: '' },
      locale: 'tr',
      offsetMs: 0,
      inventory: form.inventory,
      startedAt: at(0),
      deadline: at(30),
      sections: [],
      ...head,
    },
    progress: { epoch: 1, seq: 0, answers: {}, place, submitting: false, lost: [], ...progress },
  })
const clock = (change: Partial<MovedClock>): MovedClock => ({
  deadline: at(45),
  sections: [],
  practice: null,
  pausedAt: null,
  timePercent: 150,
  ...change,
})

it('more time moves the ends and the limits that are still to come', () => {
  const { head } = withClock(state('item:q1'), clock({}), now)
  expect(head).toMatchObject({ deadline: at(45), accommodations: { timePercent: 150 } })
  expect(head.form.sections.map(({ timeLimitSeconds }) => timeLimitSeconds)).toEqual([undefined, 270])
  // The same message again changes nothing.
  expect(withClock({ ...state('item:q1'), head }, clock({}), now).head).toEqual(head)
  const twice = withClock({ ...state('item:q1'), head }, clock({ timePercent: 200 }), now).head
  expect(twice.form.sections[1]?.timeLimitSeconds).toBe(360)
})

it('a section that began without a line keeps its time until the server knows of it', () => {
  const own = { id: 'fast', startedAt: at(4), deadline: at(7) }
  expect(withClock(state('item:f1', { sections: [own] }), clock({}), now).head.sections).toEqual([own])
})

it('without limits there is no clock and no opening; who is on one goes on to the section’s first item', () => {
  const over = { id: 'fast', startedAt: at(0), deadline: at(3) }
  const running = { id: 'fast', startedAt: at(4), deadline: at(7) }
  const none = clock({ deadline: null, timePercent: null })
  const opened = withClock(state('opening:fast', { sections: [running] }), none, now)
  expect(opened.head).toMatchObject({ deadline: null, sections: [] })
  expect(opened.head.form.sections[1]).not.toHaveProperty('timeLimitSeconds')
  expect(opened.progress.place).toBe('item:f1')
  expect(withClock(state('item:q1', { sections: [over] }), none, now).head.sections).toEqual([over])
})

it('a pause and its end move a section that the server does not know of as it moves the others', () => {
  const own = { id: 'fast', startedAt: at(4), deadline: at(7) }
  const day = 24 * 60
  const paused = withClock(
    state('item:f1', { sections: [own] }),
    clock({ deadline: at(30 + day), pausedAt: at(5), timePercent: 100 }),
    now,
  )
  expect(paused.head).toMatchObject({ pausedAt: at(5), sections: [{ ...own, deadline: at(7 + day) }] })
  const later = Date.parse(at(15))
  const resumed = clock({ deadline: at(40), timePercent: 100 })
  const { head } = withClock({ ...state('item:f1'), ...paused }, resumed, later)
  expect(head).toMatchObject({ pausedAt: null, sections: [{ ...own, deadline: at(17) }] })
  expect(withClock({ ...state('item:f1'), head }, resumed, later).head).toEqual(head)
})

it('a break moves it by the length of the break, and a manager’s pause that takes its place by a day', () => {
  const own = { id: 'fast', startedAt: at(4), deadline: at(7) }
  const breaks = { left: 1, minutes: 10, until: at(15) }
  const onBreak = clock({ deadline: at(40), pausedAt: at(5), breaks, timePercent: 100 })
  const { head } = withClock(state('item:f1', { sections: [own] }), onBreak, now)
  expect(head.sections).toEqual([{ ...own, deadline: at(17) }])
  const over = clock({ deadline: at(40), breaks: { ...breaks, until: null }, timePercent: 100 })
  const ended = withClock({ ...state('item:f1'), head }, over, Date.parse(at(8)))
  expect(ended.head.sections).toEqual([{ ...own, deadline: at(10) }])
  const byClock = withClock({ ...state('item:f1'), head }, over, Date.parse(at(16)))
  expect(byClock.head.sections).toEqual([{ ...own, deadline: at(17) }])
  const paused = clock({ deadline: at(33 + 24 * 60), pausedAt: at(8), timePercent: 100 })
  const instead = withClock({ ...state('item:f1'), head }, paused, Date.parse(at(8)))
  expect(instead.head.sections).toEqual([{ ...own, deadline: at(10 + 24 * 60) }])
})

it('an allowance of practice that was left here already is taken off again', () => {
  const open = clock({ practice: { sectionId: 'fast', until: at(8) }, deadline: at(50) })
  expect(withClock(state('item:q1'), open, now).head).toMatchObject({ deadline: at(47), practice: null })
  const practising = withClock(state('practice:fast:p1'), open, now).head
  expect(practising).toMatchObject({ deadline: at(50), practice: { sectionId: 'fast' } })
})
