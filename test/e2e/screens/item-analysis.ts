import type { AnalysisItem } from '#contract/analyses.ts'
import { newId } from '#server/db/ids.ts'
import { currentVersions } from '#server/features/inventories/versions.ts'
import { plantedAnalysis } from '#test/analysis-fixtures.ts'
import { inventory } from '#test/support/cast.ts'
import type { Served } from '../served.ts'

/** Stores an analysis of a test with every flag, over its first questions, as the server stores one. */
export async function plantAnalysis({ server, cast }: Served, code: 'ENGLISH'): Promise<void> {
  const { db } = server.database
  const version = (await currentVersions(db)).find(({ inventoryId }) => inventoryId === inventory(cast, code))
  if (version === undefined) throw new Error(`There is no test ${code}`)
  const asked = version.definition.sections.flatMap((section) =>
    section.items.map((item) => ({ item, section: section.id })),
  )
  const items = plantedAnalysis.items.flatMap((planted, place) => {
    const found = asked[place]
    return found === undefined ? [] : [storedItem(planted, found)]
  })
  const keys = version.definition.scales.map(({ key }) => key)
  const parts = plantedAnalysis.parts.map((part, place) => ({
    ...part,
    key: keys[place - 1] ?? part.key,
    unreversed: [],
  }))
  const now = new Date()
  await db
    .insertInto('analyses')
    .values({
      id: newId(),
      version_id: version.id,
      filter: JSON.stringify({}),
      state: 'done',
      taken_at: now,
      result: JSON.stringify({ ...plantedAnalysis, items, parts, flags: ['guessable'] }),
    })
    .execute()
  const snapshot = parts.map(({ key, reliability }) => ({ key, reliability }))
  await db
    .insertInto('analysis_snapshots')
    .values({
      version_id: version.id,
      n: 130,
      taken_at: new Date('2026-10-02T09:00:00Z'),
      flagged: 4,
      parts: JSON.stringify(snapshot),
    })
    .execute()
}

/** An item's figures under the ids of a real one. */
function storedItem(
  planted: AnalysisItem,
  { item, section }: { item: { id: string; options?: readonly string[] | undefined }; section: string },
) {
  const ids = item.options ?? []
  const real = (id: string) => ids[planted.options.findIndex((option) => option.id === id)]
  const options = planted.options.flatMap((option) => {
    const id = real(option.id)
    return id === undefined ? [] : [{ ...option, id }]
  })
  const flags = planted.flags.map(({ code, option, certain }) => ({
    code,
    certain,
    ...(option !== null && { option: real(option.id) ?? ids[1] }),
  }))
  return { ...planted, id: item.id, section, scale: null, options, flags }
}
