import { expect, it } from 'vitest'
import type { Locale } from '#contract/fields.ts'
import { translate } from '#server/locales.ts'
import { figure, noFigure, plantedAnalysis, plantedItem, plantedPart } from '#test/analysis-fixtures.ts'
import { evidenceOf, itemView } from './analysis-items.ts'
import { partView, verdictOf } from './analysis-parts.ts'

const words = (locale: Locale) => ({
  locale,
  t: (key: string, variables?: Record<string, string | number>) => translate(locale, key, variables),
})
const textsOf = (lines: readonly { text: string }[]) => lines.map(({ text }) => text)
const reliabilityOf = (value: number, lower: number, upper: number) =>
  partView(plantedPart({ reliability: figure(value, lower, upper) }), plantedAnalysis, words('en')).lines[0]

it('says of each question what is conspicuous, in both languages', () => {
  const said = (locale: Locale) =>
    plantedAnalysis.items.map((item) => itemView(item, plantedAnalysis, words(locale)).sentences)
  expect(said('en')).toMatchInlineSnapshot(`
    [
      [
        "People who know more choose “go”. Check the answer key.",
      ],
      [
        "People who know more may be choosing “going”. More people are needed to be sure.",
      ],
      [
        "People who know more get this wrong. Check the answer key.",
      ],
      [
        "In English, people who do equally well get this right less often.",
        "Says little about the rest of the test.",
      ],
      [
        "In Turkish, people who do equally well get this right less often. More people are needed to be sure.",
      ],
      [
        "Many people don’t get to this question: 31%.",
      ],
      [
        "Hardly more people get this right than by guessing.",
      ],
      [
        "Almost everyone gets this right.",
      ],
      [
        "Hardly anyone believes “going” and “gone”.",
      ],
      [
        "Goes against the other questions of its scale. Check if it must be scored in reverse.",
      ],
      [
        "Nothing conspicuous.",
      ],
      [
        "Nothing conspicuous.",
      ],
    ]
  `)
  expect(said('tr')).toMatchInlineSnapshot(`
    [
      [
        "Daha çok bilenler şunu seçiyor: “go”. Cevap anahtarını kontrol edin.",
      ],
      [
        "Daha çok bilenler şunu seçiyor olabilir: “going”. Emin olmak için daha fazla kişi gerekir.",
      ],
      [
        "Daha çok bilenler bunu yanlış cevaplıyor. Cevap anahtarını kontrol edin.",
      ],
      [
        "Aynı düzeydeki kişiler bunu İngilizcede daha az doğru cevaplıyor.",
        "Testin geri kalanı hakkında az şey söylüyor.",
      ],
      [
        "Aynı düzeydeki kişiler bunu Türkçede daha az doğru cevaplıyor. Emin olmak için daha fazla kişi gerekir.",
      ],
      [
        "Birçok kişi bu soruya ulaşamıyor: %31.",
      ],
      [
        "Doğru cevaplayanlar, tahminle beklenenden pek fazla değil.",
      ],
      [
        "Hemen herkes doğru cevaplıyor.",
      ],
      [
        "Neredeyse kimse inanmıyor: “going” ve “gone”.",
      ],
      [
        "Ölçeğindeki diğer sorulara ters düşüyor. Ters puanlanması gerekip gerekmediğini kontrol edin.",
      ],
      [
        "Dikkat çeken bir şey yok.",
      ],
      [
        "Dikkat çeken bir şey yok.",
      ],
    ]
  `)
})

it('says of the whole test how many questions need a look, and what else matters', () => {
  expect(textsOf(verdictOf(plantedAnalysis, words('en')))).toMatchInlineSnapshot(`
    [
      "10 of 12 questions need a look.",
      "Guessing pays: the right answer is too often the longest, or in the same place. Vary its length and place.",
      "2 questions work differently in Turkish and English: people who do equally well answer them differently.",
      "6 questions of sensitive scales are left out.",
      "There are more results. Only the newest were used.",
    ]
  `)
  const calm = { ...plantedAnalysis, items: [plantedItem('q1'), plantedItem('q2')], flags: [], leftOut: 0 }
  expect(textsOf(verdictOf({ ...calm, newestOnly: false }, words('en')))).toEqual([
    'Nothing conspicuous in any of 2 questions.',
    'No question works differently in Turkish and English.',
  ])
})

