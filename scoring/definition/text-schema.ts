import { z } from 'zod'

const Text = z.string().regex(/\S/, 'is empty')
const texts = <T extends z.ZodType>(value: T) => z.record(z.string(), value).optional()

/** A prompt may contain `[[part]]` in the place of a gap or an inline choice; else its fields follow the prompt. */
const ItemTexts = z.strictObject({
  prompt: Text.optional(),
  options: texts(Text),
  parts: texts(z.strictObject({ label: Text, options: texts(Text) })),
  /** The item's image in words, for people who cannot see it. */
  alt: Text.optional(),
  /** Practice items only. */
  feedback: z.strictObject({ right: Text, wrong: Text }).optional(),
})

const ScaleTexts = z.strictObject({
  name: Text,
  short: Text.optional(),
  description: Text,
  interview: z.array(Text).optional(),
})
const Named = z.strictObject({ name: Text, short: Text.optional(), description: Text.optional() })

/** Every word of a definition in one language. What must be there follows from the structure: check-texts.ts. */
export const Texts = z.strictObject({
  name: Text,
  description: Text,
  notices: texts(z.strictObject({ title: Text, text: Text })),
  /** Shown to everybody once the test is done: where to find support. */
  closing: z.strictObject({ title: Text, text: Text }).optional(),
  preTest: texts(Text),
  optionSets: texts(z.record(z.string(), Text)),
  /** `alt` says what a figure shows, for those who cannot see it. */
  stimuli: texts(z.strictObject({ title: Text, text: Text, alt: Text.optional() })),
  sections: texts(z.strictObject({ title: Text, instructions: Text })),
  items: texts(ItemTexts),
  scales: texts(ScaleTexts),
  composites: texts(Named),
  categories: texts(Named),
  checklist: z.strictObject({ gsi: ScaleTexts, pst: ScaleTexts, psdi: ScaleTexts }).optional(),
  bands: texts(z.record(z.string(), z.strictObject({ name: Text, text: Text }))),
  levels: texts(z.strictObject({ name: Text, text: Text })),
  report: z.strictObject({ title: Text, howToRead: Text, limits: Text, notice: Text.optional() }),
})

export type Texts = z.infer<typeof Texts>
export type ItemTexts = z.infer<typeof ItemTexts>
