import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { readTestId } from '#server/features/delivery/attempts/tokens.ts'
import { post, unlessCut, untilAnswered, type World } from './client.ts'
import type { Answers } from './history.ts'

const Saved = z.object({
  data: z.object({ saved: z.array(z.string()), late: z.array(z.string()) }),
  status: z.literal('success'),
})
const Receipt = z.object({ receipt: z.string() })
export const Started = z.object({ testId: z.string(), attemptToken: z.string(), epoch: z.number() })

/** Items whose answer is one of their options, with the options' ids. */
export type Choices = readonly { readonly id: string; readonly options: readonly string[] }[]

/** A person who has a test to take. */
export interface Person {
  readonly token: string
  readonly assignmentId: string
  readonly choices: Choices
}

/** A test that runs. */
export interface Running {
  /** The name in the history: the attempt's id, or what a tablet called it. */
  readonly attempt: string
  readonly assignmentId: string
  readonly started: z.infer<typeof Started>
  readonly choices: Choices
  /** The number of its last answer. */
  readonly seq: number
}

/**
 * One person after the other with a simulated device: answers a few times a second whether or not the server is there, sends
 * what is not acknowledged in order, and hands the test in. The last one goes on until all is calm.
 */
export async function takeTests(people: readonly Person[], world: World): Promise<void> {
  for (const [at, { choices, ...person }] of people.entries()) {
    if (world.calm()) return
    const begun = await begin(world, { ...person, by: 'http' })
    const isLast = at === people.length - 1
    const answers = 20 + Math.floor(world.random() * 60)
    await takeTest({ ...begun, choices, seq: 0 }, world, isLast ? Number.POSITIVE_INFINITY : answers)
  }
}

/** Starts a test, or goes on with it. */
export async function begin(
  world: World,
  { token, assignmentId, by }: { token: string; assignmentId: string; by: 'http' | 'browser' },
) {
  const started = await untilAnswered(world, async () => {
    const path = `/participant/assignments/${assignmentId}/start/`
    world.tell({ what: 'asked', to: 'begin', assignment: assignmentId })
    const answer = await post(world, { path, token, attempt: null, body: { accepted: ['information'] } })
    return answer === undefined ? undefined : Started.parse(answer)
  })
  const attempt = readTestId(started.testId)?.attemptId
  if (attempt === undefined) throw new Error(`no test is called ${started.testId}`)
  world.tell({ what: 'begun', attempt, assignment: assignmentId, by })
  return { attempt, assignmentId, started }
}

/** Gives this number of answers, or as many as come until all is calm; then the test is handed in. */
export async function takeTest(
  { attempt, assignmentId, choices, started, seq: before }: Running,
  world: World,
  answers: number,
): Promise<void> {
  const { testId, attemptToken: token, epoch } = started
  const unsent: Answers = {}
  const send = async () => {
    const sent = { ...unsent }
    if (Object.keys(sent).length === 0) return
    world.tell({ what: 'sent', attempt, epoch, answers: sent })
    const body = { testId, epoch, responses: sent }
    const path = '/participant/tests/save-responses/'
    const answer = await post(world, { path, token, attempt, body })
    if (answer === undefined) return
    const { saved, late } = Saved.parse(answer).data
    const taken = Object.fromEntries(Object.entries(sent).filter(([item]) => saved.includes(item)))
    world.tell({ what: 'acknowledged', attempt, epoch, answers: taken, late })
    for (const [item, { seq }] of Object.entries(taken)) if (unsent[item]?.seq === seq) delete unsent[item]
  }
  for (let seq = before + 1; seq <= before + answers && !world.calm(); seq += 1) {
    const { item, value } = chooseFrom(choices, world.random)
    unsent[item] = { value, seq }
    await unlessCut(world, send)
    await pause(100 + world.random() * 200, undefined, { signal: world.signal })
  }
  await untilAnswered(world, async () => {
    await send()
    return Object.keys(unsent).length === 0 || undefined
  })
  const receipt = await untilAnswered(world, async () => {
    const path = `/participant/assignments/${assignmentId}/submit/`
    world.tell({ what: 'asked', to: 'submit', assignment: assignmentId })
    const answer = await post(world, { path, token, attempt, body: {} })
    return answer === undefined ? undefined : Receipt.parse(answer).receipt
  })
  world.tell({ what: 'submitted', attempt, receipt })
}

/** Any option of any item. */
export function chooseFrom(choices: Choices, random: () => number): { item: string; value: string } {
  const item = choices[Math.floor(random() * choices.length)]
  const value = item?.options[Math.floor(random() * item.options.length)]
  if (item === undefined || value === undefined) throw new Error('the test has nothing to choose')
  return { item: item.id, value }
}
