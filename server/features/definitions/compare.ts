import type { Difference, definitionDifferences } from '#contract/differences.ts'
import type { QueryOf } from '#contract/kit.ts'
import { entry } from '#scoring/definition/lookup.ts'
import { type ChangedLeaf, differences } from '#scoring/differences/differences.ts'
import type { Executor } from '#server/db/database.ts'
import { Failure } from '#server/http/failure.ts'
import type { Actor } from '#server/http/subject.ts'
import { keyOptions } from './key-options.ts'
import type { OneOfAll } from './versions.ts'

/**
 * The differences between a version and another one: the one named, or the newest one published before it.
 * @throws Failure not_found when there is none of the number named
 */
export async function compare(
  _db: Executor,
  { entry: own, definition, all }: OneOfAll,
  { from }: QueryOf<typeof definitionDifferences>,
  { locale }: Actor,
): Promise<{ from: number | null; differences: Difference[] }> {
  const before =
    from === undefined
      ? all.find(({ entry: { version, state } }) => state === 'published' && version < own.version)
      : all.find(({ entry: { version } }) => version === from)
  if (before === undefined) {
    if (from !== undefined) throw new Failure('not_found')
    return { from: null, differences: [] }
  }
  const titleOf = (section: string) =>
    [definition, before.definition]
      .map(({ texts }) => entry(texts[locale].sections, section)?.title)
      .find((title) => title !== undefined) ?? section
  const optionsOf = (id: string, { field, before: then, after: now }: ChangedLeaf) => {
    const old = keyOptions(before.definition, { id, field, value: then }, locale)
    const current = keyOptions(definition, { id, field, value: now }, locale)
    return old === null && current === null ? null : { before: old, after: current }
  }
  const told = differences(before.definition, definition).map(
    ({ kind, id, names, section, change, leaves }): Difference => ({
      kind,
      id,
      change,
      name: names[locale] ?? names.tr ?? names.en ?? null,
      section: section === null ? null : titleOf(section),
      leaves: leaves.map((leaf) => ({ ...leaf, options: kind === 'item' ? optionsOf(id, leaf) : null })),
    }),
  )
  return { from: before.entry.version, differences: told }
}
