import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Locale } from '#contract/fields.ts'
import { type Report, type ReportScale, report } from '#contract/reports.ts'
import english from '../locales/en/validity.json' with { type: 'json' }
import turkish from '../locales/tr/validity.json' with { type: 'json' }

const phrases = { tr: turkish, en: english }

/**
 * Reports of invented people with the texts of the shipped inventories. Scores are fixed, not computed: these
 * fixtures test the page, which must not change with scoring.
 */
const named = z.object({ name: z.string(), text: z.string() })
const words = z.object({
  name: z.string(),
  scales: z.record(
    z.string(),
    z.object({
      name: z.string(),
      short: z.string().default(''),
      description: z.string(),
      interview: z.array(z.string()).default([]),
    }),
  ),
  bands: z.record(z.string(), z.record(z.string(), named)),
  levels: z.record(z.string(), named).default({}),
  checklist: z.record(z.string(), z.object({ name: z.string(), description: z.string() })).default({}),
  report: z.object({
    title: z.string(),
    howToRead: z.string(),
    limits: z.string(),
    notice: z.string().default(''),
  }),
})

/** @param code with its version: `ENGLISH/3` */
function textsOf(code: string, locale: Locale) {
  const file = join(import.meta.dirname, `../content/${code}/${locale}.json`)
  return words.parse(JSON.parse(readFileSync(file, 'utf8')))
}

type Words = z.infer<typeof words>
type Tone = NonNullable<ReportScale['band']>['tone']

function band(texts: Words, set: string, id: string, tone: Tone) {
  const found = texts.bands[set]?.[id]
  if (!found) throw new Error(`No band ${set}.${id}`)
  return { id, ...found, tone }
}

function scale(
  texts: Words,
  key: string,
  scores: Partial<ReportScale> & Pick<ReportScale, 'raw' | 'max'>,
): ReportScale {
  const found = texts.scales[key]
  if (!found) throw new Error(`No scale ${key}`)
  return {
    key,
    ...found,
    min: 0,
    percentage: scores.raw === null ? null : (100 * scores.raw) / scores.max,
    standardScore: null,
    percentile: null,
    sten: null,
    stanine: null,
    sem: null,
    band: null,
    groupAverage: null,
    answered: 0,
    items: 0,
    ...scores,
  }
}

const checks: Record<Locale, Report['validity']['notes']> = {
  tr: [
    { id: 'longest_run', ok: true, name: 'Art arda aynı cevap', text: 'En çok 6, olağan' },
    { id: 'speed', ok: true, name: 'Cevaplama hızı', text: 'Olağan' },
    { id: 'unanswered', ok: false, name: 'Boş bırakılan', text: '3 soru' },
  ],
  en: [
    { id: 'longest_run', ok: true, name: 'Same answer in a row', text: 'At most 6, as usual' },
    { id: 'speed', ok: true, name: 'Speed of answering', text: 'As usual' },
    { id: 'unanswered', ok: false, name: 'Left blank', text: '3 questions' },
  ],
}

function common(locale: Locale): Omit<Report, 'inventory' | 'categories' | 'texts'> {
  return {
    assignmentId: '01932f6e-0000-7000-8000-000000000001',
    serial: 'TRZ-7K4M-92',
    locale,
    timeZone: 'Europe/Istanbul',
    reader: 'manager',
    showsSensitive: false,
    candidate: { name: 'Şükrü İğneci Çağdaş', group: 'Paketleme hattı, 2. vardiya', type: 'candidate' },
    client: { name: 'Anadolu Gıda A.Ş.' },
    startedAt: '2026-11-20T11:16:00Z',
    completedAt: '2026-11-20T12:03:12Z',
    dueDate: '2026-11-30',
    durationSeconds: 2472,
    limitSeconds: 2700,
    testLocale: 'tr',
    answered: 72,
    itemCount: 75,
    submittedBy: 'person',
    adjustedTime: false,
    conduct: {
      pausedSeconds: 0,
      breaks: [],
      addedMinutes: 0,
      endedByManager: false,
      startedOffline: false,
      notes: [],
    },
    lateAnswers: { count: 0, inTime: 0, accepted: false, undecided: 0 },
    signals: null,
    correct: null,
    group: null,
    composites: [],
    placement: null,
    checklist: null,
    validity: { confidence: 'high', notes: checks[locale] },
    versions: { inventory: 1, hash: '9c41e07b'.repeat(8), format: 1, scoring: '1' },
  }
}

