import { z } from 'zod'
import { maxItems, maxOptions } from '#contract/fields.ts'
import { GoldenCase } from './golden-schema.ts'
import { Figure, Id, Ids, Item, PracticeItem } from './item-schema.ts'
import {
  BandSet,
  Category,
  Checklist,
  Composite,
  Norm,
  Placement,
  Scale,
  ValidityRule,
} from './scale-schema.ts'
import { Texts } from './text-schema.ts'

const Locale = z.enum(['tr', 'en'])

// Many times what any inventory needs: what is checked for every rule, scale or item stays a matter of moments.
const MOST_SECTIONS = 200
const MOST_STIMULI = 2_000
const MOST_SCALES = 500
const MOST_RULES = 100
const MOST_OTHERS = 200
const MOST_GOLDEN = 20
/** A week. No clock of an attempt is reckoned beyond the end of the calendar. */
const MOST_SECONDS = 604_800

const Notice = z.strictObject({
  id: Id,
  kind: z.enum(['information', 'explicit_consent']),
  version: z.int().positive(),
  /** Sensitive scales that this consent is for: without it they are not asked, and the test goes on. */
  scales: Ids.min(1).optional(),
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
  timeLimitSeconds: z.int().positive().max(MOST_SECONDS).optional(),
  /** True when devices may read its items aloud; a section with a time limit has to say so. */
  readAloud: z.boolean().optional(),
  /** A drawing of what its instructions ask for, for people who read little. */
  image: Figure.optional(),
  shuffleItems: z.boolean().optional(),
  shuffleOptions: z.boolean().optional(),
  /** The number of the items that each person gets. */
  select: z.int().positive().optional(),
  /** Practice is asked again until it is right or skipped: for tests of people who read little. */
  practiceUntilRight: z.boolean().optional(),
  practice: z.array(PracticeItem).max(MOST_OTHERS).optional(),
  items: z.array(Item).min(1, 'a section needs items').max(maxItems),
})

/** The SHA-256 of an MP3 file, so that the definition's own hash covers what people hear. */
const Recording = z.strictObject({
  file: z.string().regex(/^[0-9a-f]{64}$/, 'must be the SHA-256 of a recording'),
  /** Made by a computer; the player says so. */
  computerVoice: z.literal(true).optional(),
})
/** Recordings by the key of their text (spoken.ts). */
const Recordings = z.record(z.string(), Recording)

/**
 * An inventory version as data, format 1: structure and every word in both languages.
 * This is the shape only; whether ids, keys, bands and translations fit together says checkDefinition.
 */
export const Definition = z.strictObject({
  format: z.literal(1),
  code: z.string().regex(/^[A-Z][A-Z0-9_]{1,31}$/, 'must be an inventory code (capitals and digits)'),
  version: z.int().positive().max(999_999),
  minutes: z
    .int()
    .positive()
    .max(MOST_SECONDS / 60),
  /** The limit of the whole attempt, on the server's clock. */
  timeLimitSeconds: z.int().positive().max(MOST_SECONDS).optional(),
  /** The one language of items, options and stimuli, when they exist in one only. */
  itemLocale: Locale.optional(),
  sensitive: z.boolean(),
  participantReport: z.boolean(),
  notices: z.array(Notice).max(MOST_OTHERS),
  preTest: Ids.max(MOST_OTHERS),
  optionSets: z.record(Id, Ids.min(2).max(maxOptions)).optional(),
  stimuli: z.array(Stimulus).max(MOST_STIMULI).optional(),
  sections: z
    .array(Section)
    .min(1)
    .max(MOST_SECTIONS)
    .refine(
      (sections) => sections.reduce((sum, { items }) => sum + items.length, 0) <= maxItems,
      'must be at most 5000 items in all',
    ),
  norms: z.record(Id, Norm).optional(),
  bandSets: z.record(Id, BandSet).optional(),
  scales: z.array(Scale).min(1).max(MOST_SCALES),
  /** Items that belong to more than one scale on purpose. */
  sharedItems: Ids.optional(),
  composites: z.array(Composite).max(MOST_OTHERS).optional(),
  categories: z.array(Category).max(MOST_OTHERS).optional(),
  checklist: Checklist.optional(),
  placement: Placement.optional(),
  validity: z.array(ValidityRule).max(MOST_RULES).optional(),
  report: z.strictObject({
    layout: z.enum(['placement', 'checklist', 'profile']),
    /** Norms, cuts or bands are demonstration data: said wherever results appear. */
    simulated: z.boolean(),
    /** Comparing a person's two results of this version says on which scores the change is reliable. */
    reliableChange: z.boolean().optional(),
  }),
  /** Answers with the scores that must come out, or the version isn't published. */
  goldenCases: z.array(GoldenCase).min(1).max(MOST_GOLDEN).optional(),
  texts: z.strictObject({ tr: Texts, en: Texts }),
  /** The drawings themselves, by the path that names them: a definition needs nothing beside it. */
  figures: z.record(Figure, z.string()).optional(),
  /** Recordings that are played in place of the device's voice. */
  audio: z.strictObject({ tr: Recordings.optional(), en: Recordings.optional() }).optional(),
})

export type Definition = z.infer<typeof Definition>
export type Section = z.infer<typeof Section>
export type Locale = z.infer<typeof Locale>
