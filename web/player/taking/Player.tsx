import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { type LiveAttempt, unsentCount } from '../attempt/live.ts'
import { isFree } from '../attempt/practice.ts'
import { type Step, stepsOf } from '../attempt/steps.ts'
import { LookSheet } from '../parts/LookSheet.tsx'
import { setLocale } from '../words.ts'
import { ItemScreen } from './ItemScreen.tsx'
import { limitOf, sectionIsOver, testIsOver } from './limits.ts'
import { OpeningScreen } from './OpeningScreen.tsx'
import { PracticeScreen } from './PracticeScreen.tsx'
import { ElsewhereSheet, SectionEndSheet, SectionOverSheet, StoppedSheet } from './Problems.tsx'
import { ReviewScreen } from './ReviewScreen.tsx'
import { SendingScreen } from './SendingScreen.tsx'
import { useLive, useSecond } from './useLive.ts'
import { wayOf } from './way.ts'

type ItemStep = Extract<Step, { kind: 'item' }>
const isItem = (step: Step): step is ItemStep => step.kind === 'item'

interface PlayerProps {
  live: LiveAttempt
  /** Fetches the form in another language; the answers stay. */
  onLanguage: (locale: 'tr' | 'en') => Promise<void>
}

const askAgainMs = 10_000

/** The browser's Back and Forward walk through the items. */
function useHistory(place: string, go: (place: string) => void) {
  useEffect(() => {
    const state: unknown = history.state
    const known = typeof state === 'object' && state !== null && 'place' in state ? state.place : undefined
    if (known === undefined) history.replaceState({ place }, '')
    else if (known !== place) history.pushState({ place }, '')
  }, [place])
  useEffect(() => {
    const pop = (event: PopStateEvent) => {
      const state: unknown = event.state
      if (typeof state === 'object' && state !== null && 'place' in state && typeof state.place === 'string')
        go(state.place)
    }
    window.addEventListener('popstate', pop)
    return () => window.removeEventListener('popstate', pop)
  }, [go])
}

