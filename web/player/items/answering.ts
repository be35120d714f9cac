import type { FormItem } from '#contract/participant.ts'
import type { ResponseValue } from '#contract/responses.ts'
import type { KeptAnswer } from '../attempt/model.ts'

/** The props of every kind of item. Practice items are drawn by the same components, and marked. */
export interface ItemProps {
  item: FormItem
  kept: KeptAnswer | undefined
  answer: (value: ResponseValue, how?: { typed?: string; draft?: boolean }) => void
  /** The text being read aloud: 0 the prompt, then the options. */
  reading?: number | undefined
  /** Practice only, once checked. */
  marks?: Record<string, 'right' | 'wrong'>
}

export const chosenOption = (kept: KeptAnswer | undefined): string | undefined =>
  typeof kept?.value === 'string' ? kept.value : undefined

export const chosenOptions = (kept: KeptAnswer | undefined): string[] =>
  Array.isArray(kept?.value) ? kept.value : []

export const chosenParts = (kept: KeptAnswer | undefined): Record<string, string> => {
  const value = kept?.value
  return typeof value === 'object' && !Array.isArray(value) ? value : {}
}

const picksOne: readonly FormItem['type'][] = [
  'single',
  'likert',
  'true_false',
  'image_choice',
  'situational',
]

export const isPickOne = (item: FormItem): boolean => picksOne.includes(item.type)

/** The value after the person asks for the n-th option by its number, or undefined where numbers mean nothing. */
export function valueByNumber(
  item: FormItem,
  kept: KeptAnswer | undefined,
  n: number,
): ResponseValue | undefined {
  const option = item.options?.[n - 1]
  if (!option) return undefined
  if (isPickOne(item)) return option.id
  return item.type === 'multiple' ? toggled(chosenOptions(kept), option.id) : undefined
}

export const toggled = (chosen: readonly string[], id: string): string[] =>
  chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]

/** The description of a figure in one line: a screen reader runs lines together, and `1, 2` above `3` would be `1, 2 3`. */
export const spokenAlt = (alt: string) => {
  const lines = alt.split('\n').flatMap((line) => line.trim() || [])
  return lines
    .map((line, at) => (at < lines.length - 1 && !/[.:;,!?]$/.test(line) ? `${line};` : line))
    .join(' ')
}

/** True if an item, or one of its options, is a picture: such an item scales to the screen. */
export const hasPictures = ({ image, options = [] }: FormItem): boolean =>
  image !== undefined || options.some((option) => option.image !== undefined)

const blackOrWhite = /siyah|beyaz|\bblack\b|\bwhite\b/i

/** True if the question mentions black or white: its drawings must then keep them, in dark mode too. */
export const namesBlackOrWhite = ({ prompt, options = [], stimulus }: FormItem): boolean =>
  [prompt, stimulus?.kind === 'figure' ? stimulus.text : '', ...options.map(({ label }) => label)].some(
    (text) => blackOrWhite.test(text),
  )

/** A text to be read aloud; `marks` is what is marked meanwhile: 0 the prompt, then the options. */
export interface Spoken {
  text: string
  marks?: number
}

/**
 * The material before the question, as it is read aloud. A passage is left out: reading it is what its questions ask for. So
 * are a table and a procedure in a language test (its texts have a language of their own), for the same reason.
 */
function spokenStimulus(stimulus: FormItem['stimulus']): string[] {
  if (stimulus?.kind === 'figure') return [stimulus.text, stimulus.alt]
  if (stimulus === undefined || stimulus.lang !== undefined) return []
  if (stimulus.kind === 'procedure')
    return [stimulus.title, ...stimulus.steps.map((step, at) => `${at + 1}. ${step}`)]
  if (stimulus.kind !== 'table') return []
  const [heads = [], ...rows] = stimulus.rows
  return [
    stimulus.title,
    ...rows.map((cells) => cells.map((cell, column) => `${heads[column] ?? ''}: ${cell}`).join('; ')),
  ]
}

/**
 * The texts of an item in the order in which they are read aloud. Of a figure it is what it shows; options that are figures
 * are not read, because to hear what they show is another task than to look at them.
 */
export function spokenTexts(item: FormItem): Spoken[] {
  const { alt, options = [] } = item
  const pictured = options.some((option) => option.image !== undefined)
  return [
    ...spokenStimulus(item.stimulus).map((text) => ({ text })),
    { text: item.prompt.replace(/\[\[[^[\]]*\]\]/g, '…'), marks: 0 },
    ...(alt === undefined ? [] : [{ text: alt }]),
    ...(pictured
      ? []
      : options.map(({ label }, index) => ({ text: `${index + 1}. ${label}`, marks: index + 1 }))),
  ]
}
