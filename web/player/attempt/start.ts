import type { Locale } from '#contract/fields.ts'
import type { AnswerOf } from '#contract/kit.ts'
import type { getOwnAssignment } from '#contract/participant.ts'
import { calls, request } from '../api.ts'
import { kioskHere } from '../device/kiosk.ts'
import type { Session } from '../device/slices.ts'
import { linkOfTab } from './link.ts'
import { firstProgress, type Started, withServerAnswers } from './model.ts'
import {
  type Head,
  type KeyValueStore,
  readAttempt,
  type StoredAttempt,
  writeAttempt,
} from './saving/store.ts'

export type OwnAssignment = AnswerOf<typeof getOwnAssignment> & {
  /** A tablet without a connection may not begin it. */
  needsConnection?: true
}

/** The entry for a declined notice among the accepted ones: no id begins with `!`. */
export const declined = (noticeId: string): string => `!${noticeId}`

/** The entry for the recipients that a consent's page named, among the accepted notices. */
export const shown = (key: string): string => `@${key}`

/** Starts, or takes over, an attempt on the server. @param decided notices accepted, and those declined */
export const requestStart = (
  assignmentId: string,
  session: Session,
  locale: Locale,
  decided: readonly string[] = [],
  { newDevice = false } = {},
): Promise<Started> => {
  const recipients = decided.findLast((id) => id.startsWith('@'))?.slice(1)
  const refused = decided.flatMap((id) => (id.startsWith('!') ? [id.slice(1)] : []))
  // A decline is always the later answer, since only an agreement is asked for again. A tablet records what is in
  // `accepted`.
  const accepted = decided.filter((id) => !/^[!@]/.test(id) && !refused.includes(id))
  return request(calls.start, {
    token: session.token,
    params: { assignmentId },
    body: {
      accepted,
      locale,
      ...(refused.length > 0 && { declined: refused }),
      ...(recipients !== undefined && { recipients }),
      ...(newDevice && { newDevice }),
    },
  })
}

type OfAssignment = Pick<OwnAssignment, 'id' | 'personName' | 'client' | 'timeZone' | 'inventory' | 'testDay'>

/** The head of a started attempt, bound to the person who started it. */
export function headOf(
  assignment: OfAssignment,
  session: Session,
  started: Started,
  deviceNow = Date.now(),
): Head {
  const { testId, attemptToken, rescueKey, form, startedAt, accommodations, serverTime } = started
  const { deadline, sections, practice, pausedAt, breaks } = started
  return {
    shape: 1,
    userId: session.user.id,
    locked: false,
    link: linkOfTab(),
    assignmentId: assignment.id,
    testId,
    attemptToken,
    rescueKey,
    form,
    person: assignment.personName,
    client: assignment.client,
    timeZone: assignment.timeZone,
    inventory: { code: assignment.inventory.code, name: assignment.inventory.name },
    locale: form.locale,
    startedAt,
    deadline,
    accommodations,
    sections,
    practice,
    ...(started.offline && { offline: started.offline }),
    pausedAt,
    breaks,
    onTablet: assignment.testDay !== null,
    offsetMs: Date.parse(serverTime) - deviceNow,
  }
}

/**
 * A started attempt as the device keeps it. Answers that only the device has stay on it
 * and are sent: the test may have begun in another tab meanwhile, or the device could not be read when the page opened.
 */
export async function keepStarted(
  store: KeyValueStore,
  assignment: OfAssignment,
  session: Session,
  started: Started,
  deviceNow = Date.now(),
): Promise<StoredAttempt> {
  // An unreadable store (private mode) keeps nobody from the test: see the end of this function.
  const stored = await readAttempt(store, assignment.id).catch(() => undefined)
  const own = stored?.head.testId === started.testId && stored.head.userId === session.user.id
  const attempt: StoredAttempt = {
    head: headOf(assignment, session, started, deviceNow),
    progress: own ? withServerAnswers(stored.progress, started) : firstProgress(started),
  }
  // A device that cannot write (private mode) must not keep anybody from taking the test: the page has it in memory.
  await writeAttempt(store, attempt).catch(() => undefined)
  await kioskHere()?.begun(assignment.id, { startedAt: started.startedAt })
  return attempt
}
