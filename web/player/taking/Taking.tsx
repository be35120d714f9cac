import { useEffect, useRef, useState } from 'react'
import type { Locale } from '#contract/fields.ts'
import type { OwnAssignment } from '#contract/participant.ts'
import { CallFailure, calls, request } from '../api.ts'
import type { LiveAttempt } from '../attempt/live.ts'
import { isAfterLimit, type LiveState } from '../attempt/liveState.ts'
import { watchSignals } from '../attempt/signs/signals.ts'
import { requestStart } from '../attempt/start.ts'
import { deviceStore } from '../device/indexedDb.ts'
import { kioskHere } from '../device/kiosk.ts'
import { keepOffline } from '../device/offline.ts'
import { currentSession, forgetSession } from '../device/slices.ts'
import { DonePage } from '../pages/DonePage.tsx'
import { inOrder, isOpen, type ListedAssignment, receiptsOf } from '../pages/list.ts'
import { hasResult } from '../pages/ResultButton.tsx'
import { offlineToken } from '../tablet/offlineToken.ts'
import { currentLocale } from '../words.ts'
import { Player } from './Player.tsx'
import { useLive } from './useLive.ts'

export { liveAttempt } from '../attempt/live.ts'
// Part of the test's code, which is loaded while the page before it is shown.
export { DeviceAdvice } from '../pages/DeviceAdvice.tsx'

/** Joins server and device: unsent answers are sent first, then the attempt is taken over on this device. */
export async function takeOver(live: LiveAttempt, locale: Locale): Promise<void> {
  // This works without a session too: the attempt's own token sends the unsent answers.
  await live.flush()
  const session = currentSession()
  if (!session) return
  const { head, progress, receipt, stopped } = live.get()
  if (receipt !== undefined || session.user.id !== head.userId) return
  // A submitted attempt only lacks its receipt: a new start could only collide with it.
  if (progress.submitting && stopped === undefined) return
  // A start would begin it a second time.
  if ((head.offline && !(await live.syncClock())) || session.token === offlineToken) {
    const form = locale === head.locale ? undefined : await kioskHere()?.formIn(head, locale)
    if (form) await live.translated(form)
    return
  }
  try {
    await live.restarted(await requestStart(head.assignmentId, session, locale))
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error
    // If there is no connection or session, the attempt goes on with the device's data; its own token still saves.
    if (error.status === 401 || error.status === 403) forgetSession(error.status)
    else live.refusedByServer(error)
  }
}

/** One tab at a time writes an attempt: the newest takes the lock, the one before it steps back. */
function useOneTab(live: LiveAttempt | undefined) {
  useEffect(() => {
    if (!live || !('locks' in navigator)) return
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    navigator.locks
      .request(`terazi:${live.get().head.assignmentId}`, { steal: true }, () => held)
      .catch(() => live.lockedElsewhere())
    return () => release()
  }, [live])
}

/** The number of answers that the server stored after the limit, and the times of those given before it. */
function lateAnswers({ head, progress }: LiveState): { count: number; inTime: string[] } {
  const late = Object.entries(progress.answers).filter(([, answer]) => answer.late === true)
  const inTime = late.filter(([id, { at }]) => !isAfterLimit(head, id, Date.parse(at)))
  return { count: late.length, inTime: inTime.map(([, { at }]) => at).sort() }
}

/** An attempt on this device, until the server has acknowledged its submission; then the page of thanks. */
export function Taking({ live }: { live: LiveAttempt }) {
  const state = useLive(live)
  const [next, setNext] = useState<{
    assignment: ListedAssignment | undefined
    left?: number | undefined
    resultOf?: OwnAssignment | undefined
  }>()
  useOneTab(live)
  useEffect(() => watchSignals(live, deviceStore), [live])
  useEffect(() => live.present(), [live])
  // The test is there: from here on it also opens without a line.
  useEffect(() => keepOffline(), [])
  const { receipt, ended } = state
  const { assignmentId, form } = state.head
  const { closing } = form
  const signIn = state.stopped?.why === 'signIn'
  const renewed = useRef(false)
  useEffect(() => {
    // The attempt's own token has run out; a session of the same person gets a new one, once.
    if (!signIn || renewed.current) return
    renewed.current = true
    void takeOver(live, currentLocale())
  }, [signIn, live])
  useEffect(() => {
    const session = currentSession()
    if (receipt === undefined) return
    const kiosk = kioskHere()
    if (!session)
      return kiosk && !closing ? kiosk.finish([receipt], ended) : setNext({ assignment: undefined })
    request(calls.list, { token: session.token }).then(
      ({ results, serverTime }) => {
        // The closing text is read first; the list finishes after it.
        if (kiosk && !closing && !results.some(isOpen))
          return kiosk.finish([...new Set([...receiptsOf(results), receipt])], ended)
        const own = results.find(({ id }) => id === assignmentId)
        const resultOf = own && hasResult(own) ? own : undefined
        const open = inOrder(results, serverTime).filter(isOpen)
        setNext({ assignment: open[0], left: open.length, resultOf })
      },
      // The thanks must not wait for a list: without one nothing more is offered.
      () => setNext({ assignment: undefined }),
    )
  }, [receipt, ended, assignmentId, closing])
  if (receipt === undefined) return <Player live={live} onLanguage={(locale) => takeOver(live, locale)} />
  return (
    <DonePage
      person={state.head.person}
      client={state.head.client.name}
      receipt={receipt}
      at={new Date(live.clock.now()).toISOString()}
      timeZone={state.head.timeZone}
      next={next?.assignment}
      left={next?.left}
      late={lateAnswers(state)}
      ended={ended}
      resultOf={next?.resultOf}
      brand={state.head.client.brand}
      closing={closing}
    />
  )
}
