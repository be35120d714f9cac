import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { openMagicLink } from '#contract/auth.ts'
import { demoMailbox } from '#contract/dev.ts'
import { getOwnAssignment, listOwnAssignments, startAttempt, submitAttempt } from '#contract/participant.ts'
import { saveResponses } from '#contract/responses.ts'
import { request } from '#test/support/api.ts'

const definition = z
  .object({ scales: z.array(z.object({ key: z.string(), items: z.array(z.string()) })) })
  .parse(JSON.parse(readFileSync('content/SCL90/5/definition.json', 'utf8')))

const itemCount = 90
const pageSize = 15

/** The n-th person's answers to the 90 statements, 0 to 4; null is left blank. */
export function answersOf(person: number): (number | null)[] {
  return Array.from({ length: itemCount }, (_, index) => {
    // The first person answers all with 0. Three people leave out a few, a dimension, and too many.
    if (person === 0) return 0
    if (person === 17 && index % 20 === 3) return null
    if (person === 18 && hostility.has(index)) return null
    if (person === 19 && index % 4 === 0) return null
    return (person * 3 + index * (person % 4 === 0 ? 2 : 7) + Math.floor((index * person) / 11)) % 5
  })
}

const idOf = (index: number) => `q${String(index + 1).padStart(2, '0')}`
const indexOf = (id: string) => Number(id.slice(1)) - 1
const hostility = new Set(definition.scales.find(({ key }) => key === 'HOS')?.items.map(indexOf))

export interface ChecklistScores {
  dimensions: Record<string, number | null>
  GSI: number | null
  PST: number | null
  PSDI: number | null
}

/**
 * The scores by the published rules, deliberately computed a second time: a dimension is the mean of its
 * answered statements, null above 40 % blank; GSI the mean of all answered, PST how many are above 0, PSDI their
 * mean; all three are null above 18 blanks.
 */
export function expectedScores(answers: readonly (number | null)[]): ChecklistScores {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const given = answers.filter((value) => value !== null)
  const dimensions = definition.scales.map(({ key, items }) => {
    const own = items.map((id) => answers[indexOf(id)]).filter((value) => typeof value === 'number')
    const tooFew = items.length - own.length > 0.4 * items.length
    return [key, tooFew ? null : sum(own) / own.length] as const
  })
  const above = given.filter((value) => value > 0)
  const tooFew = answers.length - given.length > 18
  return {
    dimensions: Object.fromEntries(dimensions),
    GSI: tooFew ? null : sum(given) / given.length,
    PST: tooFew ? null : above.length,
    PSDI: tooFew || above.length === 0 ? null : sum(given) / above.length,
  }
}

/** The personal link in a person's newest mail. */
export async function mailedLink(url: string, email: string): Promise<string> {
  const { answer } = await request(url, demoMailbox, { query: { to: email } })
  const link = answer[0]?.links.find((one) => one.includes('/magic-link/'))
  if (link === undefined) throw new Error(`no mail with a link to ${email}`)
  return link
}

/** Opens the mailed link, consents, answers page by page and submits, all over HTTP. */
export async function takeChecklist(
  url: string,
  email: string,
  answers: readonly (number | null)[],
): Promise<{ assignmentId: string; receipt: string }> {
  const [uid = '', secret = ''] = new URL(await mailedLink(url, email)).pathname.split('/').slice(2)
  const { token } = (await request(url, openMagicLink, { params: { uid, token: secret } })).answer
  const own = await request(url, listOwnAssignments, { token })
  const assignmentId = own.answer.results.find(({ inventory }) => inventory.code === 'SCL90')?.id ?? ''
  const params = { assignmentId }
  const { notices } = (await request(url, getOwnAssignment, { token, params })).answer
  const accepted = notices.map(({ id }) => id)
  const started = await request(url, startAttempt, { token, params, body: { accepted } })
  const { testId, attemptToken, epoch } = started.answer
  for (let from = 0; from < itemCount; from += pageSize) {
    const page = answers.slice(from, from + pageSize).flatMap((value, offset) => {
      const seq = from + offset + 1
      return value === null ? [] : [[idOf(from + offset), { value: String(value), seq }] as const]
    })
    const body = { testId, epoch, responses: Object.fromEntries(page) }
    const { answer } = await request(url, saveResponses, { token: attemptToken, body })
    if (answer.data.saved.length !== page.length) throw new Error(`saved ${answer.data.saved}`)
  }
  const submitted = await request(url, submitAttempt, { token: attemptToken, params, body: { epoch } })
  return { assignmentId, receipt: submitted.answer.receipt }
}
