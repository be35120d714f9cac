import { expect, test } from 'vitest'
import { drawings, scenes, tiles } from './myt-scenes.ts'

test.each(Object.entries(scenes))('%s: exactly one lettered thing fits the instruction', (_, scene) => {
  const lettered = scene.things.filter(({ letter }) => letter !== undefined)
  expect(lettered.map(({ letter }) => letter).toSorted()).toEqual(['a', 'b', 'c', 'd'])
  const fitting = scene.things.filter((thing) => scene.fits(thing, scene.things))
  expect(fitting.map(({ letter }) => letter)).toEqual([scene.key])
})

test.each(Object.entries(tiles))(
  '%s: exactly one picture fits the instruction',
  (_, { tiles, fits, key }) => {
    expect(Object.entries(tiles).flatMap(([letter, tile]) => (fits(tile) ? [letter] : []))).toEqual([key])
  },
)

test.each(Object.entries(scenes))('%s: no object covers another', (_, { things }) => {
  const places = things.map(({ column, row = 0 }) => `${row},${column}`)
  expect(new Set(places).size).toBe(places.length)
})

test('every drawing differs from every other and stays under 3 kB', () => {
  const drawn = Object.values(drawings())
  expect(new Set(drawn).size).toBe(drawn.length)
  for (const each of drawn) expect(each.length).toBeLessThan(3000)
})
