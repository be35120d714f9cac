import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react'
import { toSignIn } from '../address.ts'
import { CallFailure, calls, request } from '../api.ts'
import type { LiveAttempt } from '../attempt/live.ts'
import { mayContinue, readAttempt, type StoredAttempt } from '../attempt/saving/store.ts'
import { keepStarted, type OwnAssignment, requestStart } from '../attempt/start.ts'
import { deviceStore } from '../device/indexedDb.ts'
import { kioskHere } from '../device/kiosk.ts'
import { currentSession } from '../device/slices.ts'
import { type Early, noteTaking, takeEarly } from '../early/early.ts'
import { currentLocale, useLocale } from '../words.ts'
import { signedOut } from './useCall.ts'

type View =
  | { is: 'loading' }
  | { is: 'failed'; failure: CallFailure }
  /** `code`: once it is there. */
  | { is: 'there'; assignment: OwnAssignment; code?: Taking }
  | { is: 'refused'; assignment: OwnAssignment }
  | { is: 'taking'; live: LiveAttempt; code: Taking }

// The test itself comes after the pages before it: they are on a slow phone's screen a second earlier without it.
const takingCode = () => import('../taking/Taking.tsx')
type Taking = Awaited<ReturnType<typeof takingCode>>

/** Resolves once the new view is on the screen, on a slow phone too: later requests then do not compete with it. */
const painted = () => new Promise<void>((resolve) => setTimeout(resolve, 200))

const readStored = (id: string) =>
  readAttempt(deviceStore, id).then(
    (stored) => ({ stored, failed: false }),
    () => ({ stored: undefined, failed: true }),
  )

async function readAssignment(
  assignmentId: string,
  token: string,
  early: Early | undefined,
): Promise<OwnAssignment> {
  const asked =
    early?.id === assignmentId && early.token === token && early.locale === currentLocale()
      ? early
      : undefined
  const input = { token, params: { assignmentId }, early: asked?.answer }
  const assignment = await request(calls.assignment, input)
  const { startedAt, receipt } = assignment
  // A tablet that loses its line now must not begin it a second time.
  if (startedAt !== null)
    await kioskHere()?.begun(assignmentId, { startedAt, ...(receipt !== null && { receipt }) })
  return assignment
}

/** The notices and the pre-test lines come from the server in one language: with another they are fetched again. */
function useOtherLanguage(view: View, setView: Dispatch<SetStateAction<View>>): void {
  const locale = useLocale()
  const shown = view.is === 'there' ? view.assignment : undefined
  const shownIn = useRef(locale)
  useEffect(() => {
    if (shownIn.current === locale) return
    shownIn.current = locale
    const session = currentSession()
    if (!shown || !session) return
    request(calls.assignment, { token: session.token, params: { assignmentId: shown.id } }).then(
      (assignment) => setView((before) => (before.is === 'there' ? { ...before, assignment } : before)),
      () => undefined,
    )
  }, [locale, shown, setView])
}

/** One assignment, opened where it was left: read from the device or the server, started, or refused. */
export function useAssignment(id: string, accepted: readonly string[]) {
  const locale = useLocale()
  const [view, setView] = useState<View>({ is: 'loading' })
  const [turn, setTurn] = useState(0)
  const opened = useRef<LiveAttempt>(undefined)
  const unreadable = useRef(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry is another turn
  useEffect(() => {
    let here = true
    const open = async (stored: StoredAttempt) => {
      noteTaking(id)
      const code = await takingCode()
      if (!here) return
      const live = code.liveAttempt(deviceStore, stored)
      opened.current = live
      setView({ is: 'taking', live, code })
      // The device's data is on the screen before the server is asked.
      await painted()
      if (here) void code.takeOver(live, currentLocale())
    }
    const load = async () => {
      const early = takeEarly()
      const session = currentSession()
      // A device without IndexedDB has nothing stored. Where it only failed this once, starting keeps what is there.
      const { stored, failed } = await readStored(id)
      unreadable.current ||= failed
      if (!here) return
      const { head } = stored ?? {}
      // A refused consent leaves nothing but the refusal on the device.
      if (stored && head && !head.offline?.refused && mayContinue(head, session?.user.id)) return open(stored)
      if (!session) return toSignIn()
      const assignment = await readAssignment(id, session.token, early)
      if (!here) return
      // Begun already, on another device or before somebody else used this one: it goes on where it was.
      const ready = assignment.notices.every(({ acceptedAt }) => acceptedAt !== null)
      if (assignment.status === 'pending' && assignment.startedAt !== null && ready) return start(assignment)
      setView({ is: 'there', assignment })
      await painted()
      const code = await takingCode()
      if (here) setView((shown) => (shown.is === 'there' ? { ...shown, code } : shown))
    }
    setView({ is: 'loading' })
    load().catch((error: unknown) => {
      const failure = error instanceof CallFailure ? error : new CallFailure(0, 'network', String(error))
      if (here && !signedOut(failure)) setView({ is: 'failed', failure })
    })
    return () => {
      here = false
      opened.current?.close()
      opened.current = undefined
    }
  }, [id, turn])

  useOtherLanguage(view, setView)

  const start = async (assignment: OwnAssignment) => {
    const session = currentSession()
    if (!session) return toSignIn()
    try {
      // The code first: the time must not run while it is on its way.
      const code = await takingCode()
      // A device that keeps nothing does not know its tests: only the first start is certain.
      const newDevice = assignment.startedAt === null || !unreadable.current
      const started = await requestStart(assignment.id, session, locale, accepted, { newDevice })
      const live = code.liveAttempt(deviceStore, await keepStarted(deviceStore, assignment, session, started))
      live.clock.sync(started.serverTime)
      noteTaking(assignment.id)
      opened.current = live
      setView({ is: 'taking', live, code })
    } catch (error) {
      const failure = error instanceof CallFailure ? error : new CallFailure(0, 'network', String(error))
      // It was given another opening or other readers meanwhile, or can't begin without a line: the page says which.
      const changed = ['not_open_yet', 'test_before_pending', 'consent_required', 'needs_connection']
      if (changed.includes(failure.code)) setTurn((n) => n + 1)
      else if (!signedOut(failure)) setView({ is: 'failed', failure })
    }
  }

  const refuse = async (assignment: OwnAssignment) => {
    const session = currentSession()
    if (!session) return toSignIn()
    try {
      await request(calls.refuse, { token: session.token, params: { assignmentId: assignment.id } })
      setView({ is: 'refused', assignment })
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      if (error.code === 'needs_connection') setTurn((n) => n + 1)
      else if (!signedOut(error)) setView({ is: 'failed', failure: error })
    }
  }

  return { view, start, refuse, retry: () => setTurn((n) => n + 1) }
}