/** A report with everything that can be noted while a test is taken. */
export function notedReport(locale: Locale): Report & { signals: NonNullable<Report['signals']> } {
  const at = (time: string) => `2026-11-20T${time}:07.000Z`
  return {
    ...profileReport(locale),
    signals: {
      openings: [
        { at: at('11:16'), device: 'phone' },
        { at: at('11:41'), device: 'computer' },
      ],
      away: [
        { at: at('11:22'), seconds: 45 },
        { at: at('11:30'), seconds: 44 },
      ],
      copied: [at('11:25')],
      fast: { count: 30, of: 100 },
      sameAnswers: 14,
    },
  }
}

/** ENGLISH, level B1 limited by a section, its neighbour B2 nearly as likely, with a group of 23. */
export function englishReport(locale: Locale): Report {
  const texts = textsOf('ENGLISH/3', locale)
  const section = (key: string, raw: number, max: number, groupAverage: number, id: string, tone: Tone) =>
    scale(texts, key, {
      raw,
      max,
      groupAverage,
      band: band(texts, 'section', id, tone),
      answered: max,
      items: max,
    })
  const level = (id: string) => texts.levels[id] ?? { name: id, text: '' }
  const cuts = Object.entries({ A1: 0, A2: 31, B1: 39, B2: 48, C1: 57, 'C1 plus': 64 })
  return report.parse({
    ...common(locale),
    inventory: {
      code: 'ENGLISH',
      name: texts.name,
      title: texts.report.title,
      layout: 'placement',
      sensitive: false,
    },
    group: { key: 'grup_ortalamasi', name: 'Paketleme hattı, 2. vardiya', size: 23 },
    categories: [
      {
        key: 'placement',
        name: phrases[locale].placement,
        percentage: null,
        standardScore: null,
        groupAverage: null,
        groupWithout: [],
        band: null,
        scales: [
          section('a1', 18, 20, 81.4, 'high', 'above'),
          section('b1', 13, 20, 62.2, 'mid', 'expected'),
          section('c1', 7, 20, 38, 'low', 'below'),
          section('reading', 9, 15, 52.6, 'mid', 'expected'),
        ],
      },
    ],
    placement: {
      level: 'B1',
      levelName: level('B1').name,
      levelText: level('B1').text,
      total: 47,
      max: 75,
      groupAverage: 44.21,
      sem: 3.6,
      neighbour: { level: 'B2', name: level('B2').name, percentage: 44.06 },
      cappedBy: null,
      cuts: cuts.map(([id, from]) => ({ level: id, name: level(id).name, from })),
    },
    texts: { ...texts.report, simulated: phrases[locale].simulated },
  } satisfies Report)
}

/** SCL90 with a high dimension and one that could not be scored. */
export function scl90Report(locale: Locale): Report {
  const texts = textsOf('SCL90/5', locale)
  const tones: Record<string, Tone> = {
    usual: 'expected',
    raised: 'below',
    high: 'attention',
  }
  const dimension = (key: string, raw: number | null, standardScore: number | null, id: string | null) =>
    scale(texts, key, {
      raw,
      max: 4,
      standardScore,
      band: id === null ? null : band(texts, 'symptom', id, tones[id] ?? 'expected'),
      answered: 10,
      items: 10,
    })
  const index = (key: 'GSI' | 'PST' | 'PSDI', value: number, max: number, id: string | null) => {
    const found = texts.checklist[key.toLowerCase()]
    return {
      key,
      name: found?.name ?? key,
      text: found?.description ?? '',
      value,
      max,
      band: id === null ? null : band(texts, 'general', id, tones[id] ?? 'expected'),
    }
  }
  return report.parse({
    ...common(locale),
    showsSensitive: true,
    answered: 86,
    itemCount: 90,
    durationSeconds: 1140,
    limitSeconds: null,
    inventory: {
      code: 'SCL90',
      name: texts.name,
      title: texts.report.title,
      layout: 'checklist',
      sensitive: true,
    },
    categories: [
      {
        key: 'checklist',
        name: phrases[locale].checklist,
        percentage: null,
        standardScore: null,
        groupAverage: null,
        groupWithout: [],
        band: null,
        scales: [
          dimension('SOM', 2.1666666666666665, 74.9, 'high'),
          dimension('OC', 1.2, 55.8, 'usual'),
          dimension('IS', 0.6666666666666666, 48.2, 'usual'),
          dimension('DEP', 0.9230769230769231, 52.7, 'usual'),
          dimension('ANX', 1.1, 58.1, 'usual'),
          dimension('HOS', 0.3333333333333333, 44.9, 'usual'),
          dimension('PHOB', 0, 42.1, 'usual'),
          dimension('PAR', null, null, null),
          dimension('PSY', 0.4, 49.6, 'usual'),
          dimension('ADD', 1.2857142857142858, 57.3, 'usual'),
        ],
      },
    ],
    checklist: {
      indices: [
        index('GSI', 0.9767441860465116, 4, 'usual'),
        index('PST', 48, 90, null),
        index('PSDI', 1.75, 4, null),
      ],
      answered: 86,
      items: 90,
    },
    texts: { ...texts.report, simulated: phrases[locale].simulated },
  } satisfies Report)
}

