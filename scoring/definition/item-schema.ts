import { z } from 'zod'
import { maxOptions } from '#contract/fields.ts'

/** Ids of items, options, sections and so on: short, printable, and usable as a key in JSON and CSV. */
export const Id = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/, 'must be an id (letters, digits, _ . -)')

const unique = (ids: readonly string[]) => new Set(ids).size === ids.length
/** A list of different ids. */
export const Ids = z.array(Id).refine(unique, 'names something twice')
const Options = z.array(Id).min(2).max(maxOptions).refine(unique, 'names an option twice')
/** The path of a figure in `figures`, and in the inventory's folder. */
export const Figure = z
  .string()
  .regex(/^figures\/[A-Za-z0-9][A-Za-z0-9_.-]{0,63}\.svg$/, 'must be figures/NAME.svg')

/** The worth of an answer that is partly right: nothing, or a share (see items.ts for each type's rule). */
const Credit = z.enum(['all', 'each', 'net', 'pairs', 'adjacent'])

/** Items that judge how the test was taken instead of the person; `unscored` counts for nothing at all. */
const Role = z.enum(['instructed', 'infrequency', 'desirability', 'unscored'])

const base = {
  id: Id,
  stimulus: Id.optional(),
  image: Figure.optional(),
  points: z.number().positive().optional(),
  role: Role.optional(),
  /** True when a device may read it aloud; in place of what its section says (spoken.ts). */
  readAloud: z.boolean().optional(),
}
const ownOptions = {
  options: Options,
  optionImages: z.record(Id, Figure).optional(),
  /** Options that keep their place when the others are shuffled ("none of these"). */
  pinned: Ids.optional(),
}
/** Items answered by one pick may share a labelled set, which is never shuffled. */
const choices = { ...ownOptions, options: Options.optional(), optionSet: Id.optional() }
const OneOrSeveral = z.union([Id, Ids.min(1)])

const choiceItem = <T extends 'single' | 'true_false' | 'image_choice' | 'likert'>(type: T) =>
  z.strictObject({ ...base, ...choices, type: z.literal(type), key: OneOrSeveral.optional() })

const SingleItem = choiceItem('single')
const TrueFalseItem = choiceItem('true_false')
const ImageChoiceItem = choiceItem('image_choice')
/** Options whose ids are whole numbers are points of the scale; the id `dk` is "don't know". */
const LikertItem = choiceItem('likert')

/**
 * Scored by one key, by the experts' weight of every option, or by their consensus: `experts` counts those who chose each
 * option (or gives their shares), and an option is worth its share of them. Only one of the three.
 */
const SituationalItem = z.strictObject({
  ...base,
  ...choices,
  type: z.literal('situational'),
  key: OneOrSeveral.optional(),
  weights: z.record(Id, z.number()).optional(),
  experts: z.record(Id, z.number().nonnegative()).optional(),
})

const MultipleItem = z.strictObject({
  ...base,
  ...ownOptions,
  type: z.literal('multiple'),
  key: Ids.min(1).optional(),
  credit: Credit.exclude(['pairs', 'adjacent']).optional(),
})

const OrderingItem = z.strictObject({
  ...base,
  ...ownOptions,
  type: z.literal('ordering'),
  key: Ids.min(2).optional(),
  credit: Credit.exclude(['net']).optional(),
})

/** A number may be this far from its key: in the number's unit, or as a share of the key (0.05 is 5 %). Only one is given. */
const tolerances = {
  tolerance: z.number().nonnegative().optional(),
  relativeTolerance: z.number().positive().max(0.5).optional(),
}

const NumericItem = z.strictObject({
  ...base,
  type: z.literal('numeric'),
  key: z.number().optional(),
  ...tolerances,
})

const Answers = z.array(z.string().regex(/\S/, 'is empty').max(200)).min(1)
/** The answers that a gap accepts: words by language, or a number. */
const GapKey = z.union([
  z.strictObject({ tr: Answers.optional(), en: Answers.optional() }),
  z.strictObject({ number: z.number(), ...tolerances }),
])

const partsCredit = Credit.exclude(['net', 'pairs', 'adjacent']).optional()
const GapItem = z.strictObject({
  ...base,
  type: z.literal('gap'),
  parts: z
    .array(z.strictObject({ id: Id }))
    .min(1)
    .max(maxOptions),
  key: z.record(Id, GapKey).optional(),
  credit: partsCredit,
})

const InlineChoiceItem = z.strictObject({
  ...base,
  type: z.literal('inline_choice'),
  parts: z
    .array(z.strictObject({ id: Id, options: Options }))
    .min(1)
    .max(maxOptions),
  key: z.record(Id, Id).optional(),
  credit: partsCredit,
})

/** `parts` are the sources, `options` the targets. */
const MatchingItem = z.strictObject({
  ...base,
  ...ownOptions,
  type: z.literal('matching'),
  parts: z
    .array(z.strictObject({ id: Id }))
    .min(2)
    .max(maxOptions),
  key: z.record(Id, Id).optional(),
  credit: partsCredit,
})

/**
 * Two picks, the most and the least. In a self-description `loads` says which scale each statement speaks for; in a
 * situational judgement `key` says which option is the most effective and which the least.
 */
const ForcedChoiceItem = z.strictObject({
  ...base,
  ...ownOptions,
  type: z.literal('forced_choice'),
  loads: z.record(Id, Id).optional(),
  key: z.strictObject({ most: Id, least: Id }).optional(),
  credit: partsCredit,
})

export const Item = z.discriminatedUnion('type', [
  SingleItem,
  TrueFalseItem,
  ImageChoiceItem,
  LikertItem,
  SituationalItem,
  MultipleItem,
  OrderingItem,
  NumericItem,
  GapItem,
  InlineChoiceItem,
  MatchingItem,
  ForcedChoiceItem,
])

/** Practice is judged on the phone, so only types with a short key; without a key any answer is right. */
export const PracticeItem = z.discriminatedUnion('type', [
  SingleItem,
  TrueFalseItem,
  ImageChoiceItem,
  LikertItem,
  MultipleItem,
])

export type Item = z.infer<typeof Item>
export type PracticeItem = z.infer<typeof PracticeItem>
export type ItemType = Item['type']
export type GapKey = z.infer<typeof GapKey>
export type GapItem = z.infer<typeof GapItem>
export type InlineChoiceItem = z.infer<typeof InlineChoiceItem>
export type MatchingItem = z.infer<typeof MatchingItem>
/** Items whose options are listed on the item or in a shared set. */
export type OptionItem = Exclude<Item, { type: 'numeric' | 'gap' | 'inline_choice' }>
