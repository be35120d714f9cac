import { z } from 'zod'
import { id, listQuery, locale, moment, page, upTo } from './fields.ts'
import { inventoryCode, offeredTo } from './inventories.ts'
import { call } from './kit.ts'
import { priceTier } from './prices.ts'

const code = inventoryCode
/** A version's number, as an address or a query writes it. */
export const versionNumber = z
  .string()
  .regex(/^[1-9]\d{0,5}$/)
  .transform(Number)
const inventory = z.object({ code })
export const versionParams = z.object({ code, version: versionNumber })

/** A definition is one document with its figures inside: MYT has 0.4 MB. */
const megabytes = 5
const definitionLimit = megabytes * 1024 * 1024

/** Which content was looked at. */
const hash = z.string().regex(/^[0-9a-f]{64}$/)

const state = z.enum(['published', 'draft'])

/** An inventory as its operators see it: also one of which nothing is published yet. */
const catalogueEntry = z.object({
  code: z.string(),
  name: z.string(),
  sensitive: z.boolean(),
  /** The number of items of the newest published version, or else of the newest draft. */
  itemCount: z.number().int(),
  minutes: z.number().int(),
  /** The languages its items are in. */
  languages: z.array(locale),
  /** The newest published version; null while there is none. */
  published: z.object({ version: z.number().int(), publishedAt: moment }).nullable(),
  /** The newest draft. */
  draft: z.object({ version: z.number().int(), importedAt: moment }).nullable(),
  /** The number of clients it is enabled for; null where it is open to all of them. */
  enabledFor: z.number().int().nullable(),
})
export type CatalogueEntry = z.infer<typeof catalogueEntry>

export const listDefinitions = call({
  name: 'listDefinitions',
  method: 'GET',
  path: '/definitions/',
  tag: 'Inventories',
  summary: 'Every inventory with its newest published version and its newest draft',
  access: 'admin',
  query: listQuery(['name', 'code', 'itemCount', 'minutes']),
  answer: { status: 200, json: page(catalogueEntry) },
  errors: [],
})

const versionEntry = z.object({
  version: z.number().int(),
  state,
  /** The hash that freezes its content: SHA-256, in hexadecimal. */
  hash: z.string(),
  /** When it was published, or a draft was imported. */
  at: moment,
  /** The person who did; null for what ships with the product or came by the command line. */
  by: z.string().nullable(),
  itemCount: z.number().int(),
  minutes: z.number().int(),
  /** The number of results it has scored. */
  results: z.number().int(),
  /** A draft that cannot be published any more: a newer version is published. */
  outdated: z.boolean(),
  /** A draft that the format no longer reads: nothing of it can be shown, it can only be thrown away. */
  unreadable: z.boolean(),
})
export type VersionEntry = z.infer<typeof versionEntry>

const inventoryDetail = catalogueEntry.extend({
  /** None while nothing is published: prices and clients hang on it. */
  inventoryId: id.nullable(),
  /** Single scales that only named readers see. */
  sensitiveScales: z.array(z.string()),
  priceTiers: z.array(priceTier),
  offeredTo,
  /** The chosen ones, by name. */
  offeredClients: z.array(z.object({ id, name: z.string() })),
  /** The newest first. */
  versions: z.array(versionEntry),
})
export type InventoryDetail = z.infer<typeof inventoryDetail>

export const getDefinition = call({
  name: 'getDefinition',
  method: 'GET',
  path: '/definitions/:code/',
  tag: 'Inventories',
  summary: 'One inventory with all its versions and drafts',
  access: 'admin',
  subject: 'definition',
  params: inventory,
  answer: { status: 200, json: inventoryDetail },
  errors: ['not_found'],
})

const norm = z.object({
  n: z.number().int(),
  source: z.string(),
  /** True when it was not measured but made up for demonstration. */
  invented: z.boolean(),
})

const definitionProblem = z.object({
  /** The place in the document: `sections[0].items[3].key`. */
  path: z.string(),
  /** The kind of problem, stable for programs. */
  code: z.string(),
  /** The problem and its solution, in the caller's language. */
  message: z.string(),
  part: z.enum(['head', 'section', 'scales', 'norms', 'bands', 'results', 'stimuli', 'figures', 'texts']),
  /** The title of the section it is in, or its id. */
  section: z.string().nullable(),
  /** The item it is about, with its question where that can be read. */
  item: z.object({ id: z.string(), words: z.string().nullable() }).nullable(),
})
export type DefinitionProblem = z.infer<typeof definitionProblem>

