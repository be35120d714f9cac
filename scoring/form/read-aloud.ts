import type { Section } from '#scoring/definition/definition.ts'
import type { Item } from '#scoring/definition/item-schema.ts'

/**
 * Whether a device may read an item aloud: as the item says, else its section. Where neither does, a section with a time
 * limit of its own is not read: it measures speed, and hearing takes longer or shorter than looking.
 */
export function mayReadAloud(
  section: Pick<Section, 'readAloud' | 'timeLimitSeconds'>,
  item: Pick<Item, 'readAloud'>,
): boolean {
  return item.readAloud ?? section.readAloud ?? section.timeLimitSeconds === undefined
}

/** Practice measures nothing, so it is read unless the item itself says no: instructions must be understood by everybody. */
export const mayReadPractice = (item: Pick<Item, 'readAloud'>): boolean => item.readAloud ?? true
