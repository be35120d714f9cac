import { readFileSync } from 'node:fs'
import { z } from 'zod'

const content = (file: string): unknown => JSON.parse(readFileSync(`content/ENGLISH/3/${file}.json`, 'utf8'))

const definition = z
  .object({
    sections: z.array(
      z.object({
        id: z.string(),
        items: z.array(z.object({ id: z.string(), key: z.string(), options: z.array(z.string()) })),
      }),
    ),
  })
  .parse(content('definition'))

const words = z
  .object({
    items: z.record(z.string(), z.object({ prompt: z.string(), options: z.record(z.string(), z.string()) })),
  })
  .parse(content('en'))

/** Right answers by section: 53 of 75, no section low enough to cap the level. C1: Φ(−3.5/3.6) − Φ(−10.5/3.6). */
const rightAnswers: Readonly<Record<string, number>> = { a1: 18, b1: 16, c1: 11, reading: 8 }
export const expectedPlacement = { total: 53, level: 'B2', neighbour: 'C1: 16%' }

export interface PlannedAnswer {
  itemId: string
  prompt: string
  option: string
  label: string
}

/** The answers to the 75 items: right ones first in each section, then the option after the key. */
export const plannedAnswers: readonly PlannedAnswer[] = definition.sections.flatMap((section) =>
  section.items.map(({ id, key, options }, index) => {
    const right = index < (rightAnswers[section.id] ?? 0)
    const option = right ? key : (options[(options.indexOf(key) + 1) % options.length] ?? '')
    const { prompt, options: labels } = words.items[id] ?? { prompt: '', options: {} }
    return { itemId: id, prompt, option, label: labels[option] ?? '' }
  }),
)