/** The content of a version, in words and counts. */
export const versionContent = versionEntry.extend({
  code: z.string(),
  /**
   * True when the stored content still is what was published, compared with its hash on each request. null for a draft,
   * and for a hash from before the rule of today, which is computed again at the next start.
   */
  intact: z.boolean().nullable(),
  name: z.string(),
  description: z.string(),
  layout: z.enum(['placement', 'checklist', 'profile']),
  sensitive: z.boolean(),
  /** Norms, cuts or bands are demonstration data. */
  simulated: z.boolean(),
  participantReport: z.boolean(),
  languages: z.array(locale),
  timeLimitSeconds: z.number().int().nullable(),
  figureCount: z.number().int(),
  notices: z.array(
    z.object({ id: z.string(), kind: z.enum(['information', 'explicit_consent']), title: z.string() }),
  ),
  sections: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      itemCount: z.number().int(),
      /** The number of items each person gets; null: all. */
      select: z.number().int().nullable(),
      practiceCount: z.number().int(),
      linear: z.boolean(),
      timeLimitSeconds: z.number().int().nullable(),
      types: z.array(z.object({ type: z.string(), count: z.number().int() })),
      /** Reading ease by Ateşman of the Turkish words; null where there are too few. */
      ease: z.number().nullable(),
    }),
  ),
  scales: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      kind: z.enum(['correct', 'likert_mean', 'likert_sum', 'forced_choice']),
      itemCount: z.number().int(),
      sensitive: z.boolean(),
      bandCount: z.number().int(),
      norm: norm.nullable(),
    }),
  ),
  categories: z.array(z.object({ key: z.string(), name: z.string(), scales: z.array(z.string()) })),
  validity: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      medium: z.number().nullable(),
      low: z.number().nullable(),
    }),
  ),
  /**
   * Parts that can be used as they are and had better be looked at: bands out of reach, or narrower than the error of
   * measurement.
   */
  warnings: z.array(definitionProblem),
})
export type VersionContent = z.infer<typeof versionContent>

export const getDefinitionVersion = call({
  name: 'getDefinitionVersion',
  method: 'GET',
  path: '/definitions/:code/versions/:version/',
  tag: 'Inventories',
  summary: 'What a version or draft contains',
  access: 'admin',
  subject: 'version',
  params: versionParams,
  answer: { status: 200, json: versionContent },
  errors: ['not_found'],
})

export const exportDefinition = call({
  name: 'exportDefinition',
  method: 'GET',
  path: '/definitions/:code/versions/:version/export/',
  tag: 'Inventories',
  summary: 'The definition of a version or draft: structure, texts and figures in one document',
  access: 'admin',
  subject: 'version',
  params: versionParams,
  answer: { status: 200, file: 'application/json' },
  errors: ['not_found', 'version_not_intact'],
})

/** A whole document, with many times the members it has; what is wrong in it is said with its place, not by a field. */
const definition = upTo(200, z.string(), z.unknown())

const importPlan = z.object({
  /** Everything wrong, of a long list the first; nothing can be imported unless it is empty. */
  problems: z.array(definitionProblem),
  problemCount: z.number().int(),
  /** The draft that importing would make; null while there are problems. */
  draft: z
    .object({
      code: z.string(),
      name: z.string(),
      version: z.number().int(),
      /** The number in the document is taken by a published version, so the draft gets the next one. */
      renumberedFrom: z.number().int().nullable(),
      itemCount: z.number().int(),
      minutes: z.number().int(),
      /** `known`: this very content is published already, so there is nothing to import. */
      outcome: z.enum(['new', 'replaces', 'known']),
      /** The draft that would be replaced. */
      replaces: z.object({ at: moment, by: z.string().nullable(), hash: z.string() }).nullable(),
      /** Warnings like those of a version; they stop no import. */
      warnings: z.array(definitionProblem),
    })
    .nullable(),
})
export type ImportPlan = z.infer<typeof importPlan>

export const checkDefinition = call({
  name: 'checkDefinition',
  method: 'POST',
  path: '/definitions/check/',
  tag: 'Inventories',
  summary:
    'The faults of a definition and their places, or what importing it would create. Nothing is stored',
  access: 'admin',
  body: z.strictObject({ definition }),
  bodyLimit: definitionLimit,
  answer: { status: 200, json: importPlan },
  errors: ['json_name_twice'],
})

export const importDefinition = call({
  name: 'importDefinition',
  method: 'POST',
  path: '/definitions/',
  tag: 'Inventories',
  summary:
    'Keep a definition as a draft, which nobody can assign; one in its place is replaced only when `replaces` has its hash',
  access: 'admin',
  body: z.strictObject({ definition, replaces: hash.optional() }),
  bodyLimit: definitionLimit,
  answer: { status: 201, json: versionContent },
  errors: ['json_name_twice', 'definition_invalid', 'version_published', 'draft_exists', 'draft_changed'],
})

export const publishDefinition = call({
  name: 'publishDefinition',
  method: 'POST',
  path: '/definitions/:code/versions/:version/publish/',
  tag: 'Inventories',
  summary:
    'Publish a draft: frozen from then on, and taken by every assignment made from then on. `hash` says which content was looked at',
  access: 'admin',
  subject: 'draft',
  params: versionParams,
  body: z.strictObject({ hash }),
  answer: { status: 200, json: versionContent },
  errors: [
    'not_found',
    'version_published',
    'draft_changed',
    'draft_outdated',
    'recordings_missing',
    'definition_invalid',
  ],
})

export const discardDefinition = call({
  name: 'discardDefinition',
  method: 'DELETE',
  path: '/definitions/:code/versions/:version/',
  tag: 'Inventories',
  summary: 'Discard the draft with this `hash`; published versions are kept',
  access: 'admin',
  subject: 'draft',
  params: versionParams,
  body: z.strictObject({ hash }),
  answer: { status: 204 },
  errors: ['not_found', 'version_published', 'draft_changed'],
})
