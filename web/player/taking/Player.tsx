import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { hasAutoNext } from '#scoring/form/auto-next.ts'
import type { LiveAttempt } from '../attempt/live.ts'
import type { LiveState } from '../attempt/liveState.ts'
import { usePaged } from '../device/paged.ts'
import { Waiting } from '../pages/Waiting.tsx'
import { LookSheet } from '../parts/LookSheet.tsx'
import { setLocale, t } from '../words.ts'
import { ItemScreen } from './ItemScreen.tsx'
import { LostSheet } from './LostSheet.tsx'
import { OpeningScreen } from './OpeningScreen.tsx'
import { PausedScreen } from './PausedScreen.tsx'
import { PracticeScreen } from './PracticeScreen.tsx'
import { ElsewhereSheet, SectionEndSheet, SectionOverSheet, StoppedSheet } from './Problems.tsx'
import { ReviewScreen } from './ReviewScreen.tsx'
import { SendingScreen } from './SendingScreen.tsx'
import { useBreaks } from './useBreaks.tsx'
import { useCode } from './useCode.ts'
import { mayBeHeard } from './useItemVoice.ts'
import { useLive } from './useLive.ts'
import { useRecordings } from './useRecordings.ts'
import { type Steps, useSteps } from './useSteps.ts'
import { useTimes } from './useTimes.ts'

const loadPages = () => import('./PageScreen.tsx')
type Pages = Awaited<ReturnType<typeof loadPages>>

interface PlayerProps {
  live: LiveAttempt
  /** Fetches the form in another language; the answers stay. */
  onLanguage: (locale: 'tr' | 'en') => Promise<void>
}

/** Tells whether the next question may follow automatically in this test, and why it doesn't now. */
const autoNextOf = ({ head, progress }: LiveState) =>
  head.form.sections.some(hasAutoNext)
    ? { off: progress.readAloud !== undefined && t('player-item:autoNext.readAloud') }
    : undefined

/** Another step starts at its top, with the focus on what it asks: before it is seen, so that no key goes astray. */
function useStartAtTop(shown: string) {
  const first = useRef(shown)
  useLayoutEffect(() => {
    // The first one is there already, and scrolling would have the page laid out twice before it is seen.
    if (shown !== first.current) document.querySelector('main')?.scrollTo(0, 0)
    first.current = ''
    document.getElementById('prompt')?.focus({ preventScroll: true })
  }, [shown])
}

/** The test itself, from the first step to the acknowledged submission. */
export function Player({ live, onLanguage }: PlayerProps) {
  const state = useLive(live)
  const { elsewhere, progress } = state
  const [looking, setLooking] = useState(false)
  const paged = usePaged()
  // A phone needs no screen of ten statements; where it did not come, statements come one by one.
  const pages = useCode(paged, loadPages)
  const steps = useSteps(live, state, paged && pages !== null)
  const times = useTimes(live, state, steps)
  const { step, afterSection } = steps
  const { limit, over, finished, paused } = times
  const breaks = useBreaks(live, state, steps, paused)
  useRecordings(step, mayBeHeard(state))

  const before = useRef(step.key)
  const resumed = before.current === step.key
  useLayoutEffect(() => {
    before.current = step.key
  }, [step.key])

  useStartAtTop(breaks.screen ? 'break' : paused ? 'paused' : step.key)

  const problems = (
    <>
      {elsewhere && <ElsewhereSheet />}
      {!elsewhere && <StoppedSheet live={live} state={state} />}
      {!elsewhere && !state.stopped && !progress.submitting && (
        <LostSheet state={state} items={steps.items} />
      )}
    </>
  )
  const sheets = (
    <>
      {looking && (
        <LookSheet
          inTest
          autoNext={autoNextOf(state)}
          languageStays={!state.reached && state.head.offline === undefined}
          onClose={() => setLooking(false)}
          onLanguage={async (locale) => {
            await setLocale(locale)
            await onLanguage(locale)
          }}
        />
      )}
      {problems}
    </>
  )

  if (progress.submitting)
    return (
      <>
        <SendingScreen live={live} state={state} timeIsUp={times.timeIsUp} />
        {sheets}
      </>
    )

  if (breaks.screen || paused)
    return (
      <>
        {breaks.screen || (
          <PausedScreen
            timed={state.head.deadline !== null || state.head.sections.length > 0}
            client={state.head.client.name}
          />
        )}
        {problems}
      </>
    )

  return (
    <>
      <StepScreen
        live={live}
        state={state}
        steps={steps}
        times={times}
        resumed={resumed}
        pages={pages}
        breakButton={breaks.button}
        onLook={() => setLooking(true)}
      />
      {steps.leaving && limit && !over && !finished && !elsewhere && (
        <SectionEndSheet seconds={limit.seconds} onEnd={steps.next} onStay={steps.stay} />
      )}
      {over && !elsewhere && (
        <SectionOverSheet
          next={afterSection?.kind === 'review' ? undefined : afterSection?.section.title}
          onNext={() => steps.goTo(afterSection)}
        />
      )}
      {sheets}
    </>
  )
}

interface StepScreenProps {
  live: LiveAttempt
  state: LiveState
  steps: Steps
  times: ReturnType<typeof useTimes>
  resumed: boolean
  pages: Pages | null | undefined
  breakButton: ReactNode
  onLook: () => void
}

function StepScreen({ live, state, steps, times, resumed, pages, breakButton, onLook }: StepScreenProps) {
  const { step, page, items, next, back } = steps
  const { limit, free, finished, reached, over } = times
  switch (step.kind) {
    case 'practice':
      return (
        <PracticeScreen
          key={step.key}
          step={step}
          limit={limit}
          free={free}
          readAloud={mayBeHeard(state)}
          onNext={next}
          onBack={back}
          onSkip={steps.skipPractice}
          onLook={onLook}
        />
      )
    case 'opening':
      return (
        <OpeningScreen
          step={step}
          limit={limit}
          onLook={onLook}
          breakButton={breakButton}
          readAloud={mayBeHeard(state)}
          onNext={next}
          onBack={back}
        />
      )
    case 'item':
      if (page && pages)
        return (
          <pages.PageScreen
            live={live}
            state={state}
            step={step}
            page={page}
            resumed={resumed}
            limit={limit}
            onLook={onLook}
            breakButton={breakButton}
            total={items.length}
            onNext={next}
            onBack={back}
            onReview={steps.review}
            timeUp={finished || (reached && !over)}
          />
        )
      if (page) return <Waiting title={step.section.title} />
      return (
        <ItemScreen
          live={live}
          state={state}
          step={step}
          total={items.length}
          limit={limit}
          firstOfSection={
            step.section.items[0]?.id === step.item.id && step.section.timeLimitSeconds === undefined
          }
          onNext={next}
          onBack={back}
          onReview={steps.review}
          onLook={onLook}
          breakButton={breakButton}
          timeUp={finished || (reached && !over)}
        />
      )
    case 'review':
      return (
        <ReviewScreen
          live={live}
          state={state}
          items={items}
          limit={limit}
          breakButton={breakButton}
          mayOpen={steps.rules.mayOpen}
          onOpen={steps.goTo}
          onSubmit={() => void live.submit()}
        />
      )
  }
}