/** The test itself, from the first step to the acknowledged submission. */
export function Player({ live, onLanguage }: PlayerProps) {
  const state = useLive(live)
  const { head, progress } = state
  const steps = useMemo(() => stepsOf(head.form), [head.form])
  const [looking, setLooking] = useState(false)
  const [timeIsUp, setTimeIsUp] = useState(false)
  /** The last item of a section that was asked to end, while that is not confirmed. */
  const [leaving, setLeaving] = useState<string>()
  useSecond(head.deadline !== null || head.sections.length > 0)

  const found = steps.findIndex((step) => step.key === progress.place)
  const index = Math.max(0, found)
  const step: Step = steps[index] ?? { key: 'review', kind: 'review' }
  const items = steps.filter(isItem)
  const now = live.clock.now()
  const section = step.kind === 'review' ? undefined : step.section
  const finished = testIsOver(head, now)
  const reached = step.kind === 'item' && sectionIsOver(head, step.section.id, now) && !finished
  // A guessed time closes no section: what is answered meanwhile is marked, and the server decides.
  const over = reached && !live.clock.estimated

  const way = wayOf(live)
  const { mayOpen } = way
  const held = way.holds(step)
  const timed = step.kind === 'review' ? way.running() : section
  const practised = step.kind === 'practice' ? step.section.id : undefined
  const free = practised !== undefined && (head.deadline === null || isFree(head, practised, now))
  // Until the server has said so nothing is promised, and no clock frightens who is just coming in.
  const waits = free || (practised !== undefined && state.beginning === practised)
  const limit = waits ? undefined : limitOf(head, practised === undefined ? timed : undefined, now)

  const goTo = (target: Step | undefined) => {
    if (target) void live.goTo(way.entrance(target).key)
  }
  /** The first step after this one that is still to be shown. */
  const following = (wanted: (later: Step) => boolean = () => true) =>
    steps.slice(index + 1).find((later) => wanted(later) && mayOpen(later)) ?? steps.at(-1)
  const next = async () => {
    if (step.kind === 'opening') await way.open(step.section)
    if (way.ends(step) && leaving !== step.key) setLeaving(step.key)
    else goTo(following())
  }
  const earlier = steps
    .slice(0, index)
    .findLast((before) => before.kind === 'item' && mayOpen(before) && !way.crosses(step, before))
  const back = earlier ? () => goTo(earlier) : undefined
  const afterSection = following((later) => later.kind === 'review' || later.section.id !== section?.id)

  useHistory(step.key, (place) => {
    const target = steps.find(({ key }) => key === place)
    if (target && mayOpen(target) && !way.crosses(step, target)) goTo(target)
  })

  const sent = unsentCount(state) === 0
  useLayoutEffect(() => {
    // Once more when the last answers have arrived, without which it does not begin.
    if (practised !== undefined && sent !== undefined) void live.beginPractice(practised)
  }, [live, practised, sent])

  // Another step starts at its top, with the focus on what it asks: before it is seen, so that no key goes astray.
  useLayoutEffect(() => {
    if (step.key === '') return
    document.querySelector('main')?.scrollTo(0, 0)
    document.getElementById('prompt')?.focus({ preventScroll: true })
  }, [step.key])

  // Only the server ends a test: it is asked until it says that the time is over, and answers are taken meanwhile.
  const asks = (finished || reached) && !progress.submitting
  useEffect(() => {
    if (!asks) return
    let here = true
    const ask = async () => {
      const told = await live.syncClock()
      if (!here || !told || !testIsOver(live.get().head, live.clock.now())) return
      setTimeIsUp(true)
      await live.submit()
    }
    void ask()
    const timer = setInterval(() => void ask(), askAgainMs)
    return () => {
      here = false
      clearInterval(timer)
    }
  }, [asks, live])

  const sheets = (
    <>
      {looking && (
        <LookSheet
          inTest
          onClose={() => setLooking(false)}
          onLanguage={async (locale) => {
            await setLocale(locale)
            await onLanguage(locale)
          }}
        />
      )}
      {state.elsewhere && <ElsewhereSheet />}
      {!state.elsewhere && <StoppedSheet live={live} state={state} />}
    </>
  )

  if (progress.submitting)
    return (
      <>
        <SendingScreen live={live} state={state} timeIsUp={timeIsUp} />
        {sheets}
      </>
    )

  return (
    <>
      {step.kind === 'practice' && (
        <PracticeScreen
          key={step.key}
          step={step}
          limit={limit}
          free={free}
          onNext={() => void next()}
          onBack={back}
          onSkip={() => goTo(following(({ kind }) => kind !== 'practice'))}
          onLook={() => setLooking(true)}
        />
      )}
      {step.kind === 'opening' && (
        <OpeningScreen step={step} limit={limit} onNext={() => void next()} onBack={back} />
      )}
      {step.kind === 'item' && (
        <ItemScreen
          live={live}
          state={state}
          step={step}
          total={items.length}
          limit={limit}
          firstOfSection={
            step.section.items[0]?.id === step.item.id && step.section.timeLimitSeconds === undefined
          }
          onNext={() => void next()}
          onBack={back}
          onReview={held ? undefined : () => goTo(steps.at(-1))}
          onLook={() => setLooking(true)}
          timeUp={finished || (reached && !over)}
        />
      )}
      {step.kind === 'review' && (
        <ReviewScreen
          live={live}
          state={state}
          items={items}
          limit={limit}
          mayOpen={mayOpen}
          onOpen={goTo}
          onSubmit={() => void live.submit()}
        />
      )}
      {leaving === step.key && limit && !over && !finished && !state.elsewhere && (
        <SectionEndSheet
          seconds={limit.seconds}
          onEnd={() => void next()}
          onStay={() => setLeaving(undefined)}
        />
      )}
      {over && !state.elsewhere && (
        <SectionOverSheet
          next={afterSection?.kind === 'review' ? undefined : afterSection?.section.title}
          onNext={() => goTo(afterSection)}
        />
      )}
      {sheets}
    </>
  )
}
