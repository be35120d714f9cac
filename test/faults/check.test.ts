import { expect, test } from 'vitest'
import { createCheck, type Look, type StoredAnswer, type StoredAttempt } from './check.ts'
import type { Event, Fact } from './history.ts'

const at = '2026-11-20T10:00:00.000Z'
const answers = (value: string, seq: number) => ({ q1: { value, seq } })
const sent = (value: string, seq: number, epoch = 1): Fact => ({
  what: 'sent',
  attempt: 'a',
  epoch,
  answers: answers(value, seq),
})
const acknowledged = (value: string, seq: number, epoch = 1): Fact => ({
  what: 'acknowledged',
  attempt: 'a',
  epoch,
  late: [],
  answers: answers(value, seq),
})
const begun: Fact = { what: 'asked', to: 'begin', assignment: 'x' }
const handing: Fact = { what: 'asked', to: 'submit', assignment: 'x' }
const submitted = (receipt: string): Fact => ({ what: 'submitted', attempt: 'a', receipt })
const stored = (value: string, seq: number, place: Partial<StoredAnswer> = {}): StoredAnswer => ({
  attempt: 'a',
  item: 'q1',
  value,
  seq,
  epoch: 1,
  late: false,
  ...place,
})

/** Returns the faults that the check finds in a history, with looks at what was stored after so many of its events. */
function broken(
  history: readonly Fact[],
  there: {
    answers?: StoredAnswer[]
    attempts?: StoredAttempt[]
    kept?: { attempt: string; answers: object }[]
  },
  looks: readonly Partial<Look>[] = [],
): string[] {
  const check = createCheck()
  for (const [line, fact] of history.entries()) {
    for (const look of looks)
      if ((look.from ?? 0) === line) check.look({ from: line, to: line, answers: [], running: [], ...look })
    check.take({ ...fact, at } as Event)
  }
  const kept = (there.kept ?? []).map((one) => ({ ...one, answers: { ...one.answers } }))
  return check.end({ answers: there.answers ?? [], attempts: there.attempts ?? [], kept })
}

test('an acknowledged answer is kept in its value or a later one', () => {
  const history = [sent('x', 1), acknowledged('x', 1), sent('y', 2), sent('z', 1, 2)]
  expect(broken(history, { answers: [stored('x', 1)] })).toEqual([])
  expect(broken(history, { answers: [stored('y', 2)] })).toEqual([])
  expect(broken(history, { answers: [stored('z', 1, { epoch: 2 })] })).toEqual([])
  expect(broken(history, {})).toEqual([expect.stringMatching(/^Lost: answer 1.1 to q1/)])
  const later = [...history, acknowledged('z', 1, 2)]
  expect(broken(later, { answers: [stored('y', 2)] })).toEqual([
    expect.stringMatching(/^Lost: answer 2.1 to q1/),
  ])
})

test('an answer that was acknowledged as in time is not kept by a late one', () => {
  const late: Fact = { ...acknowledged('x', 1), what: 'acknowledged', late: ['q1'] } as Fact
  const there = { answers: [stored('x', 1, { late: true })] }
  expect(broken([sent('x', 1), late], there)).toEqual([])
  expect(broken([sent('x', 1), acknowledged('x', 1)], there)).toEqual([expect.stringMatching(/^Lost/)])
})

test('an answer that was gone after a break is found, also when a later one hides it', () => {
  const history = [sent('x', 1), acknowledged('x', 1), sent('y', 2), acknowledged('y', 2)]
  const there = { answers: [stored('y', 2)] }
  expect(broken(history, there, [{ from: 2, to: 2, answers: [stored('x', 1)] }])).toEqual([])
  expect(broken(history, there, [{ from: 2, to: 2 }])).toEqual([expect.stringMatching(/^Lost: answer 1.1/)])
})

