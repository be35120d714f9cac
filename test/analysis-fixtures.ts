import type {
  AnalysisFigure,
  AnalysisItem,
  AnalysisPart,
  AnalysisView,
  FigureReason,
  FullAnalysis,
} from '#contract/analyses.ts'

/** An invented analysis with every flag, for tests of the page and of its sentences. */

export const figure = (value: number, lower?: number, upper?: number): AnalysisFigure => ({
  value,
  interval: lower === undefined || upper === undefined ? null : { lower, upper },
  reason: null,
})

export const noFigure = (reason: FigureReason): AnalysisFigure => ({ value: null, interval: null, reason })

export const plantedPart = (more: Partial<AnalysisPart> = {}): AnalysisPart => ({
  key: 'total',
  name: 'ENGLISH',
  whole: true,
  kind: 'scored',
  n: 412,
  k: 10,
  reliability: figure(0.84, 0.81, 0.87),
  omega: null,
  sem: figure(3.24),
  mean: figure(24.06),
  sd: figure(8.1),
  lowest: 0,
  highest: 40,
  floor: 0.002,
  ceiling: 0.02,
  unfinished: 0.03,
  unreversed: [],
  ...more,
})

const words = ['She ___ to work every day.', 'They have lived here ___ 2019.', 'If I ___ you, I would stay.']
const answers = ['goes', 'go', 'going', 'gone']

/** An item with four options, the first of them right. */
export const plantedItem = (id: string, more: Partial<AnalysisItem> = {}): AnalysisItem => ({
  id,
  words: words[Number(id.slice(1)) % words.length] ?? null,
  section: { id: 'a1', title: 'A1' },
  scale: { key: 'grammar', name: 'Grammar' },
  type: 'single',
  kind: 'scored',
  n: 412,
  flags: [],
  p: figure(0.62, 0.57, 0.67),
  mean: null,
  sd: null,
  rest: figure(0.41, 0.33, 0.49),
  reliabilityWithout: figure(0.83),
  options: answers.map((label, at) => ({
    id: label,
    label,
    isKey: at === 0,
    count: at === 0 ? 255 : 52,
    share: at === 0 ? 0.62 : 0.127,
    upper: at === 0 ? 0.91 : 0.03,
    lower: at === 0 ? 0.34 : 0.22,
    r: figure(at === 0 ? 0.41 : -0.2),
  })),
  curve: [0.31, 0.46, 0.63, 0.78, 0.94].map((share) => ({ n: 82, share })),
  time: { n: 400, median: 24_000, p90: 51_000 },
  blanks: { omitted: 0.03, notReached: 0.01, timedOut: 0 },
  dif: { etsClass: 'A', delta: 0.31, gain: null },
  ...more,
})

const option = (label: string) => ({ id: label, label })

/** Each flag on an item of its own, also where it is unsure; then an item of each kind without one. */
const plantedItems: AnalysisItem[] = [
  plantedItem('q1', {
    flags: [{ code: 'key', option: option('go'), certain: true }],
    p: figure(0.21, 0.17, 0.25),
    rest: figure(-0.22, -0.31, -0.13),
    reliabilityWithout: figure(0.86),
    curve: [0.34, 0.28, 0.21, 0.14, 0.09].map((share) => ({ n: 82, share })),
  }),
  plantedItem('q2', { flags: [{ code: 'key', option: option('going'), certain: false }] }),
  plantedItem('q3', { flags: [{ code: 'key', option: null, certain: true }], options: [], type: 'gap' }),
  plantedItem('q4', {
    flags: [
      { code: 'dif', option: null, certain: true },
      { code: 'weak', option: null, certain: true },
    ],
    dif: { etsClass: 'C', delta: -1.92, gain: null },
    rest: figure(0.04, -0.06, 0.13),
    curve: [0.6, 0.63, 0.61, 0.59, 0.64].map((share) => ({ n: 82, share })),
  }),
  plantedItem('q5', {
    flags: [{ code: 'dif', option: null, certain: false }],
    dif: { etsClass: 'C', delta: 2.2, gain: null },
  }),
  plantedItem('q6', {
    flags: [{ code: 'unreached', option: null, certain: true }],
    blanks: { omitted: 0.02, notReached: 0.31, timedOut: 0.04 },
    time: null,
  }),
  plantedItem('q7', { flags: [{ code: 'hard', option: null, certain: true }], p: figure(0.22, 0.18, 0.27) }),
  plantedItem('q8', {
    flags: [{ code: 'easy', option: null, certain: true }],
    p: figure(1),
    rest: noFigure('everybody_right'),
  }),
  plantedItem('q9', {
    flags: ['going', 'gone'].map((label) => ({
      code: 'idle_option' as const,
      option: option(label),
      certain: true,
    })),
  }),
  plantedItem('q10', {
    words: 'Most of my days feel long.',
    flags: [{ code: 'key', option: null, certain: true }],
    kind: 'likert',
    type: 'likert',
    p: null,
    mean: figure(2.4),
    sd: figure(1.1),
    dif: { etsClass: null, delta: null, gain: 0.02 },
  }),
  plantedItem('q11'),
  plantedItem('q12', {
    words: null,
    kind: 'other',
    type: 'forced_choice',
    scale: null,
    p: null,
    rest: null,
    reliabilityWithout: null,
    curve: [],
    dif: null,
  }),
]

export const plantedAnalysis: FullAnalysis = {
  filter: {},
  few: false,
  n: 412,
  newestOnly: true,
  leftOut: 6,
  parts: [
    plantedPart(),
    plantedPart({
      key: 'grammar',
      name: 'Grammar',
      whole: false,
      reliability: figure(0.72, 0.68, 0.76),
      unfinished: 0.27,
      ceiling: 0.19,
    }),
    plantedPart({
      key: 'calm',
      name: 'Calm',
      whole: false,
      kind: 'likert',
      k: 8,
      lowest: 8,
      highest: 40,
      reliability: figure(-0.12, -0.31, 0.05),
      omega: figure(0.61),
      unreversed: ['q10'],
    }),
    plantedPart({
      key: 'reading',
      name: 'Reading',
      whole: false,
      reliability: noFigure('drawn_items'),
      sem: noFigure('drawn_items'),
      mean: noFigure('drawn_items'),
      sd: noFigure('drawn_items'),
      floor: null,
      ceiling: null,
      unfinished: null,
    }),
  ],
  items: plantedItems,
  flags: [{ code: 'guessable' }],
  dif: { reference: { locale: 'tr', n: 260 }, other: { locale: 'en', n: 152 }, reason: null },
}

export const plantedView = (more: Partial<AnalysisView> = {}): AnalysisView => ({
  state: 'done',
  problem: null,
  takenAt: '2026-11-30T09:12:00.000Z',
  analysis: plantedAnalysis,
  history: [
    {
      takenAt: '2026-10-02T09:00:00.000Z',
      n: 130,
      flagged: 4,
      parts: [{ key: 'total', name: 'ENGLISH', reliability: figure(0.8, 0.74, 0.85) }],
    },
    {
      takenAt: '2026-11-11T09:00:00.000Z',
      n: 244,
      flagged: 7,
      parts: [{ key: 'total', name: 'ENGLISH', reliability: figure(0.83, 0.79, 0.86) }],
    },
  ],
  ...more,
})
