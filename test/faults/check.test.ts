import { expect, test } from 'vitest'
import { brokenPromises, type StoredAnswer } from './check.ts'
import type { Event } from './history.ts'

const at = '2026-11-20T10:00:00.000Z'
const answers = (value: string, seq: number) => ({ q1: { value, seq } })
const sent = (value: string, seq: number): Event => ({
  what: 'sent',
  attempt: 'a',
  answers: answers(value, seq),
  at,
})
const acknowledged = (value: string, seq: number): Event => ({
  what: 'acknowledged',
  attempt: 'a',
  answers: answers(value, seq),
  at,
})
const stored = (value: string, seq: number): StoredAnswer => ({ attempt: 'a', item: 'q1', value, seq })

test('an acknowledged answer is kept in its value or a later one', () => {
  const history = [sent('x', 1), acknowledged('x', 1), sent('y', 2)]
  expect(brokenPromises(history, [stored('x', 1)], [])).toEqual([])
  expect(brokenPromises(history, [stored('y', 2)], [])).toEqual([])
  expect(brokenPromises(history, [], [])).toEqual([expect.stringMatching(/^Lost: answer 1 to q1/)])
  expect(brokenPromises([...history, acknowledged('y', 2)], [stored('x', 1)], [])).toEqual([
    expect.stringMatching(/^Lost: answer 2 to q1/),
  ])
})

test('an answer in another value, or that nobody sent, is found', () => {
  const history = [sent('x', 1), acknowledged('x', 1)]
  expect(brokenPromises(history, [stored('z', 1)], [])).toEqual([
    expect.stringMatching(/^Lost/),
    expect.stringMatching(/^Invented: answer 1 to q1/),
  ])
  expect(brokenPromises(history, [stored('x', 7)], [])).toEqual([
    expect.stringMatching(/^Invented: answer 7/),
  ])
})

test('a test that was handed in keeps its receipt and has one right result', () => {
  const history: Event[] = [{ what: 'submitted', attempt: 'a', receipt: 'R1', at }]
  const attempt = { attempt: 'a', receipt: 'R1', results: 1, scoredRight: true }
  expect(brokenPromises(history, [], [attempt])).toEqual([])
  for (const wrong of [
    { receipt: null },
    { receipt: 'R2' },
    { results: 0 },
    { results: 2 },
    { scoredRight: false },
  ])
    expect(brokenPromises(history, [], [{ ...attempt, ...wrong }])).toHaveLength(1)
  expect(brokenPromises(history, [], [])).toHaveLength(1)
})