test('an answer in another value, or that nobody sent, is found', () => {
  const history = [sent('x', 1), acknowledged('x', 1)]
  expect(broken(history, { answers: [stored('z', 1)] })).toEqual([
    expect.stringMatching(/^Lost/),
    expect.stringMatching(/^Invented: answer 1.1 to q1/),
  ])
  for (const foreign of [stored('x', 7), stored('x', 1, { epoch: 2 })])
    expect(broken(history, { answers: [foreign] })).toEqual([expect.stringMatching(/^Invented: answer/)])
})

test('an answer that was sent, not acknowledged, and is gone after the test was handed in is found', () => {
  const attempts = [{ attempt: 'a', assignment: 'x', receipt: 'R1', results: 1, scoredRight: true }]
  const history = [begun, sent('x', 1), handing, submitted('R1')]
  expect(broken(history, { answers: [stored('x', 1)], attempts })).toEqual([])
  expect(broken(history, { attempts })).toEqual([expect.stringMatching(/^Lost: answer 1.1/)])
})

test('a test that was handed in keeps its receipt and has one right result', () => {
  const history = [begun, handing, submitted('R1')]
  const attempt = { attempt: 'a', assignment: 'x', receipt: 'R1', results: 1, scoredRight: true }
  expect(broken(history, { attempts: [attempt] })).toEqual([])
  for (const wrong of [
    { receipt: null },
    { receipt: 'R2' },
    { results: 0 },
    { results: 2 },
    { scoredRight: false },
  ])
    expect(broken(history, { attempts: [{ ...attempt, ...wrong }] })).toHaveLength(1)
  expect(broken(history, {})).toHaveLength(1)
  expect(broken([...history, submitted('R2')], { attempts: [attempt] })).toHaveLength(2)
})

test('a test that nobody began or handed in is found', () => {
  const attempt = { attempt: 'a', assignment: 'x', receipt: null, results: 0, scoredRight: true }
  expect(broken([begun], { attempts: [attempt] })).toEqual([])
  expect(broken([], { attempts: [attempt] })).toEqual(['Invented: a was begun by nobody.'])
  expect(broken([begun], { attempts: [{ ...attempt, receipt: 'R1' }] })).toEqual([
    'Invented: a was handed in by nobody.',
  ])
})

test('what a server said to keep for a manager is there as it was sent, and does not count', () => {
  const kept: Fact = { what: 'kept', attempt: 'a', answers: answers('x', 1) }
  const history = [begun, sent('x', 1), kept]
  const there = [{ attempt: 'a', answers: answers('x', 1) }]
  expect(broken(history, { kept: there })).toEqual([])
  expect(broken(history, {})).toEqual(['Lost: a was said to be kept.'])
  expect(broken(history, { kept: [{ attempt: 'a', answers: answers('y', 1) }] })).toHaveLength(2)
  const attempts = [{ attempt: 'a', assignment: 'x', receipt: null, results: 0, scoredRight: true }]
  expect(broken(history, { kept: there, attempts })).toEqual(['Twice: a was kept, and counts all the same.'])
})

test('a pause that was confirmed is still there after a break, unless an order has come since', () => {
  const order = (paused: boolean, done: boolean): Fact => ({
    what: 'pause',
    assignments: ['x'],
    paused,
    done,
  })
  const look = { from: 3, to: 3, running: [{ assignment: 'x', paused: false }] }
  const paused = [begun, order(true, false), order(true, true)]
  expect(broken([...paused, begun], {}, [look])).toEqual(['Lost: the pause of x.'])
  expect(broken([...paused, begun], {}, [{ ...look, running: [{ assignment: 'x', paused: true }] }])).toEqual(
    [],
  )
  expect(broken([...paused, order(false, false), begun], {}, [{ ...look, to: 4 }])).toEqual([])
  // Repeated: the first one may still come.
  const unsure = [order(true, false), order(true, false), order(true, true)]
  expect(broken([...unsure, begun], {}, [look])).toEqual([])
})

test('an error of a page is a broken promise', () => {
  expect(broken([{ what: 'failed', attempt: 'a', error: 'TypeError' }], {})).toHaveLength(1)
})
