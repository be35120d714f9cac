import { expect, test } from 'vitest'
import { differences } from '#scoring/differences/differences.ts'
import { loadFixture } from '#test/fixtures/definitions/load.ts'
import { keyOptions } from './key-options.ts'

const definition = loadFixture('everything')
const told = (id: string, field: string, value: string | string[] | number) =>
  keyOptions(definition, { id, field, value }, 'tr')

test('every key that names options is shown by their texts, and any other is left as it is', () => {
  const keyed = differences({ ...definition, sections: [] }, definition)
    .filter(({ kind }) => kind === 'item')
    .flatMap(({ id, leaves }) =>
      leaves.flatMap(({ field, after }) =>
        /^key(\.|$)/.test(field) && after !== null
          ? [{ id, field, named: keyOptions(definition, { id, field, value: after }, 'tr') }]
          : [],
      ),
    )
  expect(keyed.length).toBeGreaterThan(5)
  for (const { id, field, named } of keyed) {
    const types = definition.sections.flatMap(({ items, practice = [] }) => [...items, ...practice])
    const type = types.find((item) => item.id === id)?.type
    if (type === 'numeric' || type === 'gap') expect(named, `${id} ${field}`).toBeNull()
    else
      expect(
        named?.every(({ words }) => words !== null),
        `${id} ${field}`,
      ).toBe(true)
  }
})

test('what is no option, no key or of no item is left as it is', () => {
  const [item] = definition.sections[0]?.items ?? []
  expect([
    told(item?.id ?? '', 'key', 'nowhere'),
    told(item?.id ?? '', 'points', 2),
    told('nobody', 'key', 'a'),
    told('constructor', 'key.a', 'a'),
  ]).toEqual([null, null, null, null])
})
