import type { Definition, Locale, Section } from './definition.ts'
import type { Item, PracticeItem } from './item-schema.ts'
import { entry, optionIds } from './lookup.ts'
import type { Texts } from './text-schema.ts'

/** A text that a device reads aloud: its key, its words, and what is marked meanwhile (0 the prompt, then the options). */
export interface SpokenText {
  readonly key: string
  readonly text: string
  readonly marks?: number
}

/**
 * True when a device may read an item aloud: the item decides, or else its section. Where neither does, a section with a
 * time limit of its own is not read: it measures speed, and hearing takes longer or shorter than looking.
 */
export function mayReadAloud(
  section: Pick<Section, 'readAloud' | 'timeLimitSeconds'>,
  item: Pick<Item, 'readAloud'>,
): boolean {
  return item.readAloud ?? section.readAloud ?? section.timeLimitSeconds === undefined
}

/** Practice measures nothing, so it is read unless the item itself says no: instructions must be understood by everybody. */
export const mayReadPractice = (item: Pick<Item, 'readAloud'>): boolean => item.readAloud ?? true

/**
 * The texts of an item in the order in which they are read: what the player reads of it by the device's voice, too. A
 * passage is not read, nor anything but figures before the questions of a language test; options that are figures are not.
 * @param order of the options as they are shown
 */
export function spokenTexts(
  definition: Definition,
  item: Item | PracticeItem,
  texts: Texts,
  order?: readonly string[],
): SpokenText[] {
  const words = entry(texts.items, item.id)
  return [
    ...spokenStimulus(definition, item, texts),
    { key: `items.${item.id}.prompt`, text: words?.prompt ?? '', marks: 0 },
    ...(item.image === undefined ? [] : [{ key: `items.${item.id}.alt`, text: words?.alt ?? '' }]),
    ...spokenOptions(definition, item, texts, order),
  ]
}

function spokenStimulus(definition: Definition, item: Item, texts: Texts): SpokenText[] {
  const stimulus = definition.stimuli?.find(({ id }) => id === item.stimulus)
  if (stimulus === undefined || stimulus.kind === 'passage') return []
  if (stimulus.kind !== 'figure' && definition.itemLocale !== undefined) return []
  const words = entry(texts.stimuli, stimulus.id)
  const text =
    stimulus.kind === 'figure'
      ? `${words?.text ?? ''} ${words?.alt ?? ''}`
      : `${words?.title ?? ''}\n${words?.text ?? ''}`
  return [{ key: `stimuli.${stimulus.id}`, text }]
}

function spokenOptions(
  definition: Definition,
  item: Item,
  texts: Texts,
  order: readonly string[] | undefined,
): SpokenText[] {
  if (item.type === 'numeric' || item.type === 'gap' || item.type === 'inline_choice') return []
  if (Object.keys(item.optionImages ?? {}).length > 0) return []
  const set = 'optionSet' in item && !item.options ? item.optionSet : undefined
  const labels = set === undefined ? entry(texts.items, item.id)?.options : entry(texts.optionSets, set)
  const at = set === undefined ? `items.${item.id}.options` : `optionSets.${set}`
  return (order ?? optionIds(definition, item)).map((id, index) => ({
    key: `${at}.${id}`,
    text: entry(labels, id) ?? '',
    marks: index + 1,
  }))
}

/** The key of a section's instructions. */
export const instructionsKey = (sectionId: string) => `sections.${sectionId}.instructions`

/** The key of a line before the test. */
export const preTestKey = (id: string) => `preTest.${id}`

/** The key of what is said of a practice answer. */
export const feedbackKey = (itemId: string, which: 'right' | 'wrong') => `items.${itemId}.feedback.${which}`

/** Every text of a language that may have a recording, by its key: lines before the test, instructions, and of items what may be read aloud. */
export function recordableTexts(definition: Definition, locale: Locale): Map<string, string> {
  const texts = definition.texts[locale]
  const found = new Map<string, string>()
  for (const id of definition.preTest) found.set(preTestKey(id), entry(texts.preTest, id) ?? '')
  const ownsItems = definition.itemLocale === undefined || definition.itemLocale === locale
  for (const section of definition.sections) {
    found.set(instructionsKey(section.id), entry(texts.sections, section.id)?.instructions ?? '')
    if (!ownsItems) continue
    const practice = (section.practice ?? []).filter(mayReadPractice)
    for (const item of [...practice, ...section.items.filter((one) => mayReadAloud(section, one))])
      for (const { key, text } of spokenTexts(definition, item, texts)) found.set(key, text)
    for (const { id } of practice)
      for (const which of ['right', 'wrong'] as const)
        found.set(feedbackKey(id, which), entry(texts.items, id)?.feedback?.[which] ?? '')
  }
  return found
}