/** A profile of two categories and six scales, one not scored, in words of its own. */
export function profileReport(locale: Locale): Report {
  const tones: [number, Tone, string][] = [
    [60, 'strength', 'Güçlü yan'],
    [55, 'above', 'Beklenenin üstünde'],
    [45, 'expected', 'Beklenen düzeyde'],
    [40, 'below', 'Beklenenin altında'],
    [Number.NEGATIVE_INFINITY, 'attention', 'Gelişim önceliği'],
  ]
  const bandOf = (t: number | null) => {
    const found = t === null ? undefined : tones.find(([from]) => t >= from)
    return found ? { id: found[1], name: found[2], text: '', tone: found[1] } : null
  }
  const one = (
    key: string,
    name: string,
    short: string,
    percentage: number | null,
    t: number | null,
    mean: number,
  ): ReportScale => ({
    key,
    name,
    short,
    description: 'Kısa bir açıklama.',
    raw: percentage === null ? null : percentage / 10,
    min: 0,
    max: 10,
    percentage,
    standardScore: t,
    percentile: null,
    sten: null,
    stanine: null,
    sem: 4,
    band: bandOf(t),
    groupAverage: mean,
    answered: 10,
    items: 10,
    interview: ['Son sinirlendiğiniz iş gününü anlatır mısınız?', 'Sonra ne oldu?'],
  })
  const category = (key: string, name: string, percentage: number, t: number, scales: ReportScale[]) => ({
    key,
    name,
    percentage,
    standardScore: t,
    groupAverage: 66,
    groupWithout: [],
    band: bandOf(t),
    scales,
  })
  return report.parse({
    ...common(locale),
    inventory: {
      code: 'MYT',
      name: 'MYT',
      title: 'İş becerileri raporu',
      layout: 'profile',
      sensitive: false,
    },
    correct: {
      key: 'dogru_cevap_sayisi',
      count: 58,
      max: 72,
      groupAverage: 51,
      of: ['sebep_sonuc_iliskisi', 'sayisal_verileri_algilama', 'genel_kultur_seviyesi'],
    },
    group: { key: 'grup_ortalamasi', name: '2. Vardiya', size: 23 },
    categories: [
      category('problem_cozme_ve_analitik_dusunme', 'Problem çözme ve analitik düşünme', 77, 57.4, [
        one('sebep_sonuc_iliskisi', 'Sebep sonuç ilişkisi', 'Sebep–sonuç', 80, 62, 66),
        one('sayisal_verileri_algilama', 'Sayısal verileri algılama', 'Sayısal veri', 70, 56, 64),
        one('genel_kultur_seviyesi', 'Genel kültür seviyesi', 'Genel kültür', null, null, 70),
      ]),
      category('iletisim_ve_degerler', 'İletişim ve değerler', 64, 47, [
        one('etik_degerlere_baglilik', 'Etik değerlere bağlılık', 'Etik değerler', 82, 54, 75),
        one('ofke_ilimlilik', 'Öfke ılımlılığı', 'Öfke ılımlılığı', 44, 35, 65),
        one('iletisimde_giriskenlik', 'İletişimde girişkenlik', 'Girişkenlik', 52, 44, 61),
      ]),
    ],
    texts: {
      howToRead: 'Puanlar T puanıdır.',
      limits: 'Normlar örnektir.',
      notice: '',
      simulated: 'Normlar örnektir.',
    },
  } satisfies Report)
}
