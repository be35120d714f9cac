import { expect, test } from 'vitest'
import { isPreparable, shapeOf } from './statement-shape.ts'

test('statements with more values or rows have one shape', () => {
  const insert = 'insert into "a" ("b", "c") values ($1, $2)'
  expect(shapeOf(`${insert}, ($3, $4)`)).toBe(shapeOf(insert))
  expect(shapeOf('select 1 where "a" in ($1, $2, $3)')).toBe(shapeOf('select 1 where "a" in ($1)'))
  expect(shapeOf('select "a" where "b" = $1')).not.toBe(shapeOf('select "a" where "b" > $1'))
})

test('what reads or writes rows can be prepared', () => {
  expect(['select 1', '\n WITH a AS (SELECT 1) SELECT 1', 'delete from "a"'].every(isPreparable)).toBe(true)
  expect(['begin', 'LISTEN a', 'set local a = 1', 'selection'].some(isPreparable)).toBe(false)
})
