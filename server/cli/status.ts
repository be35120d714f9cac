import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { dayIn, homeZone } from '#contract/clock.ts'
import { reason } from '#server/start-error.ts'
import { CliError } from './error.ts'
import { type Check, type History, history } from './status-history.ts'
import { statusPage } from './status-page.ts'

/** The days that the page shows, and the time in ms that the server may take to answer. */
const shownDays = 90
const limitMs = 10_000

/**
 * Asks whether a server is ready and draws a page for everybody, from this answer and those before. It needs neither the
 * server nor its database, so that it can run on another host. Both files replace their predecessors in one step.
 * @throws CliError when the folder can't be written
 */
export async function drawStatus({ out, url }: { out: string; url: string }): Promise<Check> {
  const now = await ask(url)
  const next = withCheck(readHistory(join(out, 'status.json')), now)
  try {
    mkdirSync(out, { recursive: true })
    replace(out, 'status.json', JSON.stringify(next))
    replace(out, 'index.html', statusPage(next, daysUntil(now.at)))
  } catch (error) {
    throw new CliError(`${out} can't be written: ${reason(error)}.`)
  }
  return now
}

const answered = z.object({ ready: z.boolean(), reason: z.string().max(60).optional() })

async function ask(url: string): Promise<Check> {
  const at = new Date().toISOString()
  try {
    const answer = await fetch(new URL('/health/ready', url), {
      signal: AbortSignal.timeout(limitMs),
      redirect: 'error',
    })
    const said = answered.safeParse(await answer.json().catch(() => undefined))
    // A proxy answers for a server that is away, and its answer is none of the server's.
    if (!said.success) return { at, state: 'unreachable', reason: null }
    const ready = answer.ok && said.data.ready
    return { at, state: ready ? 'ready' : 'not_ready', reason: ready ? null : (said.data.reason ?? null) }
  } catch {
    return { at, state: 'unreachable', reason: null }
  }
}

/** Damaged files give no history: a page without one is better than none. */
function readHistory(path: string): History | undefined {
  if (!existsSync(path)) return undefined
  try {
    return history.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data
  } catch {
    return undefined
  }
}

function withCheck(before: History | undefined, now: Check): History {
  const [today = ''] = daysUntil(now.at).slice(-1)
  const { checks = 0, good = 0 } = before?.days[today] ?? {}
  const days = {
    ...before?.days,
    [today]: { checks: checks + 1, good: good + (now.state === 'ready' ? 1 : 0) },
  }
  const [first = ''] = daysUntil(now.at)
  return {
    days: Object.fromEntries(Object.entries(days).filter(([day]) => day >= first)),
    since: before?.last.state === now.state ? before.since : now.at,
    last: now,
  }
}

/** The shown days up to a moment, the oldest first. */
function daysUntil(at: string): string[] {
  const today = dayIn(at, homeZone)
  const noon = new Date(`${today}T12:00:00Z`).getTime()
  return Array.from({ length: shownDays }, (_, back) =>
    new Date(noon - (shownDays - 1 - back) * 86_400_000).toISOString().slice(0, 10),
  )
}

/** A reader sees the old file or the new one, and never a part. */
function replace(folder: string, name: string, content: string): void {
  const temporary = join(folder, `.${name}.${process.pid}`)
  writeFileSync(temporary, content)
  renameSync(temporary, join(folder, name))
}
