import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { z } from 'zod'
import { focused } from './focus.ts'
import { atItem, tap } from './phone.ts'

const item = z.object({
  id: z.string(),
  type: z.string(),
  key: z.union([z.string(), z.number(), z.array(z.string())]).optional(),
  options: z.array(z.string()).optional(),
  optionSet: z.string().optional(),
})
type Item = z.infer<typeof item>
const { sections, optionSets } = z
  .object({
    optionSets: z.record(z.string(), z.array(z.string())),
    sections: z.array(
      z.object({
        timeLimitSeconds: z.number().optional(),
        practice: z.array(item).default([]),
        items: z.array(item),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync('content/MYT/1/definition.json', 'utf8')))

const total = sections.reduce((sum, { items }) => sum + items.length, 0)

/** The place of the right option, or of the middle one where nothing is right. */
function placeOf({ key, options, optionSet }: Item): number {
  const all = options ?? optionSets[optionSet ?? ''] ?? []
  const right = [key ?? []].flat()[0]
  return right === undefined ? Math.floor(all.length / 2) : all.indexOf(String(right))
}

async function answer(page: Page, one: Item): Promise<void> {
  if (one.type === 'numeric') {
    // An item that opens takes the focus to its question.
    await focused(page.locator('#prompt'))
    await page.getByRole('textbox').fill(String(one.key))
    return
  }
  await page.getByRole('radio').nth(placeOf(one)).check()
}

/**
 * Takes MYT in English from its first practice item to its review, everything right that can be right.
 * @param look called at each screen that holds an item
 */
export async function takeProfile(
  page: Page,
  look: (id: string) => Promise<void> = async () => undefined,
): Promise<void> {
  let number = 0
  for (const { timeLimitSeconds, practice, items } of sections) {
    for (const [at, one] of practice.entries()) {
      await page.getByText(`${at + 1} / ${practice.length}`, { exact: true }).waitFor()
      await look(one.id)
      await answer(page, one)
      await tap(page, 'Check')
      await page
        .getByRole('status')
        .getByText(/^Right\./)
        .waitFor()
      await tap(page, 'Next')
    }
    if (timeLimitSeconds !== undefined) {
      await page.getByText('This section’s time starts when you press Next.').waitFor()
      await tap(page, 'Next')
    }
    for (const one of items) {
      number += 1
      await atItem(page, number, total)
      await look(one.id)
      await answer(page, one)
      await tap(page, number === total ? 'Review answers' : 'Next')
    }
  }
  expect(number).toBe(173)
}
