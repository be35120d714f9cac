import { expect, test } from 'vitest'
import { Failure } from '#server/http/failure.ts'
import { inTurns } from './turns.ts'

test('SR-15: a fixed number run at a time, a fixed number wait in order, and one more gets the time to come back', async () => {
  const run = inTurns({ atOnce: 2, waitingAtMost: 3, retryAfterSeconds: 5 })
  const finished: number[] = []
  let running = 0
  let most = 0
  const work = (number: number) =>
    run(async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise(setImmediate)
      running -= 1
      finished.push(number)
      if (number === 3) throw new Error('this one fails')
    })
  const outcomes = await Promise.allSettled([1, 2, 3, 4, 5, 6].map(work))
  expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([true, true, false, true, true, false])
  expect([most, finished]).toEqual([2, [1, 2, 3, 4, 5]])
  const refused = outcomes[5]?.status === 'rejected' ? outcomes[5].reason : undefined
  expect(refused).toBeInstanceOf(Failure)
  expect(refused).toMatchObject({ status: 503, retryAfterSeconds: 5 })
  // A failure keeps no place.
  expect(await Promise.all([run(async () => 'a'), run(async () => 'b')])).toEqual(['a', 'b'])
})
