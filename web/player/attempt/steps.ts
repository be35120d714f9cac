import type { Form, FormItem } from '#contract/participant.ts'
import type { ResponseValue } from '#contract/responses.ts'

type Section = Form['sections'][number]
export type PracticeItem = NonNullable<Section['practice']>[number]

/** One screen of the test. `key` is kept in storage and in the browser's history, and is the same in every language. */
export type Step =
  | { key: string; kind: 'opening'; section: Section }
  | { key: string; kind: 'practice'; section: Section; item: PracticeItem; number: number; of: number }
  | { key: string; kind: 'item'; section: Section; item: FormItem; number: number }
  | { key: 'review'; kind: 'review' }

/** All screens in their order. A section has an opening screen only when its own time starts there. */
export function stepsOf(form: Form): Step[] {
  const steps: Step[] = []
  let number = 0
  for (const section of form.sections) {
    const practice = section.practice ?? []
    practice.forEach((item, index) => {
      steps.push({
        key: `practice:${section.id}:${item.id}`,
        kind: 'practice',
        section,
        item,
        number: index + 1,
        of: practice.length,
      })
    })
    if (section.timeLimitSeconds !== undefined)
      steps.push({ key: `opening:${section.id}`, kind: 'opening', section })
    for (const item of section.items) {
      number += 1
      steps.push({ key: `item:${item.id}`, kind: 'item', section, item, number })
    }
  }
  steps.push({ key: 'review', kind: 'review' })
  return steps
}

export const itemCount = (form: Form) => form.sections.reduce((sum, section) => sum + section.items.length, 0)

const filled = (value: string | undefined) => value !== undefined && value.trim() !== ''

/** True if a value answers the whole item; half a matching or an empty list does not. */
export function isAnswered(item: FormItem, value: ResponseValue | undefined): boolean {
  if (value === undefined) return false
  if (typeof value === 'number') return true
  if (typeof value === 'string') return filled(value)
  if (Array.isArray(value)) return value.length > 0
  const wanted = item.type === 'forced_choice' ? ['most', 'least'] : (item.parts ?? []).map((part) => part.id)
  return wanted.every((id) => filled(value[id]))
}
