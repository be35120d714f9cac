import { expect, it } from 'vitest'
import type { Locale } from '#contract/fields.ts'
import { translate } from '#server/locales.ts'
import { notedReport } from '#test/report-fixtures.ts'
import { sections } from './sections.ts'

const viewOf = (report: ReturnType<typeof notedReport>, locale: Locale) =>
  sections(
    report,
    { details: true, percentages: true },
    { locale, t: (key, variables) => translate(locale, key, variables) },
  )
const factsOf = (report: ReturnType<typeof notedReport>, locale: Locale) =>
  viewOf(report, locale).signals?.facts

it('says what was noted as facts with their times, in both languages', () => {
  expect(factsOf(notedReport('tr'), 'tr')).toEqual([
    'Sayfa 2 kez ön planda değildi, toplam 1 dk 29 sn: 14:22 (45 sn) ve 14:30 (44 sn).',
    'Sayfadan 1 kez metin kopyalandı: 14:25.',
    'İlk açılış: telefon (14:16). Sonra 1 kez daha yeni cihazda ya da yeniden girişle açıldı: bilgisayar (14:41).',
    'Zamanı bilinen 100 cevaptan 30 tanesi, sorusu okunamayacak kadar hızlı verildi.',
    'Art arda 14 soruya aynı cevap verildi.',
  ])
  expect(factsOf(notedReport('en'), 'en')).toEqual([
    'The page was not in front 2 times, 1 min 29 secs in all: 14:22 (45 secs) and 14:30 (44 secs).',
    'Text was copied from the page once: 14:25.',
    'First opened: phone (14:16). Opened once more, on a new device or after signing in again: computer (14:41).',
    '30 of 100 timed answers came faster than their questions can be read.',
    'The same answer was given to 14 questions in a row.',
  ])
})

it('names ten times and counts the rest', () => {
  const report = notedReport('en')
  const copied = Array.from({ length: 12 }, (_, minute) => `2026-11-20T11:${minute + 20}:00.000Z`)
  expect(factsOf({ ...report, signals: { ...report.signals, copied } }, 'en')?.[1]).toMatch(
    /copied from the page 12 times: (14:\d\d, ){9}14:29 and 2 more\.$/,
  )
})

it('names the day too where a test took more than one', () => {
  const report = { ...notedReport('en'), startedAt: '2026-11-19T11:00:00.000Z' }
  expect(factsOf(report, 'en')?.[1]).toBe('Text was copied from the page once: 20 Nov 2026, 14:25.')
})

it('is missing where nothing was noted, and for the person', () => {
  const report = notedReport('en')
  const openings = report.signals.openings.slice(0, 1)
  const nothing = { openings, away: [], copied: [], fast: null, sameAnswers: null }
  expect(viewOf({ ...report, signals: nothing }, 'en').signals).toBeNull()
  expect(viewOf({ ...report, signals: null } as typeof report, 'en').signals).toBeNull()
})

it('changes neither scores nor response quality', () => {
  const report = notedReport('en')
  const { signals: _, ...noted } = viewOf(report, 'en')
  const { signals: __, ...without } = viewOf({ ...report, signals: null } as typeof report, 'en')
  expect(noted).toEqual(without)
})
