import { expect, test } from 'vitest'
import { maxOptions } from './fields.ts'
import { responseValue } from './responses.ts'

test('an answer may name as many options as a question may have', () => {
  const options = Array.from({ length: maxOptions }, (_, at) => `o${at}`)
  expect(responseValue.safeParse(options).success).toBe(true)
  expect(responseValue.safeParse([...options, 'one more']).success).toBe(false)
})
