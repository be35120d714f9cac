import type { Form, FormItem } from '#contract/participant.ts'
import type { Step } from '../attempt/steps.ts'

type Section = Form['sections'][number]
type ItemStep = Extract<Step, { kind: 'item' }>

const pageLength = 10

/**
 * Returns a key of the answers, which items must share to be on one page. Undefined for an item that needs its own screen.
 */
function headOf({ type, stimulus, image, lang, options = [] }: FormItem): string | undefined {
  const plain = stimulus === undefined && image === undefined && options.length <= 7
  if (type !== 'likert' || !plain || options.some((option) => option.image !== undefined)) return undefined
  return JSON.stringify([lang, options.map(({ id, label }) => [id, label])])
}

/** A section's items by pages of ten statements with the same answers; any other item has a page of its own. */
function pagesOf(section: Section): FormItem[][] {
  const pages: FormItem[][] = []
  let head: string | undefined
  for (const item of section.items) {
    const own = headOf(item)
    const page = pages[pages.length - 1]
    if (page && own !== undefined && own === head && page.length < pageLength) page.push(item)
    else pages.push([item])
    head = own
  }
  return pages
}

export interface ItemPage {
  steps: ItemStep[]
  /** Its number within the section, and how many pages with several items that has. */
  number: number
  total: number
}

/** The page that an item is on. Undefined where it has none: alone, against the clock, or where no way leads back. */
export function pageOf(steps: readonly Step[], step: Step): ItemPage | undefined {
  if (step.kind !== 'item') return undefined
  const { section } = step
  if (section.navigation !== 'free' || section.timeLimitSeconds !== undefined) return undefined
  const pages = pagesOf(section).filter(({ length }) => length > 1)
  const at = pages.findIndex((page) => page.includes(step.item))
  const page = pages[at]
  if (page === undefined) return undefined
  const on = steps.filter(
    (each): each is ItemStep => each.kind === 'item' && each.section === section && page.includes(each.item),
  )
  return { steps: on, number: at + 1, total: pages.length }
}
