import { expect, test } from 'vitest'
import type { Definition } from '#scoring/definition/definition.ts'
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
    format: 1,
    code: 'PLAIN',
    version: 1,
    minutes: 5,
    sensitive: false,
    participantReport: false,
    notices: [],
    preTest: [],
    report: { layout: 'profile', simulated: false },
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

const interview = (definition: Definition, locale: 'tr' | 'en', ...questions: string[]) => {
  const scale = definition.texts[locale].scales?.k
  if (scale) scale.interview = questions
}
const around = (definition: Definition, locale: 'tr' | 'en', instructions: string) => {
  const section = definition.texts[locale].sections?.s
  if (section) section.instructions = instructions
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
    'words around the items in one language',
    (d) => {
      d.texts.tr.report.limits = 'Az su.'
      d.texts.en.report.limits = 'Az su.'
    },
    /^texts\.en\.report\.limits: is the same/,
  ],
  [
    'an interview question that asks again',
    (d) =>
      interview(d, 'en', 'How did you find the reason of a fault?', 'How do you find reasons of faults?'),
    /^texts\.en\.scales\.k\.interview\.1: nearly repeats “How did you find the reason/,
  ],
  [
    'the same in Turkish, where words change their endings',
    (d) =>
      interview(d, 'tr', 'Arızanın nedenini nasıl buldunuz?', 'Bir aksaklığın nedenini nasıl bulursunuz?'),
    /^texts\.tr\.scales\.k\.interview\.1: nearly repeats/,
  ],
  [
    'a question that nobody may be asked',
    (d) => interview(d, 'tr', 'Hangi hastalıkları geçirdiniz?', 'Çocuğunuza kim bakıyor?'),
    /^texts\.tr\.scales\.k\.interview\.1: asks for what nobody may be asked \(çocuğunuza\)/,
  ],
  [
    'another time than that of the section',
    (d) => around(d, 'tr', 'Bu bölüm 4 dakikalıktır.'),
    /^texts\.tr\.sections\.s\.instructions: “4 dakikalıktır” is not what the definition holds/,
  ],
  [
    'a time in words',
    (d) => around(d, 'en', 'You have three minutes.'),
    /^texts\.en\.sections\.s\.instructions: “three minutes”/,
  ],
  [
    'another number of questions',
    (d) => around(d, 'en', 'There are 24 questions.'),
    /^texts\.en\.sections\.s\.instructions: “24 questions”/,
  ],
  [
    'a cut that the definition does not have',
    (d) => {
      const levels = [
        { id: 'low', from: 0 },
        { id: 'high', from: 6 },
      ]
      d.placement = { scales: ['k'], levels, caps: [], sem: 1 }
      d.texts.tr.report.howToRead = '6 puan yeter.'
      d.texts.en.report.howToRead = '7 points are enough.'
    },
    /^texts\.en\.report\.howToRead: 7 is no cut/,
  ],
  [
    'keys in one place',
    (d) => {
      for (const item of d.sections[0]?.items ?? [])
        if (item.type === 'single' && item.key === 'b') item.key = 'a'
    },
    /^sections\.s: of 12 items with 4 options 50 % have their key in place 1/,
  ],
])('finds %s', (_, spoil, problem) => {
  const definition = plain()
  spoil(definition)
  const found = qualityProblems(definition).map(({ path, message }) => `${path}: ${message}`)
  expect(found.filter((each) => problem.test(each))).toHaveLength(1)
})

test('times and counts of the definition may be named, and questions may share what every question needs', () => {
  const definition = plain()
  around(definition, 'en', 'You have 5 minutes (300 seconds) for 12 questions. Two of you may talk.')
  interview(definition, 'en', 'How do you check labels?', 'How do you check a number?')
  interview(definition, 'tr', 'Bir bozuk aleti anlatır mısınız?', 'Zor geçen bir günü anlatır mısınız?')
  expect(qualityProblems(definition)).toEqual([])
})

test('words that test a language may be as hard as they have to', () => {
  const definition = { ...plain(), itemLocale: 'en' as const }
  prompt(definition, 'en', 'q1', 'one two three four five six seven eight nine ten eleven twelve thirteen')
  expect(qualityProblems(definition)).toEqual([])
})
