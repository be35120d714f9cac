import { z } from 'zod'
import { Figure, Id, Ids, Item, PracticeItem } from './definition-items.ts'
import {
  BandSet,
  Category,
  Checklist,
  Composite,
  Norm,
  Placement,
  Scale,
  ValidityRule,
} from './definition-scales.ts'
import { Texts } from './definition-texts.ts'

const Locale = z.enum(['tr', 'en'])

const Notice = z.strictObject({
  id: Id,
  kind: z.enum(['information', 'explicit_consent']),
  version: z.int().positive(),
})

/** `image` where the kind is `figure`. How the text of a table or procedure is written: stimulus-lines.ts. */
const Stimulus = z.strictObject({
  id: Id,
  kind: z.enum(['passage', 'table', 'procedure', 'figure']),
  image: Figure.optional(),
})

const Section = z.strictObject({
  id: Id,
  navigation: z.enum(['free', 'linear']),
  timeLimitSeconds: z.int().positive().optional(),
  shuffleItems: z.boolean().optional(),
  shuffleOptions: z.boolean().optional(),
  /** How many of the items each person gets. */
  select: z.int().positive().optional(),
  practice: z.array(PracticeItem).optional(),
  items: z.array(Item).min(1, 'a section needs items'),
})

/**
 * An inventory version as data, format 1: structure and every word in both languages.
 * This is the shape only; whether ids, keys, bands and translations fit together says checkDefinition.
 */
export const Definition = z.strictObject({
  format: z.literal(1),
  code: z.string().regex(/^[A-Z][A-Z0-9_]{1,31}$/, 'must be an inventory code (capitals and digits)'),
  version: z.int().positive().max(999_999),
  minutes: z.int().positive(),
  /** Of the whole attempt, on the server's clock. */
  timeLimitSeconds: z.int().positive().optional(),
  /** The one language of items, options and stimuli, when they exist in one only. */
  itemLocale: Locale.optional(),
  sensitive: z.boolean(),
  participantReport: z.boolean(),
  notices: z.array(Notice),
  preTest: Ids,
  optionSets: z.record(Id, Ids.min(2)).optional(),
  stimuli: z.array(Stimulus).optional(),
  sections: z.array(Section).min(1),
  norms: z.record(Id, Norm).optional(),
  bandSets: z.record(Id, BandSet).optional(),
  scales: z.array(Scale).min(1),
  /** Items that stand in more than one scale on purpose. */
  sharedItems: Ids.optional(),
  composites: z.array(Composite).optional(),
  categories: z.array(Category).optional(),
  checklist: Checklist.optional(),
  placement: Placement.optional(),
  validity: z.array(ValidityRule).optional(),
  report: z.strictObject({
    layout: z.enum(['placement', 'checklist', 'profile']),
    /** Norms, cuts or bands are demonstration data: said wherever results appear. */
    simulated: z.boolean(),
  }),
  texts: z.strictObject({ tr: Texts, en: Texts }),
  /** The drawings themselves, by the path that names them: a definition needs nothing beside it. */
  figures: z.record(Figure, z.string()).optional(),
})

export type Definition = z.infer<typeof Definition>
export type Section = z.infer<typeof Section>
export type Locale = z.infer<typeof Locale>
