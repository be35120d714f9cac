import type { Definition, Locale } from '#scoring/definition/definition.ts'
import type { Texts } from '#scoring/definition/text-schema.ts'
import { checkItemTexts } from './check-item-texts.ts'
import { checkStimulusTexts } from './check-stimulus-texts.ts'
import { type ReportProblem, reportDifference, say } from './problems.ts'

/** Everything a person can see has words in both languages, and no words belong to nothing. */
export function checkTexts(definition: Definition, report: ReportProblem): void {
  for (const locale of ['tr', 'en'] as const) {
    checkLanguage(definition, locale, report)
    checkItemTexts(definition, locale, report)
  }
  checkOptionalTexts(definition, report)
}

function checkLanguage(definition: Definition, locale: Locale, report: ReportProblem): void {
  const texts = definition.texts[locale]
  const at = `texts.${locale}`
  const ownsItems = definition.itemLocale === undefined || definition.itemLocale === locale
  const ids = (list: readonly { id: string }[] | undefined) => (list ?? []).map(({ id }) => id)
  const keys = (list: readonly { key: string }[] | undefined) => (list ?? []).map(({ key }) => key)
  const same = (where: keyof Texts, wanted: readonly string[]) =>
    reportDifference(wanted, texts[where], `${at}.${where}`, report)

  same('notices', ids(definition.notices))
  same('preTest', definition.preTest)
  same('sections', ids(definition.sections))
  same('scales', keys(definition.scales))
  same('composites', keys(definition.composites))
  same('categories', keys(definition.categories))
  same('levels', ids(definition.placement?.levels))
  same('stimuli', ownsItems ? ids(definition.stimuli) : [])
  if (ownsItems) checkStimulusTexts(definition, locale, report)
  checkNested(ownsItems ? definition.optionSets : undefined, texts.optionSets, `${at}.optionSets`, report)
  const bands = Object.entries(definition.bandSets ?? {}).map(([id, set]) => [id, ids(set.bands)] as const)
  checkNested(Object.fromEntries(bands), texts.bands, `${at}.bands`, report)
  for (const { key, axisLabel } of definition.scales) {
    if (axisLabel && texts.scales?.[key] && !texts.scales[key].short) {
      report(`${at}.scales.${key}.short`, say`missing: the scale labels an axis`)
    }
  }
  if ((definition.checklist === undefined) !== (texts.checklist === undefined)) {
    report(`${at}.checklist`, definition.checklist ? say`missing` : say`there is no checklist`)
  }
  if ((definition.report.simulated || definition.sensitive) && texts.report.notice === undefined) {
    report(
      `${at}.report.notice`,
      say`missing: a simulated or sensitive result is never shown without its notice`,
    )
  }
}

/** Optional words are optional in both languages together. */
function checkOptionalTexts({ texts: { tr, en } }: Definition, report: ReportProblem): void {
  const both = (where: string, inTr: unknown, inEn: unknown) => {
    if ((inTr === undefined) !== (inEn === undefined)) {
      report(`texts.${inTr === undefined ? 'tr' : 'en'}.${where}`, say`missing: the other language has it`)
    }
  }
  both('report.notice', tr.report.notice, en.report.notice)
  both('closing', tr.closing, en.closing)
  for (const [key, words] of Object.entries(tr.scales ?? {})) {
    const other = en.scales?.[key]
    if (other === undefined) continue
    both(`scales.${key}.short`, words.short, other.short)
    if (words.interview?.length !== other.interview?.length) {
      report(`texts.en.scales.${key}.interview`, say`has not as many questions as in tr`)
    }
  }
  for (const where of ['composites', 'categories'] as const) {
    for (const [key, words] of Object.entries(tr[where] ?? {})) {
      const other = en[where]?.[key]
      if (other === undefined) continue
      both(`${where}.${key}.short`, words.short, other.short)
      both(`${where}.${key}.description`, words.description, other.description)
    }
  }
}

function checkNested(
  wanted: Readonly<Record<string, readonly string[]>> | undefined,
  texts: Readonly<Record<string, object>> | undefined,
  at: string,
  report: ReportProblem,
): void {
  reportDifference(Object.keys(wanted ?? {}), texts, at, report)
  for (const [id, members] of Object.entries(wanted ?? {})) {
    if (texts?.[id]) reportDifference(members, texts[id], `${at}.${id}`, report)
  }
}
