import { z } from 'zod'
import { versionParams } from './definitions.ts'
import { call } from './kit.ts'
import { form, notice, preTestLine } from './participant.ts'

/** A version as a participant would get it, draft or published. Looking at it makes no assignment and saves nothing. */
const preview = z.object({
  code: z.string(),
  version: z.number().int(),
  /** A draft may still change; nobody can be given it. */
  draft: z.boolean(),
  name: z.string(),
  description: z.string(),
  minutes: z.number().int(),
  itemCount: z.number().int(),
  /** The limit of the whole test; null where there is none. */
  timeLimitSeconds: z.number().int().nullable(),
  hasPractice: z.boolean(),
  hasAutoNext: z.boolean(),
  notices: z.array(notice.omit({ acceptedAt: true })),
  preTest: z.array(preTestLine),
  form,
})
export type Preview = z.infer<typeof preview>

export const previewVersion = call({
  name: 'previewVersion',
  method: 'GET',
  path: '/definitions/:code/versions/:version/preview/',
  tag: 'Inventories',
  summary:
    'A version as a participant gets it, in the language of Accept-Language; without keys, and nothing is saved',
  access: 'admin',
  subject: 'version',
  params: versionParams,
  answer: { status: 200, json: preview },
  errors: ['not_found'],
})
