import { expect, test } from 'vitest'
import { readFixture } from '#test/fixtures/definitions/load.ts'
import { problems, spoiled } from '#test/fixtures/definitions/spoil.ts'

type Path = (string | number)[]
/** A fixture with several places changed. */
function spoiledOften(faults: readonly (readonly [Path, unknown])[]): unknown {
  const json = readFixture('everything')
  for (const [path, value] of faults) {
    const into = path.slice(0, -1).reduce<unknown>((inner, key) => Reflect.get(Object(inner), key), json)
    Reflect.set(Object(into), path.at(-1) ?? '', value)
  }
  return json
}

test('what is wrong in shape and what does not fit together is said in one round', () => {
  const said = problems(
    spoiledOften([
      [['minutes'], 0],
      [['sections', 0, 'items', 1, 'type'], 'essay'],
      [['sections', 0, 'items', 0, 'key'], 'q'],
      [['texts', 'en', 'name'], ''],
      [['texts', 'tr', 'sections'], {}],
    ]),
  ).join('\n')
  expect(said).toContain('minutes: ')
  expect(said).toContain('sections[0].items[1].type: ')
  expect(said).toContain('sections[0].items[0].key: item s1: key q is no option')
  expect(said).toContain('texts.en.name: is empty')
  expect(said).toContain('missing translation')
})

const fixture = readFixture('everything') as {
  sections: { items: { id: string }[]; practice?: { id: string }[] }[]
}
const items = fixture.sections.flatMap(({ items, practice = [] }, section) => [
  ...items.map((_, i): Path => ['sections', section, 'items', i]),
  ...practice.map((_, i): Path => ['sections', section, 'practice', i]),
])

test.each(items)('nothing is said but that %s.%s.%s.%s is unfit, whichever way it is', (...path) => {
  for (const [field, value] of [
    ['type', 'essay'],
    ['colour', 'red'],
    ['id', 'not an id'],
    ['points', 'many'],
  ] as const) {
    const said = problems(spoiled('everything', [...path, field], value))
    const place = path
      .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
      .join('')
      .slice(1)
    expect(said.length).toBeGreaterThan(0)
    expect(said.filter((one) => !one.startsWith(place))).toEqual([])
  }
})

test('other words, and numbers of the head, are said alone', () => {
  for (const [path, value] of [
    [['texts', 'tr', 'items', fixture.sections[0]?.items[0]?.id ?? '', 'prompt'], ' '],
    [['texts', 'tr', 'stimuli', 'table', 'text'], 5],
    [['code'], 'small'],
    [['version'], 0],
    [['timeLimitSeconds'], 'long'],
    [['scales', 0, 'kind'], 'guess'],
    [['colour'], 'red'],
  ] as [Path, unknown][])
    expect(problems(spoiled('everything', path, value)), path.join('.')).toHaveLength(1)
})
