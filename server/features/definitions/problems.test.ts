import { expect, test } from 'vitest'
import { checkDefinition } from '#scoring/check-definition.ts'
import { loadFixture } from '#test/fixtures/definitions/load.ts'
import { toldProblems } from './problems.ts'

const tell = (json: unknown) => {
  const checked = checkDefinition(json)
  return toldProblems(json, checked.ok ? [] : checked.problems, 'en')
}

test('what is said of a document stays shorter than the document, however long its names, titles and ids are', () => {
  const definition = loadFixture('placement')
  const long = 'ş'.repeat(100_000)
  const broken = Array.from({ length: 400 }, () => ({ id: long, type: 'essay' }))
  const [section] = definition.sections
  if (section === undefined) throw new Error('the fixture has no section')
  const { tr } = definition.texts
  const titled = { ...tr.sections, [section.id]: { title: long, instructions: 'x' } }
  const told = tell({
    ...definition,
    sections: [{ ...section, items: broken }],
    texts: { tr: { ...tr, sections: titled }, en: { ...definition.texts.en, sections: titled } },
  })
  expect(told.problems.length).toBeGreaterThanOrEqual(400)
  for (const { path, message, section: title, item } of told.problems) {
    expect(path.length).toBeLessThanOrEqual(300)
    expect(message.length).toBeLessThanOrEqual(300)
    expect(title?.length ?? 0).toBeLessThanOrEqual(160)
    expect(item?.id.length ?? 0).toBeLessThanOrEqual(160)
  }
})

test('a place and a sentence are cut at 300 characters, between two characters', () => {
  const unknown = Object.fromEntries(Array.from({ length: 90 }, (_, i) => [`n😀${i}`, 1]))
  const { problems } = tell({ ...loadFixture('placement'), ...unknown })
  expect(problems[0]?.message).toMatch(/…$/)
  expect([...(problems[0]?.message ?? '')]).toHaveLength(300)
  expect(problems[0]?.message.isWellFormed()).toBe(true)
  const path = `${'a'.repeat(190)}.`.repeat(4)
  const told = toldProblems({}, [{ path, code: 'missing', message: 'missing', values: {} }], 'en')
  expect(told.problems[0]?.path).toHaveLength(300)
})
