import { expect, test } from 'vitest'
import type { Definition } from './definition.ts'
import { qualityProblems } from './quality.ts'

const options = ['a', 'b', 'c', 'd'] as const

/** Twelve items that are as they should be. */
function plain(): Definition {
  const ids = Array.from({ length: 12 }, (_, i) => `q${i}`)
  const texts = (house: string, labels: readonly string[]): Definition['texts']['tr'] => ({
    name: 'X',
    description: 'Su.',
    sections: { s: { title: 'X', instructions: 'Bak.' } },
    items: Object.fromEntries(
      ids.map((id, i) => [
        id,
        {
          prompt: `${house} ${i}?`,
          options: Object.fromEntries(options.map((o, at) => [o, labels[at] ?? ''])),
        },
      ]),
    ),
    scales: { k: { name: 'X', description: 'Su.' } },
    report: { title: 'X', howToRead: 'Bak.', limits: 'Az.' },
  })
  return {
    ...{ format: 1, code: 'PLAIN', version: 1, minutes: 5, sensitive: false, participantReport: false },
    ...{ notices: [], preTest: [], report: { layout: 'profile', simulated: false } },
    sections: [
      {
        id: 's',
        navigation: 'free',
        items: ids.map((id, i) => ({
          id,
          type: 'single',
          options: [...options],
          key: options[i % 4] ?? 'a',
        })),
      },
    ],
    scales: [{ key: 'k', kind: 'correct', items: ids }],
    texts: {
      tr: texts('Bu ne, kaç ev', ['ay', 'at', 'ot', 'su']),
      en: texts('How many houses', ['moon', 'horse', 'grass', 'water']),
    },
  }
}
const prompt = (definition: Definition, locale: 'tr' | 'en', id: string, text: string) => {
  const item = definition.texts[locale].items?.[id]
  if (item) item.prompt = text
}
const option = (definition: Definition, id: string, text: string) => {
  const labels = definition.texts.tr.items?.[id]?.options
  if (labels) labels.a = text
}

test('plain words are nothing to complain about', () => {
  expect(qualityProblems(plain())).toEqual([])
})

test.each<[string, (definition: Definition) => void, RegExp]>([
  [
    'a long sentence',
    (d) => prompt(d, 'en', 'q1', 'one two three four five six seven eight nine ten eleven twelve thirteen'),
    /^texts\.en\.items\.q1\.prompt: 13 words/,
  ],
  [
    'two times no',
    (d) => prompt(d, 'tr', 'q1', 'Bunu bilmeyen yok.'),
    /^texts\.tr\.items\.q1\.prompt: more than one no \(bilmeyen, yok\)/,
  ],
  [
    'a section that is hard to read',
    (d) => {
      for (const { id } of d.sections[0]?.items ?? [])
        prompt(d, 'tr', id, `Değerlendirilmesi gerekenlerden ${id} hangisi olabilecektir?`)
    },
    /^texts\.tr \(s\): reads too hard/,
  ],
  ['the same question twice', (d) => prompt(d, 'tr', 'q2', 'bu  ne, kaç ev 1?'), /q2: asks the same as q1/],
  [
    'an option that stands out',
    (d) => option(d, 'q1', 'atların en büyüğü'),
    /^texts\.tr\.items\.q1\.options: 2 to 17 characters/,
  ],
  ['a prompt in one language', (d) => prompt(d, 'en', 'q1', 'Bu ne, kaç ev 1?'), /q1\.prompt: is the same/],
  [
    'keys in one place',
    (d) => {
      for (const item of d.sections[0]?.items ?? [])
        if (item.type === 'single' && item.key === 'b') item.key = 'a'
    },
    /^sections: of 12 items with 4 options 50 % have their key in place 1/,
  ],
])('finds %s', (_, spoil, problem) => {
  const definition = plain()
  spoil(definition)
  const found = qualityProblems(definition).map(({ path, message }) => `${path}: ${message}`)
  expect(found.filter((each) => problem.test(each))).toHaveLength(1)
})

test('words that test a language may be as hard as they have to', () => {
  const definition = { ...plain(), itemLocale: 'en' as const }
  prompt(definition, 'en', 'q1', 'one two three four five six seven eight nine ten eleven twelve thirteen')
  expect(qualityProblems(definition)).toEqual([])
})
