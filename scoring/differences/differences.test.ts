import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Definition } from '#scoring/definition/definition.ts'
import { loadFixture } from '#test/fixtures/definitions/load.ts'
import { differences } from './differences.ts'

const names = ['everything', 'placement', 'checklist'] as const

type Place = readonly (string | number)[]
type Plain = string | number | boolean

/** Every place of a plain value, but those that say which thing is meant, and the head's number, code and format. */
function placesOf(value: unknown, place: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [place]
  return Object.entries(value).flatMap(([key, inner]) => {
    const names = ['id', 'scale'].includes(key) || (key === 'key' && !place.includes('items'))
    const head = place.length === 0 && ['version', 'code', 'format', 'preTest'].includes(key)
    if (head || (names && typeof inner === 'string')) return []
    return placesOf(inner, [...place, Array.isArray(value) ? Number(key) : key])
  })
}

const at = (value: unknown, place: Place): unknown =>
  place.reduce<unknown>((inner, key) => Reflect.get(Object(inner), key), value)

const other = (value: Plain): Plain =>
  typeof value === 'boolean' ? !value : typeof value === 'number' ? value + 1 : `${value}…`

function changed(definition: Definition, place: Place): Definition {
  const copy = structuredClone(definition)
  const inner: unknown = at(copy, place.slice(0, -1))
  Reflect.set(Object(inner), place.at(-1) ?? '', other(at(definition, place) as Plain))
  return copy
}

describe.each(names)('of %s', (name) => {
  const definition = loadFixture(name)

  test('nothing differs from itself, in any order of its keys', () => {
    const turned = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(turned)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(
              Object.entries(value)
                .toReversed()
                .map(([key, inner]) => [key, turned(inner)]),
            )
          : value
    expect(differences(definition, definition)).toEqual([])
    expect(differences(definition, turned(definition) as Definition)).toEqual([])
    expect(differences(definition, { ...definition, version: 9 })).toEqual([])
  })

  test('every value that is changed is named once, with what it was and what it is', () => {
    const places = placesOf(definition)
    fc.assert(
      fc.property(fc.constantFrom(...places), (place) => {
        const edited = changed(definition, place)
        const told = differences(definition, edited)
        const leaves = told.flatMap((one) => one.leaves)
        expect(leaves, place.join('.')).toHaveLength(1)
        const [from, to] = [at(definition, place), at(edited, place)]
        expect([leaves[0]?.before].flat()).toContain(from)
        expect([leaves[0]?.after].flat()).toContain(to)
        // Seen from the other side it is the same, the other way round.
        const back = differences(edited, definition).flatMap((one) => one.leaves)
        expect(back).toEqual(leaves.map((leaf) => ({ ...leaf, before: leaf.after, after: leaf.before })))
      }),
      { numRuns: 300 },
    )
  })

  test('two changes are two', () => {
    const places = placesOf(definition)
    const pair = fc
      .tuple(fc.constantFrom(...places), fc.constantFrom(...places))
      .filter(([one, two]) => String(one.slice(0, -1)) !== String(two.slice(0, -1)))
    fc.assert(
      fc.property(pair, ([one, two]) => {
        const edited = changed(changed(definition, one), two)
        expect(differences(definition, edited).flatMap(({ leaves }) => leaves)).toHaveLength(2)
      }),
      { numRuns: 100 },
    )
  })
})

describe('of items', () => {
  const before = loadFixture('placement')
  const [first, ...others] = before.sections
  if (first === undefined) throw new Error('the fixture has no section')
  const [item, ...rest] = first.items
  if (item === undefined) throw new Error('the section has no item')
  const withItems = (items: typeof first.items): Definition => ({
    ...before,
    sections: [{ ...first, items }, ...others],
  })

  test('a removed or added one is listed as a whole, without the order of the others', () => {
    const removed = differences(before, withItems(rest))
    expect(removed).toMatchObject([{ kind: 'item', id: item.id, section: first.id, change: 'removed' }])
    expect(removed[0]?.leaves.every(({ after }) => after === null)).toBe(true)
    const added = differences(withItems(rest), before)
    expect(added).toMatchObject([{ kind: 'item', id: item.id, change: 'added' }])
    expect(added[0]?.names).toEqual({
      tr: before.texts.tr.items?.[item.id]?.prompt,
      en: before.texts.en.items?.[item.id]?.prompt,
    })
  })

  test('another order is listed under the section', () => {
    expect(differences(before, withItems([...rest, item]))).toMatchObject([
      { kind: 'section', id: first.id, change: 'changed', leaves: [{ field: 'order.items' }] },
    ])
  })

  test('one that moves to another section is changed', () => {
    const [second, ...more] = others
    if (second === undefined) return
    const moved = {
      ...before,
      sections: [{ ...first, items: rest }, { ...second, items: [...second.items, item] }, ...more],
    }
    expect(differences(before, moved)).toMatchObject([
      {
        kind: 'item',
        id: item.id,
        change: 'changed',
        leaves: [{ field: 'section', before: first.id, after: second.id }],
      },
    ])
  })
})
