import type { Form } from '#contract/participant.ts'
import type { LiveAttempt } from '../attempt/live.ts'
import { isDraft } from '../attempt/model.ts'
import { isAnswered, type Step } from '../attempt/steps.ts'
import { sectionIsOver } from './limits.ts'

export type ItemStep = Extract<Step, { kind: 'item' }>

/** One section in the overview. */
export interface Part {
  section: Form['sections'][number]
  total: number
  answered: number
  /** The items of the whole test that are blank, by id. */
  blank: ReadonlySet<string>
  /** The items that can be opened. */
  open: readonly ItemStep[]
  /** Why something of it cannot: its time is over, or it was passed in a section without going back. */
  closed: 'over' | 'behind' | undefined
  /** The number of blank items that can't be answered any more. */
  closedBlanks: number
}

interface Looked {
  live: LiveAttempt
  items: readonly ItemStep[]
  mayOpen: (step: ItemStep) => boolean
}

/** Every section with what is answered of it and what still can be, and all blanks in the order of the test. */
export function overviewOf({ live, items, mayOpen }: Looked): { parts: Part[]; blanks: ItemStep[] } {
  const { head, progress } = live.get()
  const blanks = items.filter(({ item }) => {
    const kept = progress.answers[item.id]
    return !kept || isDraft(kept) || kept.state === 'refused' || !isAnswered(item, kept.value)
  })
  const blank = new Set(blanks.map(({ item }) => item.id))
  const parts = head.form.sections.map((section): Part => {
    const own = items.filter((step) => step.section.id === section.id)
    const open = own.filter(mayOpen)
    const over = sectionIsOver(head, section.id, live.clock.now())
    return {
      section,
      total: own.length,
      answered: own.filter(({ item }) => !blank.has(item.id)).length,
      blank,
      open,
      closed: over ? 'over' : open.length < own.length ? 'behind' : undefined,
      closedBlanks: own.filter((step) => blank.has(step.item.id) && !open.includes(step)).length,
    }
  })
  return { parts, blanks }
}
