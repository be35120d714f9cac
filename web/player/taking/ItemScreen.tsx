import {
  IconChevronDown,
  IconChevronUp,
  IconCloudCheck,
  IconFileText,
  IconHourglass,
  IconInfoCircle,
  IconWifiOff,
  IconX,
} from '@tabler/icons-react'
import { type FormEvent, useEffect, useState } from 'react'
import type { ResponseValue } from '#contract/responses.ts'
import type { HowAnswered, LiveAttempt, LiveState } from '../attempt/live.ts'
import { unsentCount } from '../attempt/live.ts'
import type { Step } from '../attempt/steps.ts'
import { cx } from '../cx.ts'
import { changeLook, useLook } from '../device/look.ts'
import { useReadAloud } from '../device/speech.ts'
import { spokenTexts, valueByNumber } from '../items/answering.ts'
import { ItemView } from '../items/ItemView.tsx'
import { kindOf, Stimulus } from '../items/Stimulus.tsx'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { Frame } from '../parts/Frame.tsx'
import frame from '../parts/frame.module.css'
import { SaveLine } from '../parts/SaveLine.tsx'
import { t, useLocale } from '../words.ts'
import type { Limit } from './limits.ts'
import { TakingHeader } from './TakingHeader.tsx'
import { Tools } from './Tools.tsx'
import styles from './taking.module.css'
import { useBelow } from './useBelow.ts'
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
  /** Not while a section leads forwards only: its overview would be a way out without a way back. */
  onReview: (() => void) | undefined
  onLook: () => void
  /** The time is over by this device's reckoning, and the server has not said so yet. */
  timeUp: boolean
}

type Net = { word: 'offline' | 'unkept' } | { word: 'back'; sent: number } | undefined

/** Offline and back again are said in a banner that comes and goes only with an item, so that nothing moves under a finger. */
function useNetBanner(key: string, state: LiveState): [Net, () => void] {
  const [banner, setBanner] = useState<Net>()
  const [waited, setWaited] = useState(0)
  const waiting = unsentCount(state)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another item may change the banner
  useEffect(() => {
    setBanner((before) => {
      if (!state.reached && waiting > 0) return { word: state.storageFailed ? 'unkept' : 'offline' }
      const away = before?.word === 'offline' || before?.word === 'unkept'
      return away && waiting === 0 ? { word: 'back', sent: waited } : undefined
    })
  }, [key])
  useEffect(() => {
    if (!state.reached) setWaited((most) => Math.max(most, waiting))
  }, [state.reached, waiting])
  const close = () => {
    setBanner(undefined)
    setWaited(0)
  }
  return [banner, close]
}

function NetBanner({ net, onClose }: { net: NonNullable<Net>; onClose: () => void }) {
  return (
    <div className={cx(controls.banner, net.word === 'back' ? controls.good : controls.warn, styles.banner)}>
      {net.word === 'back' ? <IconCloudCheck aria-hidden /> : <IconWifiOff aria-hidden />}
      <p>{net.word === 'back' ? t('player:net.back', { count: net.sent }) : t(`player:net.${net.word}`)}</p>
      <button type="button" className={controls.icon} aria-label={t('player:button.close')} onClick={onClose}>
        <IconX aria-hidden />
      </button>
    </div>
  )
}

/** One item: choosing never moves on, Next never waits for the network, only for the device's own storage. */
export function ItemScreen(props: ItemScreenProps) {
  const { live, state, step, total, limit, firstOfSection, timeUp, onNext, onBack, onReview, onLook } = props
  const { item, section, number } = step
  const locale = useLocale()
  const look = useLook()
  const kept = state.progress.answers[item.id]
  const timeOn = useTimeOn(step.key, kept?.elapsedMs ?? 0)
  const answer = (value: ResponseValue, how?: HowAnswered) =>
    void live.answer(item.id, value, { ...how, elapsedMs: timeOn() })
  const voice = useReadAloud(step.key, item.lang ?? locale, spokenTexts(item))
  const [net, closeNet] = useNetBanner(step.key, state)
  const below = useBelow(`${step.key} ${look.size}`)
  const [stimulusSeen, setStimulusSeen] = useState(true)

  useEffect(() => {
    setStimulusSeen(true)
    // Its beginning is what one goes back to: once that is scrolled away, the way back stays at the top.
    const beginning = document.querySelector('#stimulus h2')
    if (!beginning || step.key === '') return
    const watcher = new IntersectionObserver(([entry]) =>
      setStimulusSeen(
        entry === undefined || entry.isIntersecting || entry.boundingClientRect.top > window.innerHeight / 2,
      ),
    )
    watcher.observe(beginning)
    return () => watcher.disconnect()
  }, [step.key])

  useKeys(
    {
      digit: (n) => {
        const value = valueByNumber(item, state.progress.answers[item.id], n)
        if (value !== undefined) answer(value)
      },
      next: onNext,
      ...(onBack ? { back: onBack } : {}),
      listen: voice.toggle,
      timer: () => changeLook({ timer: !look.timer }),
    },
    look.shortcuts,
  )

  const submit = (event: FormEvent) => {
    event.preventDefault()
    onNext()
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
        />
      }
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
      {!stimulusSeen && (
        <div className={styles.toStimulus}>
          <button
            type="button"
            onClick={() => document.getElementById('stimulus')?.scrollIntoView({ block: 'start' })}
          >
            <IconFileText size={20} aria-hidden />
            {t(`player:stimulus.${kindOf(item.stimulus ?? {})}.back`)}
            <IconChevronUp size={20} aria-hidden />
          </button>
        </div>
      )}
      {timeUp && (
        <p className={cx(controls.banner, controls.warn, styles.banner)} role="status">
          <IconHourglass aria-hidden />
          {t('player:time.zero')}
        </p>
      )}
      {net && <NetBanner net={net} onClose={closeNet} />}
      <Tools voice={voice} onLook={onLook} />
      {firstOfSection && section.instructions !== '' && (
        <div className={cx(controls.banner, styles.instructions)}>
          <IconInfoCircle aria-hidden />
          <p>{section.instructions}</p>
        </div>
      )}
      <Stimulus stimulus={item.stimulus} />
      <form id="answer" onSubmit={submit} noValidate>
        <ItemView key={item.id} item={item} kept={kept} reading={voice.reading} answer={answer} />
      </form>
      {kept?.state === 'refused' && (
        <p className={cx(controls.banner, controls.warn, styles.feedback)} role="alert">
          <IconInfoCircle aria-hidden />
          {kept.refusal ? `${kept.refusal} ` : null}
          {t('player:problem.refused')}
        </p>
      )}
      {below.count > 0 && (
        <div className={styles.below}>
          <div className={styles.fade}>
            <button type="button" onClick={below.show}>
              <IconChevronDown size={20} aria-hidden />
              {t('player:item.below', { count: below.count })}
            </button>
          </div>
        </div>
      )}
    </Frame>
  )
}
