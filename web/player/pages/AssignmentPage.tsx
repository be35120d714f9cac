import { useEffect, useRef, useState } from 'react'
import type { Locale } from '#contract/fields.ts'
import { toSignIn } from '../address.ts'
import { CallFailure, calls, request } from '../api.ts'
import { type LiveAttempt, liveAttempt } from '../attempt/live.ts'
import { keepStarted, type OwnAssignment, requestStart } from '../attempt/start.ts'
import { mayContinue, readAttempt } from '../attempt/store.ts'
import { deviceStore } from '../device/indexedDb.ts'
import { currentSession, forgetSession } from '../device/slices.ts'
import { Player } from '../taking/Player.tsx'
import { useLive } from '../taking/useLive.ts'
import { currentLocale, t, useLocale } from '../words.ts'
import { BeforePage } from './BeforePage.tsx'
import { ClosedPage, CompletedPage, DonePage, RefusedPage } from './endings.tsx'
import { FailurePage, NotFoundPage } from './failures.tsx'
import { inOrder, isOpen, type ListedAssignment } from './list.ts'
import { NoticePage } from './NoticePage.tsx'
import { signedOut } from './useCall.ts'
import { Waiting } from './Waiting.tsx'

type View =
  | { is: 'loading' }
  | { is: 'failed'; failure: CallFailure }
  | { is: 'there'; assignment: OwnAssignment }
  | { is: 'refused'; assignment: OwnAssignment }
  | { is: 'taking'; live: LiveAttempt }

/** The newest of server and device: what waits here is sent first, then the attempt is taken over on this device. */
async function takeOver(live: LiveAttempt, locale: Locale): Promise<void> {
  const session = currentSession()
  if (!session) return
  await live.flush()
  const { head, receipt } = live.get()
  if (receipt !== undefined || session.user.id !== head.userId) return
  try {
    await live.restarted(await requestStart(head.assignmentId, session, locale))
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error
    // Without a line or a session the attempt goes on with what the device has; its own token still saves.
    if (error.status === 401 || error.status === 403) forgetSession()
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

function Taking({ live }: { live: LiveAttempt }) {
  const state = useLive(live)
  const [next, setNext] = useState<{ assignment: ListedAssignment | undefined }>()
  useOneTab(live)
  const { receipt } = state
  useEffect(() => {
    const session = currentSession()
    if (receipt === undefined) return
    if (!session) return setNext({ assignment: undefined })
    request(calls.list, { token: session.token }).then(
      ({ results, serverTime }) => setNext({ assignment: inOrder(results, serverTime).find(isOpen) }),
      // The thanks must not wait for a list: without one nothing more is offered.
      () => setNext({ assignment: undefined }),
    )
  }, [receipt])
  if (receipt === undefined) return <Player live={live} onLanguage={(locale) => takeOver(live, locale)} />
  return (
    <DonePage
      person={state.head.person}
      client={state.head.client.name}
      receipt={receipt}
      at={new Date(live.clock.now()).toISOString()}
      next={next?.assignment}
    />
  )
}

/** One assignment: its notices, its pre-test page, the test, and how it ended. */
export function AssignmentPage({ id }: { id: string }) {
  const locale = useLocale()
  const [view, setView] = useState<View>({ is: 'loading' })
  const [accepted, setAccepted] = useState<string[]>([])
  const [turn, setTurn] = useState(0)
  const opened = useRef<LiveAttempt>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry is another turn
  useEffect(() => {
    let here = true
    const open = (live: LiveAttempt) => {
      opened.current = live
      setView({ is: 'taking', live })
      void takeOver(live, currentLocale())
    }
    const load = async () => {
      const session = currentSession()
      // A device without IndexedDB has nothing stored.
      const stored = await readAttempt(deviceStore, id).catch(() => undefined)
      if (!here) return
      if (stored && mayContinue(stored.head, session?.user.id)) return open(liveAttempt(deviceStore, stored))
      if (!session) return toSignIn()
      const assignment = await request(calls.assignment, {
        token: session.token,
        params: { assignmentId: id },
      })
      if (here) setView({ is: 'there', assignment })
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

  // The notices and the pre-test lines come from the server in one language.
  const shown = view.is === 'there' ? view.assignment : undefined
  const shownIn = useRef(locale)
  useEffect(() => {
    if (shownIn.current === locale) return
    shownIn.current = locale
    const session = currentSession()
    if (!shown || !session) return
    request(calls.assignment, { token: session.token, params: { assignmentId: shown.id } }).then(
      (assignment) => setView({ is: 'there', assignment }),
      () => undefined,
    )
  }, [locale, shown])

  const start = async (assignment: OwnAssignment) => {
    const session = currentSession()
    if (!session) return toSignIn()
    try {
      const started = await requestStart(assignment.id, session, locale, accepted)
      const live = liveAttempt(deviceStore, await keepStarted(deviceStore, assignment, session, started))
      opened.current = live
      setView({ is: 'taking', live })
    } catch (error) {
      const failure = error instanceof CallFailure ? error : new CallFailure(0, 'network', String(error))
      if (!signedOut(failure)) setView({ is: 'failed', failure })
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
      if (!signedOut(error)) setView({ is: 'failed', failure: error })
    }
  }

  switch (view.is) {
    case 'loading':
      return <Waiting title={t('player:before.title')} />
    case 'failed':
      return view.failure.status === 404 ? (
        <NotFoundPage title={t('player:failure.noAssignment')} />
      ) : (
        <FailurePage
          title={t('player:failure.testTitle')}
          failure={view.failure}
          onRetry={() => setTurn((n) => n + 1)}
        />
      )
    case 'refused':
      return <RefusedPage assignment={view.assignment} />
    case 'taking':
      return <Taking live={view.live} />
    case 'there': {
      const { assignment } = view
      if (assignment.status === 'completed') return <CompletedPage assignment={assignment} />
      if (assignment.status !== 'pending') return <ClosedPage assignment={assignment} />
      const order = ['information', 'explicit_consent']
      const notices = assignment.notices
        .filter(({ acceptedAt }) => acceptedAt === null)
        .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
      const index = notices.findIndex((notice) => !accepted.includes(notice.id))
      const notice = notices[index]
      if (!notice) return <BeforePage assignment={assignment} onStart={() => start(assignment)} />
      return (
        <NoticePage
          key={notice.id}
          notice={notice}
          assignment={assignment}
          step={index + 1}
          steps={notices.length + 1}
          onAgree={() => setAccepted([...accepted, notice.id])}
          onRefuse={() => refuse(assignment)}
        />
      )
    }
  }
}
