import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { z } from 'zod'
import { inviteEmails } from '#contract/people.ts'
import { isFollowed } from '#scoring/form/auto-next.ts'
import { request } from '#test/support/api.ts'
import { inventory } from '#test/support/cast.ts'
import { inSight } from './boxes.ts'
import { mailedLink } from './checklist.ts'
import { atItem, tap } from './phone.ts'
import type { Served } from './served.ts'
import { focused, follow } from './waiting.ts'

const item = z.object({
  id: z.string(),
  type: z.string(),
  key: z.union([z.string(), z.number(), z.array(z.string())]).optional(),
  options: z.array(z.string()).optional(),
  optionSet: z.string().optional(),
  image: z.string().optional(),
})
export type Item = z.infer<typeof item>
const definition = z.object({
  optionSets: z.record(z.string(), z.array(z.string())).default({}),
  sections: z.array(
    z.object({
      timeLimitSeconds: z.number().optional(),
      navigation: z.enum(['free', 'linear']),
      practice: z.array(item).default([]),
      items: z.array(item),
    }),
  ),
})
type Definition = z.infer<typeof definition>

const words = z.object({
  items: z.record(z.string(), z.object({ feedback: z.object({ right: z.string() }).optional() })),
})

function content(code: string, file: string): unknown {
  const latest = Math.max(...readdirSync(`content/${code}`).map(Number))
  return JSON.parse(readFileSync(`content/${code}/${latest}/${file}.json`, 'utf8'))
}

/** The right option, or the middle one if none is right. Each person has a different order. */
function optionOf({ key, options, optionSet }: Item, sets: Definition['optionSets']): string {
  const all = options ?? sets[optionSet ?? ''] ?? []
  return String([key ?? []].flat()[0] ?? all[Math.floor(all.length / 2)])
}

async function answer(page: Page, one: Item, sets: Definition['optionSets']): Promise<void> {
  if (one.type === 'numeric') {
    // Opening an item focuses its question.
    await focused(page.locator('#prompt'))
    await page.getByRole('textbox').fill(String(one.key))
    return
  }
  await page.locator(`input[type=radio][value=${JSON.stringify(optionOf(one, sets))}]`).tap()
}

async function tapUntilGone(page: Page, counter: string): Promise<void> {
  const gone = () =>
    page
      .getByText(counter, { exact: true })
      .waitFor({ state: 'detached', timeout: 1500 })
      .then(
        () => true,
        () => false,
      )
  do await tap(page, 'Next')
  while (!(await gone()))
}

/** Invites one person to one test. @returns the link that they are mailed */
export async function invite(
  { server, cast }: Served,
  person: { email: string; name: string },
  code: string,
): Promise<string> {
  await request(server.url, inviteEmails, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
    body: { emails: [person], inventoryIds: [inventory(cast, code)] },
  })
  await server.runJobs()
  return mailedLink(server.url, person.email)
}

/** Opens an invitation's link in English, reads its one notice and starts the test. */
export async function startInvited(
  page: Page,
  link: string,
  notice: string,
  { consents = false } = {},
): Promise<void> {
  await follow(page, link)
  await tap(page, 'English')
  await tap(page, 'Let’s start')
  await page.getByRole('heading', { name: notice }).waitFor()
  await tap(page, 'Continue')
  if (consents) await tap(page, 'I give explicit consent')
  await page.getByRole('heading', { name: 'Before you start' }).waitFor()
  await tap(page, 'Start test')
}

/**
 * Takes a shipped test in English from first practice to review, with everything right.
 * @param look called at each screen with an item
 * @returns how many items there were
 */
export async function takeShipped(
  page: Page,
  code: string,
  look: (one: Item) => Promise<void> = async () => undefined,
): Promise<number> {
  const { sections, optionSets } = definition.parse(content(code, 'definition'))
  const texts = words.parse(content(code, 'en')).items
  const total = sections.reduce((sum, { items }) => sum + items.length, 0)
  let number = 0
  for (const section of sections) {
    const { timeLimitSeconds, practice, items } = section
    for (const [at, one] of practice.entries()) {
      await page.getByText(`${at + 1} / ${practice.length}`, { exact: true }).waitFor()
      // Even with a limit for the whole test, which pauses.
      await page.getByText('No time limit, no points', { exact: true }).waitFor()
      await look(one)
      await answer(page, one, optionSets)
      await tap(page, 'Check')
      const said = page.getByRole('status').getByText(texts[one.id]?.feedback?.right ?? '', { exact: true })
      await said.waitFor()
      await inSight(said)
      await tap(page, 'Next')
    }
    if (timeLimitSeconds !== undefined) {
      await page.getByText('This section’s time starts when you press Next.').waitFor()
      await tap(page, 'Next')
    }
    for (const [at, one] of items.entries()) {
      number += 1
      await atItem(page, number, total)
      await look(one)
      await answer(page, one, optionSets)
      if (isFollowed(section, at)) continue
      // Right after such a step Next does nothing: pressed again where the question stayed.
      if (at > 0 && isFollowed(section, at - 1)) await tapUntilGone(page, `${number} / ${total}`)
      else await tap(page, number === total ? 'Review answers' : 'Next')
      if (timeLimitSeconds !== undefined && one === items.at(-1)) await tap(page, 'Finish section')
    }
  }
  return number
}

/** Submits a complete test and waits for the receipt. */
export async function handIn(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'You’ve answered everything' }).waitFor()
  await tap(page, 'Submit answers')
  await page.getByRole('dialog').getByRole('button', { name: 'Submit answers' }).tap()
  await page.getByRole('heading', { level: 1, name: `Thank you, ${name}` }).waitFor()
}
