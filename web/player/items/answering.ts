import type { FormItem } from '#contract/participant.ts'
import type { ResponseValue } from '#contract/responses.ts'
import type { KeptAnswer } from '../attempt/model.ts'

/** What every kind of item gets. Practice items are drawn by the same components, and marked. */
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

/** The texts of an item in the order in which they are read aloud. */
export function spokenTexts(item: FormItem): string[] {
  const prompt = item.prompt.replace(/\[\[[^\]]*\]\]/g, '…')
  if (item.options === undefined || item.options.some((option) => option.image !== undefined)) return [prompt]
  return [prompt, ...item.options.map((option, index) => `${index + 1}. ${option.label}`)]
}
