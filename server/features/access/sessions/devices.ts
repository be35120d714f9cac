import type { z } from 'zod'
import type { openedSession } from '#contract/sessions.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Executor, Tx } from '#server/db/database.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import { noClient } from '#server/http/idempotency.ts'
import { serializeRow } from '#server/http/serialize-row.ts'
import { type Actor, subject } from '#server/http/subject.ts'
import { deleteSession, deleteSessionById, findSessionsOf, isSessionOf } from './queries.ts'
import { endAllSessions } from './sessions.ts'

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

/** The sessions in which the caller is signed in. */
export async function openedSessions(
  db: Executor,
  _platform: undefined,
  _query: undefined,
  { caller }: Actor,
): Promise<z.infer<typeof openedSession>[]> {
  const rows = await findSessionsOf(db, caller.userId)
  return rows.map(({ token_hash, user_agent, ...shown }) => ({
    ...serializeRow(shown),
    device: deviceOf(user_agent),
    current: token_hash.equals(caller.tokenHash),
  }))
}

export const onOwnSession = subject(
  'session',
  async (db, caller: Caller, { sessionId }: { sessionId: string }) => {
    if (!(await isSessionOf(db, caller.userId, sessionId))) throw new Failure('not_found')
    return sessionId
  },
  () => noClient,
)

/** Signs the caller out of the session they ask with. */
export async function signOutHere(
  tx: Tx,
  _platform: undefined,
  _body: undefined,
  by: Actor,
): Promise<undefined> {
  await deleteSession(tx, by.caller.tokenHash)
  await record(tx, by, 'signed_out')
}

/** Signs one device out. */
export async function endOwnSession(
  tx: Tx,
  sessionId: string,
  _body: undefined,
  by: Actor,
): Promise<undefined> {
  await deleteSessionById(tx, sessionId)
  await record(tx, by)
}

/** Signs the caller out everywhere. */
export async function endOwnSessions(
  tx: Tx,
  _platform: undefined,
  _body: undefined,
  by: Actor,
): Promise<undefined> {
  await endAllSessions(tx, by.userId)
  await record(tx, by, 'all_devices')
}

async function record(tx: Tx, actor: Actor, reason?: string): Promise<void> {
  const why = reason === undefined ? {} : { reason }
  await recordAudit(tx, { action: 'session_ended', ...why, by: actor, subjectId: actor.userId })
}