it('says why languages are not compared', () => {
  const without = (reason: 'too_few_people' | 'one_language') =>
    textsOf(
      verdictOf({ ...plantedAnalysis, dif: { reference: null, other: null, reason } }, words('en')),
    ).filter((text) => text.startsWith('Languages'))
  expect(without('too_few_people')).toEqual(['Languages aren’t compared: each needs at least 100 people.'])
  expect(without('one_language')).toEqual(['Languages aren’t compared: everyone answered in the same one.'])
})

it('puts a reliability into a word, its figure and interval after it', () => {
  expect(reliabilityOf(0.84, 0.81, 0.87)).toEqual({
    key: 'reliability',
    text: 'Reliability is good.',
    figure: 'KR-20 0.84 (0.81 to 0.87)',
    tone: 'good',
  })
  expect(reliabilityOf(0.9, 0.88, 0.92)?.text).toBe('Reliability is very good.')
  expect(reliabilityOf(0.7, 0.66, 0.74)?.text).toMatch(/^Reliability is sufficient\./)
  expect(reliabilityOf(0.69, 0.66, 0.72)?.text).toBe('Reliability is too low to decide about one person.')
  expect(reliabilityOf(-0.1, -0.3, 0.1)?.tone).toBe('bad')
  // A few people: it could as well be sufficient as very good.
  expect(reliabilityOf(0.84, 0.74, 0.91)?.text).toBe(
    'Reliability is good. More people are needed to be sure.',
  )
})

it('says floor, ceiling, unfinished tests and unreversed questions only where they matter', () => {
  const lines = plantedAnalysis.parts.map((part) =>
    textsOf(partView(part, plantedAnalysis, words('en')).lines),
  )
  expect(lines).toMatchInlineSnapshot(`
    [
      [
        "Reliability is good.",
        "For two in three people, the score is off by at most 3.2 points.",
      ],
      [
        "Reliability is sufficient. Small differences between people mean little.",
        "For two in three people, the score is off by at most 3.2 points.",
        "19% of people have the highest possible score: it can’t tell them apart.",
        "27% of people don’t reach the end. The time is too short for them.",
      ],
      [
        "Reliability is below zero: its questions contradict each other.",
        "For two in three people, the score is off by at most 3.2 points.",
        "Questions that may have to be scored in reverse: “Most of my days feel long”.",
      ],
      [
        "Reliability can’t be computed. People got different questions, so their totals can’t be compared.",
        "How exact a score is can’t be computed.",
      ],
    ]
  `)
})

it('has evidence for each sentence, and a reason for each figure that is missing', () => {
  const item = plantedItem('q1', { rest: noFigure('constant'), reliabilityWithout: noFigure('drawn_items') })
  const { options, curve, facts } = evidenceOf(item, plantedAnalysis, words('en'))
  expect(options[0]).toEqual({
    id: 'goes',
    label: 'goes',
    isKey: true,
    all: '62%',
    upper: '91%',
    lower: '34%',
  })
  expect(curve?.lead).toBe('The better people do on the rest, the better they do here.')
  expect(curve?.picture.alt).toMatch(/31%, 46%, 63%, 78%, 94%\.$/)
  expect(facts.map(({ label, value, note }) => [label, value, note])).toMatchInlineSnapshot(`
    [
      [
        "People who got it",
        "412",
        null,
      ],
      [
        "Right answers",
        "62% (57% to 67%)",
        null,
      ],
      [
        "Goes together with the rest (r)",
        "–",
        "Everyone has the same value.",
      ],
      [
        "Reliability without it",
        "–",
        "People got different questions, so their totals can’t be compared.",
      ],
      [
        "Time",
        "24 secs (median)",
        "Nine in ten need at most 51 secs.",
      ],
      [
        "No answer",
        "4%",
        "left empty 3% · not reached 1%",
      ],
      [
        "Languages",
        "No noteworthy difference",
        "Class A, Δ 0.31",
      ],
    ]
  `)
})

it('draws nothing of a question that gives no points, and says so', () => {
  const other = plantedAnalysis.items.at(-1) ?? plantedItem('q0')
  const { note, curve } = evidenceOf(other, plantedAnalysis, words('en'))
  expect(note).toMatch(/^It gives no points/)
  expect(curve).toBeNull()
})
