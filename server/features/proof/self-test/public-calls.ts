import { setTimeout as wait } from 'node:timers/promises'
import type { AnswerOf, BodyIn, Call, ParamsIn } from '#contract/kit.ts'
import { pathOf } from '#contract/kit.ts'
import type { Finding, ProofStep } from '#contract/proofs.ts'
import { FailedStep } from './failed-step.ts'

/** The longest wait for an answer. A player waits longer, but somebody should know by then. */
const limitMs = 15_000
/** Like a player: what a proxy or a server that restarts answers is asked again. */
const tries = 3
const pauseMs = 3_000
const passing = new Set([502, 503, 504])

interface Sent<C extends Call> {
  readonly token?: string
  readonly params?: ParamsIn<C>
  readonly body?: BodyIn<C>
}

/** Makes calls by the public address, over the proxies there are, as a browser does. */
export interface PublicCalls {
  call<C extends Call>(step: ProofStep, entry: C, sent: Sent<C>): Promise<AnswerOf<C>>
  /** Loads a page. */
  page(step: ProofStep, path: string): Promise<void>
}

export function publicCalls(publicUrl: string, pause = (ms: number) => wait(ms)): PublicCalls {
  async function exchange(step: ProofStep, path: string, init: RequestInit) {
    let finding: Finding = { code: 'unexpected' }
    for (let attempt = 1; attempt <= tries; attempt += 1) {
      if (attempt > 1) await pause(pauseMs)
      try {
        const answer = await fetch(publicUrl + path, {
          ...init,
          redirect: 'manual',
          signal: AbortSignal.timeout(limitMs),
        })
        const text = await answer.text()
        if (answer.ok) return { text, type: answer.headers.get('content-type') ?? '' }
        finding = { code: 'status', status: answer.status, problem: problemIn(text) }
        if (!passing.has(answer.status)) break
      } catch (error) {
        finding = { code: 'unreachable', reason: reasonOf(error) }
      }
    }
    throw new FailedStep(step, [finding])
  }

  return {
    async call(step, entry, { token, params, body }) {
      const headers = {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Token ${token}` }),
      }
      const { text } = await exchange(step, pathOf(entry, params as Record<string, string> | undefined), {
        method: entry.method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return answerOf(step, entry, text)
    },
    async page(step, path) {
      const { text, type } = await exchange(step, path, { headers: { accept: 'text/html' } })
      if (!type.startsWith('text/html') || !text.includes('<script'))
        throw new FailedStep(step, [{ code: 'unreadable' }])
    },
  }
}

function answerOf<C extends Call>(step: ProofStep, entry: C, text: string): AnswerOf<C> {
  const { answer } = entry
  if (!('json' in answer)) return undefined as AnswerOf<C>
  try {
    return answer.json.parse(JSON.parse(text)) as AnswerOf<C>
  } catch {
    // Its words may quote the answer, which has tokens.
    throw new FailedStep(step, [{ code: 'unreadable' }])
  }
}

/** The code of a problem in an answer: a word of the contract's, and nothing else of it. */
function problemIn(text: string): string {
  try {
    const { code } = Object(JSON.parse(text))
    return typeof code === 'string' && /^[a-z_]{1,64}$/.test(code) ? code : ''
  } catch {
    return ''
  }
}

/** The system's code of a broken connection, such as `ECONNREFUSED`; never its words, which may quote an address. */
function reasonOf(error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'timeout'
  const { cause } = Object(error)
  const { code } = Object(cause)
  return typeof code === 'string' && /^[A-Z_0-9]{1,64}$/.test(code) ? code : 'failed'
}
