import type { Definition, Locale } from '#scoring/definition/definition.ts'
import { entry } from '#scoring/definition/lookup.ts'
import { type LeafValue, leavesOf } from './leaves.ts'

/** Kinds of what a person thinks of as one thing, in the order in which differences are listed. */
export const subjectKinds = [
  'test',
  'notice',
  'preTest',
  'section',
  'item',
  'stimulus',
  'optionSet',
  'figure',
  'audio',
  'scale',
  'norm',
  'bandSet',
  'composite',
  'category',
  'checklist',
  'placement',
  'rule',
  'report',
  'goldenCase',
] as const
export type SubjectKind = (typeof subjectKinds)[number]

/** One thing of a definition with all its leaves: its structure and its words in both languages. */
export interface Subject {
  readonly kind: SubjectKind
  /** Its id in the definition; empty for what there is one of. */
  readonly id: string
  /** The section of an item. */
  readonly section: string | null
  /** Its names for people, by language; none where it has no words. */
  readonly names: { readonly [L in Locale]?: string }
  /** Values by path, with the language in front of words: `tr:prompt`. */
  readonly leaves: ReadonlyMap<string, LeafValue>
  /** Lists of subjects of their own, whose order alone belongs to this one. */
  readonly orders: ReadonlyMap<string, readonly string[]>
}

const locales = ['tr', 'en'] as const

interface Parts {
  section?: string
  structure?: unknown
  without?: readonly string[]
  words?: (locale: Locale) => unknown
  name?: (locale: Locale) => string | undefined
  orders?: Record<string, readonly string[]>
}

function subject(kind: SubjectKind, id: string, parts: Parts): Subject {
  const { section = null, structure, without = [], words, name, orders = {} } = parts
  const leaves = leavesOf(structure, '', new Set(['id', 'key', ...without]))
  // An item's key says what is right; only of scales and their like it is the name.
  if (kind === 'item') for (const [path, leaf] of keyLeaves(structure)) leaves.set(path, leaf)
  const names: { [L in Locale]?: string } = {}
  for (const locale of locales) {
    for (const [path, leaf] of leavesOf(words?.(locale))) leaves.set(`${locale}:${path}`, leaf)
    const called = name?.(locale)
    if (called !== undefined) names[locale] = called
  }
  return { kind, id, section, names, leaves, orders: new Map(Object.entries(orders)) }
}

const keyLeaves = (item: unknown) => leavesOf(Reflect.get(Object(item), 'key'), 'key')

/**
 * A definition as the things that people compare, each with all its leaves. Left out: the number of the version, which
 * is what differs by intention, and the format.
 */
export function subjectsOf(definition: Definition): Subject[] {
  const { texts } = definition
  const ids = (list: readonly { id: string }[] | undefined) => (list ?? []).map(({ id }) => id)
  const keys = (list: readonly { key: string }[] | undefined) => (list ?? []).map(({ key }) => key)
  const { minutes, timeLimitSeconds, itemLocale, sensitive, participantReport, sharedItems } = definition
  return [
    subject('test', '', {
      structure: { minutes, timeLimitSeconds, itemLocale, sensitive, participantReport, sharedItems },
      words: (locale) => ({
        name: texts[locale].name,
        description: texts[locale].description,
        closing: texts[locale].closing,
      }),
      orders: {
        notices: ids(definition.notices),
        preTest: definition.preTest,
        sections: ids(definition.sections),
        stimuli: ids(definition.stimuli),
        scales: keys(definition.scales),
        composites: keys(definition.composites),
        categories: keys(definition.categories),
        validity: ids(definition.validity),
      },
    }),
    ...definition.notices.map((notice) =>
      subject('notice', notice.id, {
        structure: notice,
        words: (locale) => entry(texts[locale].notices, notice.id),
        name: (locale) => entry(texts[locale].notices, notice.id)?.title,
      }),
    ),
    ...definition.preTest.map((id) =>
      subject('preTest', id, {
        words: (locale) => ({ text: entry(texts[locale].preTest, id) }),
        name: (locale) => entry(texts[locale].preTest, id),
      }),
    ),
    ...sectionSubjects(definition),
    ...(definition.stimuli ?? []).map((stimulus) =>
      subject('stimulus', stimulus.id, {
        structure: stimulus,
        words: (locale) => entry(texts[locale].stimuli, stimulus.id),
        name: (locale) => entry(texts[locale].stimuli, stimulus.id)?.title,
      }),
    ),
    ...Object.entries(definition.optionSets ?? {}).map(([id, options]) =>
      subject('optionSet', id, {
        structure: { options },
        words: (locale) => ({ options: entry(texts[locale].optionSets, id) }),
      }),
    ),
    ...Object.entries(definition.figures ?? {}).map(([path, svg]) =>
      subject('figure', path, { structure: { svg } }),
    ),
    ...locales.flatMap((locale) => {
      const recordings = entry(definition.audio, locale)
      return recordings ? [subject('audio', locale, { structure: { recordings } })] : []
    }),
    ...resultSubjects(definition),
  ]
}

function sectionSubjects(definition: Definition): Subject[] {
  const { texts } = definition
  return definition.sections.flatMap((section) => [
    subject('section', section.id, {
      structure: section,
      without: ['items', 'practice'],
      words: (locale) => entry(texts[locale].sections, section.id),
      name: (locale) => entry(texts[locale].sections, section.id)?.title,
      orders: {
        items: section.items.map(({ id }) => id),
        practice: (section.practice ?? []).map(({ id }) => id),
      },
    }),
    ...[
      ...(section.practice ?? []).map((item) => ({ item, practice: true })),
      ...section.items.map((item) => ({ item, practice: false })),
    ].map(({ item, practice }) =>
      subject('item', item.id, {
        section: section.id,
        // Its section is a leaf: an item that moves to another section is changed, neither gone nor new.
        structure: { section: section.id, practice, ...item },
        words: (locale) => entry(texts[locale].items, item.id),
        name: (locale) => entry(texts[locale].items, item.id)?.prompt,
      }),
    ),
  ])
}

/** The subjects that are made of the answers. */
function resultSubjects(definition: Definition): Subject[] {
  const { texts, checklist, placement } = definition
  const named = (kind: SubjectKind, where: 'scales' | 'composites' | 'categories') =>
    (definition[where] ?? []).map((one) =>
      subject(kind, one.key, {
        structure: one,
        words: (locale) => entry<object>(texts[locale][where], one.key),
        name: (locale) => entry<{ name: string }>(texts[locale][where], one.key)?.name,
      }),
    )
  return [
    ...named('scale', 'scales'),
    ...Object.entries(definition.norms ?? {}).map(([id, norm]) => subject('norm', id, { structure: norm })),
    ...Object.entries(definition.bandSets ?? {}).map(([id, bandSet]) =>
      subject('bandSet', id, {
        structure: bandSet,
        words: (locale) => ({ bands: entry(texts[locale].bands, id) }),
      }),
    ),
    ...named('composite', 'composites'),
    ...named('category', 'categories'),
    ...(checklist
      ? [subject('checklist', '', { structure: checklist, words: (locale) => texts[locale].checklist })]
      : []),
    ...(placement
      ? [
          subject('placement', '', {
            structure: placement,
            words: (locale) => ({ levels: texts[locale].levels }),
          }),
        ]
      : []),
    ...(definition.validity ?? []).map((rule) => subject('rule', rule.id, { structure: rule })),
    subject('report', '', { structure: definition.report, words: (locale) => texts[locale].report }),
    ...(definition.goldenCases ?? []).map((golden) =>
      subject('goldenCase', golden.id, { structure: golden }),
    ),
  ]
}
