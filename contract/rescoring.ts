import { z } from 'zod'
import { versionParams } from './definitions.ts'
import { call } from './kit.ts'

/** The first ids of what prevents it; `count` says how many there are. */
const some = z.object({ count: z.number().int(), first: z.array(z.string()) })

const forecast = z.object({
  /** The newest version published before it; null: there is none. */
  from: z.number().int().nullable(),
  /** The number of results of that version. */
  results: z.number().int(),
  /** The number of them that were looked at: the newest, at most 200. */
  sampled: z.number().int(),
  /**
   * Why nothing can be said; null where it can. `first`: no version before it; `none`: it has no results; `few`: too few
   * of a sensitive inventory to tell about; `items`: answers to the one are no answers to the other.
   */
  reason: z.enum(['first', 'none', 'few', 'items']).nullable(),
  /** The differences in the items, where that is the reason. */
  items: z.object({ added: some, removed: some, changed: some, drawn: some }).nullable(),
  /** People were asked in other words, by other figures or within other limits: they might have answered otherwise. */
  asksOtherwise: z.boolean(),
  /**
   * The number of results that would have another band or level somewhere, or be scored where they are not now, or the
   * reverse.
   */
  readOtherwise: z.number().int(),
  /** The number of results that would have other points or T scores somewhere. */
  otherPoints: z.number().int(),
  /** The number of results whose response quality would change. */
  otherConfidence: z.number().int(),
  /** Which bands or levels would change, the most frequent first. */
  places: z.array(
    z.object({
      kind: z.enum(['scale', 'composite', 'category', 'checklist', 'placement']),
      key: z.string(),
      name: z.string().nullable(),
      count: z.number().int(),
    }),
  ),
})
export type RescoringForecast = z.infer<typeof forecast>

export const previewRescoring = call({
  name: 'previewRescoring',
  method: 'GET',
  path: '/definitions/:code/versions/:version/rescoring/',
  tag: 'Inventories',
  summary:
    'How the newest results of the version before would read by this version or draft. Nothing changes: a result stays what the version it was taken with made of it',
  access: 'admin',
  subject: 'version',
  params: versionParams,
  answer: { status: 200, json: forecast },
  errors: ['not_found'],
})
