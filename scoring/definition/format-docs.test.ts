import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkDefinition } from '#scoring/check/check-definition.ts'
import { qualityProblems } from '#scoring/quality/quality.ts'
import { scoreAttempt } from '#scoring/score/score.ts'
import { readFixture } from '#test/fixtures/definitions/load.ts'
import { Definition } from './definition.ts'
import { Item, PracticeItem } from './item-schema.ts'
import { definitionSchema } from './json-schema.ts'
import { Scale, ValidityRule } from './scale-schema.ts'

const docs = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8')
const page = docs('inventory-format.md')

test('the schema for editors is the one in use: npm run -s terazi -- schema > docs/inventory-format.schema.json', () => {
  expect(JSON.parse(docs('inventory-format.schema.json'))).toEqual(
    JSON.parse(JSON.stringify(definitionSchema())),
  )
})

test('the example is a definition without faults, easy to read, and scores as it says', () => {
  const example: unknown = JSON.parse(/```json\n(.+?)\n```/s.exec(page)?.[1] ?? '')
  const checked = checkDefinition(example)
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems, null, 1))
  expect(qualityProblems(checked.definition)).toEqual([])
  const { scales } = scoreAttempt(checked.definition, { r1: 8, r2: 'b', h1: '4', h2: '2' })
  expect(scales).toMatchObject([{ raw: 2 }, { raw: 7, band: 'usual' }])
})

test('the smallest one is a definition, the fixture of that name, and needs every field it has', () => {
  const smallest = JSON.parse(/## The smallest one\n.*?```json\n(.+?)\n```/s.exec(page)?.[1] ?? '')
  expect(smallest).toEqual(readFixture('smallest'))
  expect(checkDefinition(smallest)).toMatchObject({ ok: true })
  for (const field of Object.keys(smallest))
    expect(checkDefinition({ ...smallest, [field]: undefined }), field).toMatchObject({ ok: false })
})

test('every field, item type, kind of scale and rule is described', () => {
  const types = Item.options.map((option) => option.shape.type.value)
  const kinds = Scale.options.flatMap(({ shape: { kind } }) =>
    'options' in kind ? kind.options : [...kind.values],
  )
  const rules = ValidityRule.options.flatMap(({ shape: { kind } }) =>
    'options' in kind ? kind.options : [...kind.values],
  )
  const practice = PracticeItem.options.map((option) => option.shape.type.value)
  const fields = Object.keys(Definition.shape)
  const names = [...types, ...kinds, ...rules, ...practice, ...fields]
  expect(names.filter((name) => !page.includes(`\`${name}`))).toEqual([])
})
