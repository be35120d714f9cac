import type { Definition, Locale } from '#scoring/definition/definition.ts'
import { entry, optionIds } from '#scoring/definition/lookup.ts'
import type { KeyPlace } from './flags.ts'

/** The place and length of the keys of all items with one right option of several. A shuffled option has no place. */
export function keyPlaces(definition: Definition, locale: Locale): KeyPlace[] {
  const words = definition.texts[locale].items
  return definition.sections.flatMap(({ items, shuffleOptions = false }) =>
    items.flatMap((item): KeyPlace[] => {
      if (item.type !== 'single' && item.type !== 'image_choice') return []
      const keys = [item.key ?? []].flat()
      const [key] = keys
      const options = optionIds(definition, item)
      if (key === undefined || keys.length > 1 || options.length < 2) return []
      const texts = entry(words, item.id)?.options
      const length = (id: string) => [...(entry(texts, id) ?? '')].length
      return [
        {
          offered: options.length,
          place: shuffleOptions && item.optionSet === undefined ? -1 : options.indexOf(key),
          longest: options.every((id) => id === key || length(id) < length(key)),
        },
      ]
    }),
  )
}
