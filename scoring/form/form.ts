import type { Definition, Locale, Section } from '#scoring/definition/definition.ts'
import type { Item, ItemType, PracticeItem } from '#scoring/definition/item-schema.ts'
import { entry } from '#scoring/definition/lookup.ts'
import {
  feedbackKey,
  instructionsKey,
  mayReadAloud,
  mayReadPractice,
  spokenTexts,
} from '#scoring/definition/spoken.ts'
import type { ItemTexts, Texts } from '#scoring/definition/text-schema.ts'
import { type FormRecording, recordingsOf } from './form-audio.ts'
import { itemOptions, partOptions, sectionItems } from './form-order.ts'
import { type FormStimulus, figureUri, formStimulus } from './form-stimulus.ts'
import { itemsLeftOut, sensitiveScales } from './left-out.ts'

type FormOption = { id: string; label: string; image?: string }
type FormItem = {
  id: string
  type: ItemType
  prompt: string
  stimulus?: FormStimulus
  /** A data: URI. */
  image?: string
  /** The image in words. */
  alt?: string
  options?: FormOption[]
  parts?: { id: string; label: string; options?: FormOption[] }[]
  /** The device must not read it aloud. */
  readAloud?: false
  /** A blank is as good as an answer: of a sensitive scale. */
  mayLeaveBlank?: true
  /** Recordings in the order in which they are played: of everything that is read of the item, or none. */
  audio?: FormRecording[]
  /** Language of the item's words when it is fixed by the inventory. */
  lang?: Locale
}
/** `key`: null when any answer is right; a list is the exact set for `multiple` and any of them for the others. */
type FormPracticeItem = FormItem & {
  key: string | string[] | null
  feedback: { right: string; wrong: string }
  feedbackAudio?: { right: FormRecording; wrong: FormRecording }
}
type FormSection = {
  id: string
  title: string
  instructions: string
  /** A data: URI of the drawing beside the instructions. */
  image?: string
  /** Recordings of the instructions. */
  audio?: FormRecording[]
  timeLimitSeconds?: number
  navigation: Section['navigation']
  practice?: FormPracticeItem[]
  /** Practice is asked again until it is right or skipped. */
  practiceUntilRight?: true
  items: FormItem[]
}
export type Form = {
  inventory: { code: string; name: string }
  locale: Locale
  sections: FormSection[]
  /** A blank is as good as an answer: of a sensitive inventory. */
  mayLeaveBlank?: true
  /** Shown to everybody once the test is done. */
  closing?: { title: string; text: string }
}

/**
 * Builds the form that a person is shown: words of one language, items and options drawn and ordered by the seed. It
 * contains no keys, weights or scoring; practice items, which are never saved, carry their key and feedback. Throws when
 * a text is missing, which checkDefinition has ruled out for every stored definition.
 * @param leftOut scales without consent: neither their items nor a section of nothing else are in it
 */
export function buildForm(
  definition: Definition,
  locale: Locale,
  seed: string,
  leftOut: readonly string[] = [],
): Form {
  const texts = definition.texts[locale]
  const sensitive = itemsLeftOut(definition, sensitiveScales(definition))
  const sections = askedSections(definition, seed, leftOut).map(({ section, items }): FormSection => {
    const words = need(entry(texts.sections, section.id), `sections.${section.id}`)
    const audio = recordingsOf(definition, locale, [{ key: instructionsKey(section.id) }])
    const practice = section.practice?.map((item) => practiceItem(definition, section, item, locale, seed))
    return {
      id: section.id,
      title: words.title,
      instructions: words.instructions,
      ...(section.image !== undefined && { image: figureUri(definition, section.image) }),
      ...(audio && { audio }),
      ...(section.timeLimitSeconds !== undefined && { timeLimitSeconds: section.timeLimitSeconds }),
      navigation: section.navigation,
      ...(practice && practice.length > 0 && { practice }),
      ...(section.practiceUntilRight && { practiceUntilRight: true as const }),
      items: items.map((item) =>
        heard(definition, item, locale, mayReadAloud(section, item), {
          ...formItem(definition, section, item, locale, seed),
          ...(sensitive.has(item.id) && { mayLeaveBlank: true as const }),
        }),
      ),
    }
  })
  return {
    inventory: { code: definition.code, name: texts.name },
    locale,
    sections,
    ...(definition.sensitive && { mayLeaveBlank: true as const }),
    ...(texts.closing && { closing: texts.closing }),
  }
}

/** The sections with what is asked of them. Drawn and ordered first, so that the other items are where they would be. */
function askedSections(definition: Definition, seed: string, leftOut: readonly string[]) {
  const without = itemsLeftOut(definition, leftOut)
  return definition.sections.flatMap((section) => {
    const items = sectionItems(section, seed).filter(({ id }) => !without.has(id))
    return items.length === 0 ? [] : [{ section, items }]
  })
}

