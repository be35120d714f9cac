import type { Difference } from '#contract/differences.ts'
import type { Locale } from '#contract/fields.ts'
import { differences } from '#scoring/differences/differences.ts'
import { entry } from '#scoring/lookup.ts'
import { Failure } from '#server/http/failure.ts'
import type { Held } from './versions.ts'

/**
 * What differs between a version and another one: the one named, else the newest one published before it.
 * @throws Failure not_found when there is none of the number named
 */
export function compare(
  { entry: own, definition, all }: Held & { readonly all: readonly Held[] },
  from: number | undefined,
  locale: Locale,
): { from: number | null; differences: Difference[] } {
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
  const told = differences(before.definition, definition).map(
    ({ kind, id, names, section, change, leaves }): Difference => ({
      ...{ kind, id, change },
      name: names[locale] ?? names.tr ?? names.en ?? null,
      section: section === null ? null : titleOf(section),
      leaves,
    }),
  )
  return { from: before.entry.version, differences: told }
}
