import { expect, test } from 'vitest'
import { loadFixture } from '#test/fixtures/definitions/load.ts'
import { highestAnswer, scoreChecklist } from './checklist.ts'
import type { Outcome } from './outcomes.ts'

const answers = (scores: (number | null)[]): Outcome[] =>
  scores.map((score, i) => ({
    item: { id: `c${i}`, type: 'likert', options: ['0', '1', '2', '3', '4'] },
    section: 's',
    status: score === null ? 'omitted' : 'answered',
    value: score === null ? undefined : String(score),
    score,
  }))
const fill = (n: number, score: number | null) => Array.from({ length: n }, () => score)
const ninety = { maxMissing: 18 }

// Calculated by hand: 40 items of 0, 30 of 1, 15 of 2, 5 of 4 → sum 80, PST 50, GSI 80/90, PSDI 80/50.
test('global indices of 90 items', () => {
  const scores = [...fill(40, 0), ...fill(30, 1), ...fill(15, 2), ...fill(5, 4)]
  expect(scoreChecklist(ninety, undefined, answers(scores))).toEqual({
    gsi: 80 / 90,
    pst: 50,
    psdi: 1.6,
    sum: 80,
    answered: 90,
    missing: 0,
    items: 90,
    band: null,
  })
})

test('the mean is over the answered: 72 of 90 are enough, 71 are not', () => {
  expect(scoreChecklist(ninety, undefined, answers([...fill(72, 1), ...fill(18, null)]))).toMatchObject({
    gsi: 1,
    pst: 72,
    psdi: 1,
    missing: 18,
  })
  expect(scoreChecklist(ninety, undefined, answers([...fill(71, 1), ...fill(19, null)]))).toMatchObject({
    gsi: null,
    pst: null,
    psdi: null,
    sum: null,
    missing: 19,
  })
})

test('without any symptom there is no distress to average', () => {
  expect(scoreChecklist(ninety, undefined, answers(fill(90, 0)))).toMatchObject({
    gsi: 0,
    pst: 0,
    psdi: null,
  })
})

test('one symptom alone is as intense as it was', () => {
  expect(scoreChecklist(ninety, undefined, answers([3, ...fill(89, 0)]))).toMatchObject({ pst: 1, psdi: 3 })
})

test('nothing answered is not scored, however lenient the limit', () => {
  expect(scoreChecklist({ maxMissing: 90 }, undefined, answers(fill(90, null)))).toMatchObject({
    gsi: null,
    pst: null,
  })
})

test('the indices go as high as the highest answer, independent of other scales', () => {
  const checklist = loadFixture('checklist')
  expect(highestAnswer(checklist)).toBe(4)
  const [first] = checklist.scales
  const total = { key: 'ALL', kind: 'likert_sum' as const, of: [first?.key ?? ''], min: 0, max: 4 }
  expect(highestAnswer({ ...checklist, scales: [...checklist.scales, total] })).toBe(4)
  expect(highestAnswer(loadFixture('placement'))).toBe(0)
})