/**
 * Item ids in the order a person meets them, over all sections, practice left out: after `select`
 * and the seeded shuffle. The same seed gives the same list on every machine, always.
 * @param leftOut scales without consent
 */
export function presentedItems(
  definition: Definition,
  seed: string,
  leftOut: readonly string[] = [],
): string[] {
  return askedSections(definition, seed, leftOut).flatMap(({ items }) => items.map(({ id }) => id))
}

/**
 * Counts the items a person gets, practice left out.
 * @param leftOut scales without consent
 */
export function itemCount(definition: Definition, leftOut: readonly string[] = []): number {
  const without = itemsLeftOut(definition, leftOut)
  return definition.sections.reduce((count, { items, select = items.length }) => {
    const asked = items.filter(({ id }) => !without.has(id)).length
    return count + Math.min(select, asked)
  }, 0)
}

function practiceItem(
  definition: Definition,
  section: Section,
  item: PracticeItem,
  locale: Locale,
  seed: string,
): FormPracticeItem {
  const feedback =
    entry(definition.texts[locale].items, item.id)?.feedback ??
    entry(itemTexts(definition, locale).items, item.id)?.feedback
  const mayRead = mayReadPractice(item)
  const said = (which: 'right' | 'wrong') =>
    mayRead ? entry(definition.audio?.[locale], feedbackKey(item.id, which)) : undefined
  const [right, wrong] = [said('right'), said('wrong')]
  return {
    ...heard(definition, item, locale, mayRead, formItem(definition, section, item, locale, seed)),
    key: item.key ?? null,
    feedback: need(feedback, `items.${item.id}.feedback`),
    ...(right && wrong && { feedbackAudio: { right, wrong } }),
  }
}

/** Adds an item's recordings in the order of its options, or that it must not be read aloud. */
function heard<Shown extends FormItem>(
  definition: Definition,
  item: Item,
  locale: Locale,
  mayRead: boolean,
  shown: Shown,
): Shown {
  if (!mayRead) return { ...shown, readAloud: false }
  const order = shown.options?.map(({ id }) => id)
  const texts = spokenTexts(definition, item, itemTexts(definition, locale), order)
  const audio = recordingsOf(definition, definition.itemLocale ?? locale, texts)
  return audio ? { ...shown, audio } : shown
}

function formItem(
  definition: Definition,
  section: Section,
  item: Item,
  locale: Locale,
  seed: string,
): FormItem {
  const texts = itemTexts(definition, locale)
  const words = need(entry(texts.items, item.id), `items.${item.id}`)
  const lang = definition.itemLocale
  const options = formOptions(definition, section, item, texts, words, seed)
  const parts = formParts(section, item, words, seed)
  return {
    id: item.id,
    type: item.type,
    prompt: need(words.prompt, `items.${item.id}.prompt`),
    ...(item.stimulus !== undefined && { stimulus: formStimulus(definition, item.stimulus, lang ?? locale) }),
    ...(item.image !== undefined && {
      image: figureUri(definition, item.image),
      alt: need(words.alt, `items.${item.id}.alt`),
    }),
    ...(options && { options }),
    ...(parts && { parts }),
    ...(lang && { lang }),
  }
}

function formOptions(
  definition: Definition,
  section: Section,
  item: Item,
  texts: Texts,
  words: ItemTexts,
  seed: string,
): FormOption[] | undefined {
  if (item.type === 'numeric' || item.type === 'gap' || item.type === 'inline_choice') return undefined
  const set = 'optionSet' in item && !item.options ? item.optionSet : undefined
  const labels = set === undefined ? words.options : entry(texts.optionSets, set)
  return itemOptions(definition, section, item, seed).map((id) => {
    const image = entry(item.optionImages, id)
    const label = need(entry(labels, id), `items.${item.id}.options.${id}`)
    return { id, label, ...(image !== undefined && { image: figureUri(definition, image) }) }
  })
}

function formParts(section: Section, item: Item, words: ItemTexts, seed: string) {
  if (!('parts' in item)) return undefined
  return item.parts.map((part) => {
    const where = `items.${item.id}.parts.${part.id}`
    const partWords = need(entry(words.parts, part.id), where)
    if (!('options' in part)) return { id: part.id, label: partWords.label }
    const options = partOptions(section, item, part, seed).map((id) => ({
      id,
      label: need(entry(partWords.options, id), `${where}.options.${id}`),
    }))
    return { id: part.id, label: partWords.label, options }
  })
}

function itemTexts(definition: Definition, locale: Locale): Texts {
  return definition.texts[definition.itemLocale ?? locale]
}

function need<T>(value: T | undefined, where: string): T {
  if (value === undefined) throw new Error(`the definition has no text at ${where}`)
  return value
}
