import type { CatalogueEntry, InventoryDetail, listDefinitions } from '#contract/definitions.ts'
import type { Locale } from '#contract/fields.ts'
import { foldText } from '#contract/fold.ts'
import type { QueryOf } from '#contract/kit.ts'
import type { Definition } from '#scoring/definition/definition.ts'
import { itemCount } from '#scoring/form/form.ts'
import type { Executor } from '#server/db/database.ts'
import { draftOf, listDrafts } from '#server/features/inventories/drafts.ts'
import { offerOf } from '#server/features/inventories/offers.ts'
import { priceTiers } from '#server/features/inventories/prices.ts'
import { getVersion } from '#server/features/inventories/versions.ts'
import { sliceOf } from '#server/http/pages.ts'
import type { Actor } from '#server/http/subject.ts'
import { countEnablements, findPublishedRows } from './queries.ts'
import type { Versions } from './versions.ts'

/** The scales that only named readers see of an inventory that is not sensitive as a whole. */
const sensitiveScales = ({ sensitive, scales, texts }: Definition, locale: Locale): string[] =>
  sensitive
    ? []
    : scales.filter((scale) => scale.sensitive).map(({ key }) => texts[locale].scales?.[key]?.name ?? key)

type InUse = Pick<CatalogueEntry, 'published' | 'draft'> & { enabled: number }

function toEntry(code: string, definition: Definition | null, inUse: InUse, locale: Locale): CatalogueEntry {
  if (definition === null) {
    const { published, draft } = inUse
    return {
      code,
      name: code,
      sensitive: false,
      itemCount: 0,
      minutes: 0,
      languages: [],
      published,
      draft,
      enabledFor: null,
    }
  }
  const { sensitive, minutes, itemLocale, texts } = definition
  const asked = sensitive || sensitiveScales(definition, locale).length > 0
  return {
    code,
    name: texts[locale].name,
    sensitive,
    itemCount: itemCount(definition),
    minutes,
    languages: itemLocale === undefined ? ['tr', 'en'] : [itemLocale],
    published: inUse.published,
    draft: inUse.draft,
    enabledFor: asked ? inUse.enabled : null,
  }
}

/**
 * The inventories with their newest version and draft. Searched and sorted here: there are dozens, and their names are
 * in their definitions.
 */
export async function catalogue(
  db: Executor,
  _platform: undefined,
  query: QueryOf<typeof listDefinitions>,
  { locale }: Actor,
): Promise<{ count: number; rows: CatalogueEntry[] }> {
  const { search = '', ordering = 'name' } = query
  const { limit, offset } = sliceOf(query)
  const [rows, drafts, enabled] = [
    await findPublishedRows(db),
    await listDrafts(db),
    await countEnablements(db),
  ]
  const codes = [...new Set([...rows, ...drafts].map(({ code }) => code))]
  const all = await Promise.all(
    codes.map(async (code): Promise<CatalogueEntry[]> => {
      const newest = rows.find((row) => row.code === code)
      const draft = drafts.find((one) => one.code === code && one.number > (newest?.number ?? 0))
      const definition =
        newest === undefined
          ? draft && (await draftOf(db, draft))?.definition
          : (await getVersion(db, newest.id)).definition
      if (definition === undefined) return []
      const inUse = {
        published: newest ? { version: newest.number, publishedAt: newest.at.toISOString() } : null,
        draft: draft ? { version: draft.number, importedAt: draft.at.toISOString() } : null,
        enabled: (newest && enabled.get(newest.inventory_id)) ?? 0,
      }
      return [toEntry(code, definition, inUse, locale)]
    }),
  )
  const wanted = foldText(search)
  const found = all.flat().filter(({ code, name }) => foldText(`${code} ${name}`).includes(wanted))
  const sorted = found.sort(byField(ordering, locale))
  return { count: found.length, rows: sorted.slice(offset, offset + limit) }
}

const byField = (ordering: string, locale: Locale) => (one: CatalogueEntry, other: CatalogueEntry) => {
  const field = ordering.replace(/^-/, '') as 'name' | 'code' | 'itemCount' | 'minutes'
  const [a, b] = [one[field], other[field]]
  const order =
    typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), locale)
  return (ordering.startsWith('-') ? -order : order) || one.code.localeCompare(other.code, 'en')
}

/** One inventory with all its versions. */
export async function inventoryDetail(
  db: Executor,
  { code, held, entries, inventoryId }: Versions,
  _query: undefined,
  { locale }: Actor,
): Promise<InventoryDetail> {
  const published = entries.find(({ state }) => state === 'published')
  const newestDraft = entries.find(({ state, outdated }) => state === 'draft' && !outdated)
  const shown = (held.find(({ entry }) => entry === published) ?? held[0])?.definition ?? null
  const inUse = {
    published: published ? { version: published.version, publishedAt: published.at } : null,
    draft: newestDraft ? { version: newestDraft.version, importedAt: newestDraft.at } : null,
    enabled: (inventoryId && (await countEnablements(db)).get(inventoryId)) || 0,
  }
  return {
    ...toEntry(code, shown, inUse, locale),
    inventoryId,
    sensitiveScales: shown ? sensitiveScales(shown, locale) : [],
    ...(await offerOf(db, inventoryId)),
    priceTiers: (inventoryId && (await priceTiers(db)).get(inventoryId)) || [],
    versions: [...entries],
  }
}
