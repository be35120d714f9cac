import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadFixture, readFixture } from '#test/fixtures/definitions/load.ts'
import { child, type Fault, item, problems, spoiled } from '#test/fixtures/definitions/spoil.ts'
import { checkDefinition } from './check-definition.ts'

test.each(['everything', 'placement', 'checklist'] as const)('%s is accepted', (name) => {
  expect(problems(readFixture(name))).toEqual([])
})

test('the misspelt report key is accepted and written right', () => {
  const checked = checkDefinition(readFixture('everything'))
  const written = JSON.stringify(checked)
  expect(written).not.toContain('"kuralara_uyum_istegi"')
  expect(checked.ok && checked.definition.scales[3]?.key).toBe('kurallara_uyum_istegi')
  expect(checked.ok && Object.keys(checked.definition.texts.tr.scales ?? {})).toContain(
    'kurallara_uyum_istegi',
  )
})

const faults: Fault[] = [
  ['another format', 'checklist', ['format'], 2, 'format'],
  ['an unknown field', 'checklist', ['colour'], 'red', 'colour'],
  ['an unknown field of an item', 'checklist', item(0, 'colour'), 'red', 'colour'],
  ['an unknown item type', 'checklist', item(0, 'type'), 'essay', 'sections[0].items[0].type'],
  ['a section without items', 'checklist', ['sections', 0, 'items'], [], 'a section needs items'],
  ['a norm without n', 'everything', ['norms', 'att', 'n'], undefined, 'norms.att.n'],
  ['a norm without source', 'everything', ['norms', 'att', 'source'], undefined, 'norms.att.source'],
  [
    'a norm with an empty source',
    'everything',
    ['norms', 'att', 'source'],
    ' ',
    'norms.att.source: is empty',
  ],
  ['a norm without spread', 'everything', ['norms', 'att', 'sd'], 0, 'norms.att.sd'],
  ['an empty text', 'checklist', ['texts', 'tr', 'name'], '', 'texts.tr.name: is empty'],
  [
    'a file path that climbs',
    'everything',
    item(2, 'image'),
    'https://x/y.svg',
    'sections[0].items[2].image',
  ],
]

test.each(faults)('refuses %s', (_, fixture, path, value, problem) => {
  expect(problems(spoiled(fixture, path, value)).join('\n')).toContain(problem)
})

test('says everything that is wrong at once', () => {
  const json = spoiled('checklist', ['scales', 0, 'items', 0], 'c99')
  Object.assign(Object(child(child(json, 'texts'), 'tr')), { sections: {} })
  expect(problems(json).length).toBeGreaterThanOrEqual(2)
})

test('never throws', () => {
  expect(checkDefinition(JSON.parse('['.repeat(50_000) + ']'.repeat(50_000))).ok).toBe(false)
  fc.assert(
    fc.property(fc.anything(), (json) => {
      expect(checkDefinition(json).ok).toBe(false)
    }),
  )
  const paths = fc.constantFrom<(string | number)[]>(
    ['sections', 0],
    ['sections', 0, 'items', 0],
    ['scales'],
    ['texts', 'tr'],
    ['texts', 'en', 'items'],
    ['bandSets'],
    ['optionSets'],
    ['norms'],
    ['validity'],
    ['report'],
  )
  fc.assert(
    fc.property(paths, fc.jsonValue(), (path, value) => {
      expect(typeof checkDefinition(spoiled('everything', path, value)).ok).toBe('boolean')
    }),
  )
})

test('a document of characters that no database keeps, or of more than can be checked, is refused', () => {
  const said = (json: unknown) => {
    const checked = checkDefinition(json)
    return checked.ok ? [] : checked.problems.map(({ path, message }) => `${path}: ${message}`)
  }
  const definition = loadFixture('placement')
  const { texts } = definition
  expect(said({ ...definition, texts: { ...texts, tr: { ...texts.tr, name: 'a\u0000b' } } })).toEqual([
    'texts.tr.name: holds a character that cannot be shown',
  ])
  expect(said({ ...definition, texts: { ...texts, tr: { ...texts.tr, name: '\ud800' } } })).toHaveLength(1)
  expect(said({ ...definition, preTest: Array.from({ length: 70_000 }, (_, i) => `p${i}`) })).toEqual([
    '(top): holds more than 60000 values',
  ])
  expect(said({ ...definition, version: 2 ** 31 })).toHaveLength(1)
})

test('letters that a file lost on its way are refused, not published', () => {
  // A browser makes this of the bytes of another encoding.
  expect(problems(spoiled('everything', ['texts', 'tr', 'name'], 'Sa\ufffdl\ufffdk'))).toEqual([
    'texts.tr.name: holds a letter that was lost: save the file as UTF-8',
  ])
})
