import type { z } from 'zod'
import type { openedSession } from '#contract/sessions.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Database, Executor } from '#server/db/database.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import { serializeRow } from '#server/http/serialize-row.ts'
import { deleteSession, deleteSessionById, findSessionsOf, isSessionOf } from './queries.ts'
import { endAllSessions } from './sessions.ts'

interface By {
  readonly caller: Caller
  readonly address: string
}

// The first that fits wins: Edge, Opera and Samsung's browser all say Chrome as well, and Chrome says Safari.
const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?(iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bYaBrowser\//, 'Yandex'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Browser and system as people know them, empty where the user agent does not tell. */
export function deviceOf(userAgent: string): { browser: string; system: string } {
  const first = (known: readonly [RegExp, string][]) =>
    known.find(([sign]) => sign.test(userAgent))?.[1] ?? ''
  return { browser: first(browsers), system: first(systems) }
}

/** Where the caller is signed in. */
export async function openedSessions(db: Executor, caller: Caller): Promise<z.infer<typeof openedSession>[]> {
  const rows = await findSessionsOf(db, caller.userId)
  return rows.map(({ token_hash, user_agent, ...shown }) => ({
    ...serializeRow(shown),
    device: deviceOf(user_agent),
    current: token_hash.equals(caller.tokenHash),
  }))
}

/** @throws Failure not_found for a session that is not the caller's */
export async function authorizeSession(db: Executor, caller: Caller, sessionId: string): Promise<string> {
  if (!(await isSessionOf(db, caller.userId, sessionId))) throw new Failure('not_found')
  return sessionId
}

/** Signs the caller out of the session they ask with. */
export async function signOutHere(db: Database, by: By): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await deleteSession(tx, by.caller.tokenHash)
    await record(tx, by, 'signed_out')
  })
}

/** Signs one device out; `sessionId` comes from authorizeSession. */
export async function endOwnSession(db: Database, by: By, sessionId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await deleteSessionById(tx, sessionId)
    await record(tx, by)
  })
}

/** Signs the caller out everywhere. */
export async function endOwnSessions(db: Database, by: By): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await endAllSessions(tx, by.caller.userId)
    await record(tx, by, 'all_devices')
  })
}

async function record(tx: Executor, { caller, address }: By, reason?: string): Promise<void> {
  const { userId } = caller
  const why = reason === undefined ? {} : { reason }
  await recordAudit(tx, { action: 'session_ended', ...why, actorId: userId, subjectId: userId, address })
}
