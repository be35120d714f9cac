import { expect, test } from 'vitest'
import type { Locale } from '#contract/fields.ts'
import { checkDefinition } from '#scoring/check/check-definition.ts'
import { loadFixture } from '#test/fixtures/definitions/load.ts'
import { translatedProblems } from './problems.ts'

const tell = (json: unknown, locale: Locale = 'en') => {
  const checked = checkDefinition(json)
  return translatedProblems(json, checked.ok ? [] : checked.problems, locale)
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
  const told = translatedProblems({}, [{ path, code: 'missing', message: 'missing', values: {} }], 'en')
  expect(told.problems[0]?.path).toHaveLength(300)
})

test('what a Turkish reader sees contains no word of the validator', () => {
  const definition = loadFixture('everything')
  const [figure = ''] = Object.keys(definition.figures ?? {})
  const said = (json: object) => tell(json, 'tr').problems.map(({ message }) => message)
  const drawn = (svg: string) => said({ ...definition, figures: { ...definition.figures, [figure]: svg } })
  expect([
    ...said({ ...definition, minutes: 'on' }),
    ...said({ ...definition, sensitive: 1 }),
    ...said({ ...definition, sections: {} }),
    ...said({ ...definition, code: 5 }),
    ...said({ ...definition, texts: 'yok' }),
    ...drawn('<svg onload="x" viewBox="0 0 1 1" xmlns="http://www.w3.org/2000/svg"><path/></svg>'),
    ...drawn('<svg viewBox="0 0 1 1" xmlns="http://www.w3.org/2000/svg"><path></svg>'),
  ]).toEqual([
    'Burada başka türde bir değer olmalı: sayı.',
    'Burada başka türde bir değer olmalı: true ya da false.',
    'Burada başka türde bir değer olmalı: liste ([…]).',
    'Burada başka türde bir değer olmalı: metin.',
    'Burada başka türde bir değer olmalı: nesne ({…}).',
    'Çizimde onload olayı var; çizim bir şey çalıştıramaz. Çıkarın.',
    expect.stringMatching(/^Çizim/),
  ])
})
