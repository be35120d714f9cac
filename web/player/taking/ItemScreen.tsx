import { IconChevronDown, IconChevronUp, IconFileText, IconHourglass } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import type { ResponseValue } from '#contract/responses.ts'
import { isFollowed } from '#scoring/form/auto-next.ts'
import type { HowAnswered, LiveAttempt } from '../attempt/live.ts'
import type { LiveState } from '../attempt/liveState.ts'
import type { Step } from '../attempt/steps.ts'
import { cx } from '../cx.ts'
import { changeLook, useLook } from '../device/look.ts'
import { valueByNumber } from '../items/answering.ts'
import { ItemView } from '../items/ItemView.tsx'
import { kindOf, Stimulus } from '../items/Stimulus.tsx'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { Frame } from '../parts/Frame.tsx'
import frame from '../parts/frame.module.css'
import { Instructions } from '../parts/Instructions.tsx'
import { Refusal } from '../parts/Refusal.tsx'
import { SaveLine } from '../parts/SaveLine.tsx'
import { t } from '../words.ts'
import { answerClass } from './answerClass.ts'
import type { Limit } from './limits.ts'
import { NetBanner, useNetBanner } from './NetBanner.tsx'
import { TakingHeader } from './TakingHeader.tsx'
import { Tools } from './Tools.tsx'
import styles from './taking.module.css'
import { useAutoNext } from './useAutoNext.ts'
import { useBelow } from './useBelow.ts'
import { useItemVoice } from './useItemVoice.ts'
import { useKeys } from './useKeys.ts'
import { useTimeOn } from './useTimeOn.ts'

export interface ItemScreenProps {
  live: LiveAttempt
  state: LiveState
  step: Extract<Step, { kind: 'item' }>
  total: number
  limit: Limit | undefined
  firstOfSection: boolean
  onNext: () => void
  onBack: (() => void) | undefined
  /** Missing in a section that allows no going back: one could not return from the overview. */
  onReview: (() => void) | undefined
  onLook: () => void
  /** Shown if the person may take a break here. */
  breakButton?: ReactNode
  /** The time is over by this device's clock, and the server has not said so yet. */
  timeUp: boolean
}

/** One item: Next never waits for the network, only for the device's own storage. What follows automatically: useAutoNext.ts. */
export function ItemScreen(props: ItemScreenProps) {
  const { live, state, step, total, limit, firstOfSection, timeUp, onBack, onReview, onLook, breakButton } =
    props
  const { item, section, number } = step
  const look = useLook()
  const kept = state.progress.answers[item.id]
  const timeOn = useTimeOn(step.key, kept?.elapsedMs ?? 0)
  const answer = (value: ResponseValue, how?: HowAnswered) =>
    void live.answer(item.id, value, { ...how, elapsedMs: timeOn() })
  const voice = useItemVoice(live, state, step, firstOfSection)
  const [net, closeNet] = useNetBanner(step.key, state)
  const below = useBelow(`${step.key} ${look.size}`)
  const stimulusSeen = useStimulusSeen(step.key)
  const autoNext = useFollowing(props, voice.reading !== undefined)

  useKeys(
    {
      digit: (n) => {
        const value = valueByNumber(item, state.progress.answers[item.id], n)
        if (value !== undefined) answer(value)
      },
      next: autoNext.next,
      ...(onBack ? { back: onBack } : {}),
      listen: voice.toggle,
      timer: () => changeLook({ timer: !look.timer }),
    },
    look.shortcuts,
  )

  const submit = (event: FormEvent) => {
    event.preventDefault()
    autoNext.next()
  }

  return (
    <Frame
      title={`${section.title}, ${number} / ${total}`}
      header={
        <TakingHeader
          name={section.title}
          limit={limit}
          about={live.clock.estimated && (!state.reached || state.saveError !== undefined)}
          count={{ n: number, total }}
          {...(onReview && { onReview })}
          tools={
            <Tools voice={voice} onLook={onLook}>
              {breakButton}
            </Tools>
          }
          {...(!stimulusSeen && { under: <ToStimulus stimulus={item.stimulus} /> })}
        />
      }
      fit
      over={below.count > 0 && <Below {...below} />}
      dock={
        <>
          <SaveLine state={state} />
          <div className={frame.row}>
            <Button look="secondary" disabled={!onBack} onClick={onBack}>
              {t('player:button.back')}
            </Button>
            <Button type="submit" form="answer">
              {t('player:button.next')}
            </Button>
          </div>
        </>
      }
    >
      {timeUp && (
        <p className={cx(controls.banner, controls.warn, styles.banner)} role="status">
          <IconHourglass aria-hidden />
          {t('player:time.zero')}
        </p>
      )}
      {net && <NetBanner net={net} live={live} state={state} onClose={closeNet} />}
      {firstOfSection && section.instructions !== '' && (
        <Instructions section={section} className={controls.hint} />
      )}
      <Stimulus key={item.id} item={item} />
      <form id="answer" className={answerClass(item)} onSubmit={submit} noValidate {...autoNext.form}>
        <ItemView key={item.id} item={item} kept={kept} reading={voice.reading} answer={answer} />
      </form>
      <Refusal kept={kept} className={styles.feedback} />
    </Frame>
  )
}

/** The next item after a press on an option, where this one may be left so. */
function useFollowing({ live, state, step, onNext }: ItemScreenProps, reading: boolean) {
  const { autoNext } = useLook()
  // People with read-aloud press options to hear them, so a press must not go on.
  const heard = reading || state.progress.readAloud !== undefined
  const { items } = step.section
  const follows = autoNext && !heard && isFollowed(step.section, items.indexOf(step.item))
  const goOn = () => {
    void live.noteUse('autoNext')
    onNext()
  }
  return useAutoNext(step.key, follows, goOn, onNext)
}

/** True if the beginning of the stimulus is on the screen, or still ahead. */
function useStimulusSeen(key: string): boolean {
  const [seen, setSeen] = useState(true)
  useEffect(() => {
    setSeen(true)
    const beginning = document.querySelector('#stimulus')
    if (!beginning || key === '') return
    const watcher = new IntersectionObserver(([entry]) =>
      setSeen(
        entry === undefined || entry.isIntersecting || entry.boundingClientRect.top > window.innerHeight / 2,
      ),
    )
    watcher.observe(beginning)
    return () => watcher.disconnect()
  }, [key])
  return seen
}

function ToStimulus({ stimulus }: Pick<ItemScreenProps['step']['item'], 'stimulus'>) {
  return (
    <div className={styles.toStimulus}>
      <button
        className="row justify-center full-width gap-8 bold ink-primary pointer"
        type="button"
        onClick={() => document.getElementById('stimulus')?.scrollIntoView({ block: 'start' })}
      >
        <IconFileText size={20} aria-hidden />
        {t(`player-item:stimulus.${kindOf(stimulus ?? {})}.back`)}
        <IconChevronUp size={20} aria-hidden />
      </button>
    </div>
  )
}

/** A button with the number of options below the screen's edge, which scrolls to them. */
function Below({ count, show }: ReturnType<typeof useBelow>) {
  return (
    <div className={`flex justify-center ${styles.below}`}>
      <button className="row gap-6 bold pointer" type="button" onClick={show}>
        <IconChevronDown size={20} aria-hidden />
        {t('player-item:item.below', { count })}
      </button>
    </div>
  )
}
