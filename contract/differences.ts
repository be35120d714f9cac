import { z } from 'zod'
import { versionNumber, versionParams } from './definitions.ts'
import { locale } from './fields.ts'
import { call } from './kit.ts'

const leafValue = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.union([z.string(), z.number(), z.boolean()])).readonly(),
])

/** An option that a key names, as people read it. */
const option = z.object({
  id: z.string(),
  /** The option's words in the caller's language, where it has any. */
  words: z.string().nullable(),
  /** Its drawing (SVG) where the option is a picture. */
  figure: z.string().nullable(),
})

const difference = z.object({
  kind: z.enum([
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
  ]),
  /** Its id in the definition; empty for what there is one of. */
  id: z.string(),
  /** Its name, in the caller's language where it has words in it. */
  name: z.string().nullable(),
  /** The title of an item's section. */
  section: z.string().nullable(),
  change: z.enum(['added', 'removed', 'changed']),
  /** Every value that differs; null where it is not there. */
  leaves: z.array(
    z.object({
      field: z.string(),
      locale: locale.nullable(),
      before: leafValue.nullable(),
      after: leafValue.nullable(),
      /** The options that a key names before and after; null where it names none. */
      options: z.object({ before: z.array(option).nullable(), after: z.array(option).nullable() }).nullable(),
    }),
  ),
})
export type Difference = z.infer<typeof difference>

export const definitionDifferences = call({
  name: 'definitionDifferences',
  method: 'GET',
  path: '/definitions/:code/versions/:version/differences/',
  tag: 'Inventories',
  summary:
    'What differs between a version or draft and another one, `from`: the published one before it unless given',
  access: 'admin',
  subject: 'version',
  params: versionParams,
  query: z.strictObject({ from: versionNumber.optional() }),
  answer: {
    status: 200,
    json: z.object({
      /** null: there is none before it. */
      from: z.number().int().nullable(),
      differences: z.array(difference),
    }),
  },
  errors: ['not_found'],
})
