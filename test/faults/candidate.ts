import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Running } from '#test/support/taking.ts'
import type { Fact } from './history.ts'

const Saved = z.object({ data: z.object({ saved: z.array(z.string()) }), status: z.literal('success') })
const Receipt = z.object({ receipt: z.string() })

type Answers = Record<string, { value: string; seq: number }>

export interface Candidate {
  readonly running: Running
  /** The attempt's id, as the database and the history name it. */
  readonly attempt: string
}

interface World {
  /** Where the line to the server begins. */
  readonly url: string
  readonly tell: (fact: Fact) => void
  /** From 0 up to 1. */
  readonly random: () => number
  /** No more answers are given from then on. */
  readonly calm: () => boolean
}

/** At most so long without an answer, as on a dead line. */
const timeoutMs = 5_000

/**
 * One person with a test: answers a few times a second whether or not the server is there, sends what is not acknowledged in
 * order, and hands the test in when all is calm.
 */
export async function takeTest({ running, attempt }: Candidate, world: World): Promise<void> {
  const { assignmentId, choices, started } = running
  const unsent: Answers = {}
  let seq = 0
  const post = (path: string, body: object) =>
    fetch(`${world.url}/api${path}`, {
      method: 'POST',
      headers: { authorization: `Token ${started.attemptToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
  const send = async () => {
    const answers = { ...unsent }
    if (Object.keys(answers).length === 0) return
    world.tell({ what: 'sent', attempt, answers })
    const response = await post('/participant/tests/save-responses/', {
      testId: started.testId,
      epoch: started.epoch,
      responses: answers,
    })
    if (!isTaken(response)) return
    const { saved } = Saved.parse(await response.json()).data
    const taken = Object.fromEntries(Object.entries(answers).filter(([item]) => saved.includes(item)))
    world.tell({ what: 'acknowledged', attempt, answers: taken })
    for (const [item, answer] of Object.entries(taken))
      if (unsent[item]?.seq === answer.seq) delete unsent[item]
  }
  while (!world.calm()) {
    const item = choices[Math.floor(world.random() * choices.length)]
    const value = item?.options[Math.floor(world.random() * item.options.length)]
    if (item === undefined || value === undefined) throw new Error('the test has nothing to choose')
    seq += 1
    unsent[item.id] = { value, seq }
    await unlessCut(send)
    await pause(100 + world.random() * 200)
  }
  for (;;) {
    await unlessCut(send)
    if (Object.keys(unsent).length === 0) break
    await pause(200)
  }
  let receipt: string | undefined
  while (receipt === undefined) {
    await unlessCut(async () => {
      const response = await post(`/participant/assignments/${assignmentId}/submit/`, {})
      if (isTaken(response)) receipt = Receipt.parse(await response.json()).receipt
    })
    await pause(100)
  }
  world.tell({ what: 'submitted', attempt, receipt })
}

/** Whether it was a success. While the database is away the answer is 503, and never one that would sign a person out. */
function isTaken({ status }: Response): boolean {
  if (status !== 200 && status !== 503) throw new Error(`a candidate was answered ${status}`)
  return status === 200
}

/** Runs a call that the line may cut or the server may not answer: what happened to it is unknown then. */
async function unlessCut(call: () => Promise<void>): Promise<void> {
  try {
    await call()
  } catch (error) {
    const cut = error instanceof TypeError && ['fetch failed', 'terminated'].includes(error.message)
    if (!cut && !(error instanceof DOMException && error.name === 'TimeoutError')) throw error
  }
}
