import type { z } from 'zod'
import {
  type AnalysisFilter,
  type AnalysisItem,
  type AnalysisView,
  type FullAnalysis,
  figure,
} from '#contract/analyses.ts'
import type { Locale } from '#contract/fields.ts'
import { type ErrorCode, errorStatus } from '#contract/errors.ts'
import { totalPart } from '#scoring/analysis/plan.ts'
import type { ItemHealth } from '#scoring/analysis/health.ts'
import type { Definition } from '#scoring/definition/definition.ts'
import type { Item } from '#scoring/definition/item-schema.ts'
import { entry, itemsById } from '#scoring/definition/lookup.ts'
import { isLetter, letterOf } from '#scoring/form/option-letters.ts'
import type { Executor } from '#server/db/database.ts'
import type { Version } from '#server/features/inventories/versions.ts'
import { translate } from '#server/locales.ts'
import type { StoredHealth } from './analyses.ts'
import { findAnalysis, findSnapshots } from './queries.ts'

const longest = 300

/** A definition with its words for one reader. */
interface Reader {
  readonly definition: Definition
  readonly locale: Locale
  /** The options of items with a key and which of them is right are for the test's authors alone. */
  readonly seesKeys: boolean
}

/** The newest analysis of a version with a filter, in the reader's language. */
export async function viewOf(
  db: Executor,
  version: Pick<Version, 'id' | 'definition'>,
  filter: AnalysisFilter,
  reader: Omit<Reader, 'definition'>,
): Promise<AnalysisView> {
  const { definition } = version
  const nothing = { state: 'none', problem: null, takenAt: null, analysis: null, history: [] } as const
  if (definition.sensitive) return { ...nothing, history: [], problem: problemOf('sensitive_not_analysed', reader.locale) }
  const all = Object.keys(filter).length === 0
  const history = all ? (await findSnapshots(db, version.id)).map((row) => snapshotOf(row, { ...reader, definition })) : []
  const row = await findAnalysis(db, { versionId: version.id, filter })
  if (row === undefined) return { ...nothing, history }
  return {
    state: row.state,
    problem: row.problem === null ? null : problemOf(row.problem, reader.locale),
    takenAt: row.taken_at?.toISOString() ?? null,
    analysis: row.result === null ? null : analysisOf(row.result as StoredHealth, filter, { ...reader, definition }),
    history,
  }
}

const isCode = (code: string): code is ErrorCode => Object.hasOwn(errorStatus, code)

function problemOf(stored: string, locale: Locale) {
  const code = isCode(stored) ? stored : 'internal_error'
  return { code, message: translate(locale, `errors:${code}`) }
}

function snapshotOf(
  { n, taken_at, flagged, parts }: { n: number; taken_at: Date; flagged: number; parts: unknown },
  reader: Reader,
): AnalysisView['history'][number] {
  const stored = parts as { key: string; reliability: z.infer<typeof figure> }[]
  return {
    takenAt: taken_at.toISOString(),
    n,
    flagged,
    parts: stored.map(({ key, reliability }) => ({ key, name: scaleName(key, reader), reliability })),
  }
}

function analysisOf(health: StoredHealth, filter: AnalysisFilter, reader: Reader): NonNullable<AnalysisView['analysis']> {
  if (health.few) return { filter, few: true }
  const { items, parts, flags, ...others } = health
  const known = itemsById(reader.definition)
  return {
    ...others,
    filter,
    parts: parts.map((part) => ({ ...part, unreversed: [...part.unreversed], name: scaleName(part.key, reader) })),
    items: items.flatMap((item): FullAnalysis['items'] => {
      const defined = known.get(item.id)
      return defined === undefined ? [] : [itemOf(item, defined, reader)]
    }),
    flags: flags.includes('guessable') ? [{ code: 'guessable' }] : [],
  }
}

function itemOf(
  { section, scale, flags, options, curve, ...figures }: ItemHealth,
  item: Item,
  reader: Reader,
): AnalysisItem {
  const { definition, locale, seesKeys } = reader
  const words = definition.texts[definition.itemLocale ?? locale]
  const prompt = entry(words.items, item.id)?.prompt ?? null
  const label = (id: string) => optionLabel(id, item, reader)
  const hidden = figures.kind === 'scored' && !seesKeys
  return {
    ...figures,
    type: item.type,
    words: prompt === null ? null : shortened(prompt),
    section: { id: section, title: entry(definition.texts[locale].sections, section)?.title ?? section },
    scale: scale === null ? null : { key: scale, name: scaleName(scale, reader) },
    flags: flags.flatMap(({ code, option, certain }) =>
      code === 'guessable'
        ? []
        : [
            {
              code,
              option: option === undefined || hidden ? null : { id: option, label: label(option) },
              certain: certain ?? true,
            },
          ],
    ),
    options: hidden ? [] : options.map((option) => ({ ...option, label: label(option.id) })),
    curve: [...curve],
  }
}

/** The words of an option, its letter where it is an image without any. */
function optionLabel(id: string, item: Item, { definition, locale }: Reader): string {
  const words = definition.texts[definition.itemLocale ?? locale]
  const set = 'optionSet' in item ? item.optionSet : undefined
  const shared = set === undefined ? undefined : entry(words.optionSets, set)
  const label = entry(entry(words.items, item.id)?.options, id) ?? entry(shared, id)
  const place = 'options' in item ? (item.options?.indexOf(id) ?? -1) : -1
  if (place >= 0 && (label === undefined || isLetter(label))) return letterOf(place)
  return label === undefined ? id : shortened(label)
}

const shortened = (text: string) => {
  const letters = [...text]
  return letters.length > longest ? `${letters.slice(0, longest - 1).join('')}…` : text
}

/** The name of a part. A placement test's total has that of the test. */
function scaleName(key: string, { definition, locale }: Reader): string {
  const words = definition.texts[locale]
  return entry(words.scales, key)?.name ?? (key === totalPart ? words.name : key)
}
