import { IconBulb, IconCircleCheck, IconHelpCircle } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { KeptAnswer } from '../attempt/model.ts'
import { isAnswered, type Step } from '../attempt/steps.ts'
import { cx } from '../cx.ts'
import { useLook } from '../device/look.ts'
import { useReadAloud } from '../device/speech.ts'
import { spokenTexts, valueByNumber } from '../items/answering.ts'
import { ItemView } from '../items/ItemView.tsx'
import { Stimulus } from '../items/Stimulus.tsx'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { Frame } from '../parts/Frame.tsx'
import frame from '../parts/frame.module.css'
import { t, useLocale } from '../words.ts'
import { answerClass } from './answerClass.ts'
import type { Limit } from './limits.ts'
import { isRight, marksOf } from './practice.ts'
import { TakingHeader } from './TakingHeader.tsx'
import { Tools } from './Tools.tsx'
import styles from './taking.module.css'
import { useKeys } from './useKeys.ts'

interface PracticeScreenProps {
  step: Extract<Step, { kind: 'practice' }>
  /** The whole test's limit, if its clock runs during practice: offline, or when the allowance is used up. */
  limit: Limit | undefined
  /** No clock runs. */
  free: boolean
  /** True if the device may read aloud. */
  readAloud: boolean
  onNext: () => void
  onBack: (() => void) | undefined
  onSkip: () => void
  onLook: () => void
}

/** Reads the question, and once it is checked what is said of the answer: to who had the question read, at once. */
function usePracticeVoice(
  { key, item }: PracticeScreenProps['step'],
  allowed: boolean,
  said: 'right' | 'wrong' | undefined,
) {
  const locale = useLocale()
  const heard = useRef(false)
  const passage =
    said === undefined
      ? { texts: spokenTexts(item), audio: item.audio }
      : { texts: [{ text: item.feedback[said] }], audio: item.feedbackAudio && [item.feedbackAudio[said]] }
  const noteUse = () => {
    heard.current = true
  }
  const voice = useReadAloud(`${key} ${said}`, item.lang ?? locale, allowed ? [passage] : [], noteUse)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each check
  useEffect(() => {
    if (said !== undefined && heard.current) voice.start()
  }, [said])
  return voice
}

/** A practice item: no time of its own, no points, never saved; it says at once what was right, and why. */
export function PracticeScreen(props: PracticeScreenProps) {
  const { step, limit, free, readAloud, onNext, onBack, onSkip, onLook } = props
  const { item, section } = step
  const look = useLook()
  const [kept, setKept] = useState<KeptAnswer>()
  const [checked, setChecked] = useState(false)
  const [wrongTries, setWrongTries] = useState(0)
  const [missing, setMissing] = useState(false)
  const right = kept !== undefined && isRight(item, kept.value)
  const said = checked ? (right ? 'right' : 'wrong') : undefined
  const voice = usePracticeVoice(step, readAloud && item.readAloud !== false, said)
  const again = section.practiceUntilRight === true && !right

  const answer = (value: KeptAnswer['value'], how: { typed?: string; draft?: boolean } = {}) => {
    setChecked(false)
    setMissing(false)
    setKept({
      value,
      epoch: 0,
      seq: 0,
      at: '',
      state: 'stored',
      ...(how.draft && { draft: true }),
      ...(how.typed === undefined ? {} : { typed: how.typed }),
    })
  }
  const tryAgain = () => {
    setChecked(false)
    if (again) setKept(undefined)
  }
  const goOn = () => {
    if (checked) return again ? tryAgain() : onNext()
    if (!kept || !isAnswered(item, kept.value)) return setMissing(true)
    setChecked(true)
    if (!right) setWrongTries(wrongTries + 1)
  }
  useKeys(
    {
      digit: (n) => {
        const value = valueByNumber(item, kept, n)
        if (value !== undefined) answer(value)
      },
      next: goOn,
      listen: voice.toggle,
    },
    look.shortcuts,
  )

  return (
    <Frame
      title={t('player-item:practice.title')}
      header={
        <TakingHeader
          name={t('player-item:practice.title')}
          limit={limit}
          practice={free ? 'free' : 'unscored'}
          count={{ n: step.number, total: step.of }}
          tools={<Tools voice={voice} onLook={onLook} />}
        />
      }
      fit
      dock={
        <Dock
          checked={checked}
          right={right}
          untilRight={again}
          onAgain={tryAgain}
          onBack={onBack}
          onSkip={onSkip}
        />
      }
    >
      <Stimulus key={item.id} item={item} />
      <form
        id="answer"
        className={answerClass(item)}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          goOn()
        }}
      >
        <ItemView
          item={item}
          kept={kept}
          answer={answer}
          reading={voice.reading}
          {...(checked && kept ? { marks: marksOf(item, kept.value) } : {})}
        />
      </form>
      <Said
        words={said ? item.feedback[said] : missing ? t('player-item:item.answerFirst') : undefined}
        right={right}
        helps={again && wrongTries > 1}
      />
    </Frame>
  )
}

interface SaidProps {
  /** Undefined until Check is pressed. */
  words: string | undefined
  right: boolean
  /** After several wrong answers. */
  helps: boolean
}

/** The feedback on the answer. */
function Said({ words, right, helps }: SaidProps) {
  const place = useRef<HTMLDivElement>(null)
  // Below four pictures on a phone it would be said where nobody looks.
  useEffect(() => {
    if (words !== undefined) place.current?.scrollIntoView({ block: 'nearest' })
  }, [words])
  return (
    <div role="status" ref={place}>
      {words !== undefined && (
        <div className={cx(controls.banner, right && controls.good, styles.feedback)}>
          {right ? <IconCircleCheck aria-hidden /> : <IconBulb aria-hidden />}
          <p>{words}</p>
        </div>
      )}
      {helps && (
        <p className={cx(controls.banner, styles.feedback)}>
          <IconHelpCircle aria-hidden />
          <span>{t('player-item:practice.askForHelp')}</span>
        </p>
      )}
    </div>
  )
}

interface DockProps extends Pick<PracticeScreenProps, 'onBack' | 'onSkip'> {
  checked: boolean
  right: boolean
  /** The practice continues until the answer is right, or is skipped. */
  untilRight: boolean
  onAgain: () => void
}

function Dock({ checked, right, untilRight, onAgain, onBack, onSkip }: DockProps) {
  return (
    <div className="stack gap-8">
      <div className={frame.row}>
        {checked && !right && !untilRight ? (
          <Button look="secondary" onClick={onAgain}>
            {t('player-item:practice.again')}
          </Button>
        ) : (
          <Button look="secondary" disabled={!onBack} onClick={onBack}>
            {t('player:button.back')}
          </Button>
        )}
        <Button type="submit" form="answer">
          {!checked && t('player-item:practice.check')}
          {checked && right && t('player:button.next')}
          {checked &&
            !right &&
            t(untilRight ? 'player-item:practice.again' : 'player-item:practice.understood')}
        </Button>
      </div>
      <Button look="plain" onClick={onSkip}>
        {t('player-item:practice.skip')}
      </Button>
    </div>
  )
}
