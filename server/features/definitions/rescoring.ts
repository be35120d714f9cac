import type { Locale } from '#contract/fields.ts'
import type { RescoringForecast } from '#contract/rescoring.ts'
import type { Definition } from '#scoring/definition/definition.ts'
import { entry } from '#scoring/definition/lookup.ts'
import { asksOtherwise, type Incomparable, incomparable } from '#scoring/differences/comparable.ts'
import { itemCount } from '#scoring/form/form.ts'
import type { Change, Place } from '#scoring/score/readings.ts'
import type { Executor } from '#server/db/database.ts'
import { previewScores } from '#server/features/delivery/attempts/preview-scores.ts'
import { publishedVersion } from '#server/features/inventories/drafts.ts'
import type { Actor } from '#server/http/subject.ts'
import type { OneOfAll } from './versions.ts'

/** The most results that are read and scored in about a second for any inventory; both bounds apply. */
const most = { attempts: 200, answers: 40_000 }
/** Below this many people a count would tell about single persons. */
const fewest = 5
/** Ids and places that are named, of however many. */
const named = 12

const nothing = {
  sampled: 0,
  items: null,
  asksOtherwise: false,
  places: [],
  readOtherwise: 0,
  otherPoints: 0,
  otherConfidence: 0,
}

/** Previews the newest results of the version published before as this one would score them. */
export async function preview(
  db: Executor,
  { entry: own, definition, all }: OneOfAll,
  _query: undefined,
  { locale }: Actor,
): Promise<RescoringForecast> {
  const before = all.find(({ entry: { version, state } }) => state === 'published' && version < own.version)
  const code = definition.code
  const published = before && (await publishedVersion(db, { code, number: before.entry.version }))
  if (before === undefined || published === undefined)
    return { ...nothing, from: null, results: 0, reason: 'first' }
  const { version: from, results } = before.entry
  const differing = incomparable(published.definition, definition)
  if (differing) return { ...nothing, from, results, reason: 'items', items: told(differing) }
  if (results === 0) return { ...nothing, from, results, reason: 'none' }
  const sensitive = definition.sensitive || published.definition.sensitive
  if (sensitive && results < fewest) return { ...nothing, from, results, reason: 'few' }
  const limit = Math.min(most.attempts, Math.max(1, Math.floor(most.answers / itemCount(definition))))
  const changes = await previewScores(
    db,
    { versionId: published.id, definition: published.definition },
    definition,
    { limit, fewest },
  )
  const count = (is: (change: Change) => boolean) => changes.filter(is).length
  return {
    from,
    results,
    reason: null,
    items: null,
    sampled: changes.length,
    asksOtherwise: asksOtherwise(published.definition, definition),
    readOtherwise: count(({ read }) => read.length > 0),
    otherPoints: count(({ points }) => points),
    otherConfidence: count(({ confidence }) => confidence),
    places: placesOf(changes, definition, locale),
  }
}

const told = (differing: Incomparable): RescoringForecast['items'] => {
  const some = (ids: readonly string[]) => ({ count: ids.length, first: ids.slice(0, named) })
  const { added, removed, changed, drawn } = differing
  return { added: some(added), removed: some(removed), changed: some(changed), drawn: some(drawn) }
}

function placesOf(
  changes: readonly Change[],
  { texts }: Definition,
  locale: Locale,
): RescoringForecast['places'] {
  const words = texts[locale]
  const nameOf = ({ kind, key }: Place) => {
    if (kind === 'scale') return entry(words.scales, key)?.name ?? key
    if (kind === 'composite') return entry(words.composites, key)?.name ?? key
    if (kind === 'category') return entry(words.categories, key)?.name ?? key
    return null
  }
  const grouped = Map.groupBy(
    changes.flatMap(({ read }) => read),
    ({ kind, key }) => `${kind} ${key}`,
  )
  return [...grouped.values()]
    .flatMap((same) =>
      same.slice(0, 1).map((place) => ({ ...place, name: nameOf(place), count: same.length })),
    )
    .sort((one, other) => other.count - one.count)
    .slice(0, named)
}
