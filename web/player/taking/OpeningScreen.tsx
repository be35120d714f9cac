import type { ReactNode } from 'react'
import type { Step } from '../attempt/steps.ts'
import { useReadAloud } from '../device/speech.ts'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { Frame } from '../parts/Frame.tsx'
import frame from '../parts/frame.module.css'
import { Instructions } from '../parts/Instructions.tsx'
import { t, useLocale } from '../words.ts'
import type { Limit } from './limits.ts'
import { TakingHeader } from './TakingHeader.tsx'
import { Tools } from './Tools.tsx'
import { instructionsOf } from './useItemVoice.ts'
import { useKeys } from './useKeys.ts'

interface OpeningScreenProps {
  step: Extract<Step, { kind: 'opening' }>
  limit: Limit | undefined
  onNext: () => void
  onBack: (() => void) | undefined
  /** True if the instructions may be read aloud. */
  readAloud: boolean
  onLook: () => void
  /** Shown if the person may take a break here. */
  breakButton?: ReactNode
}

/** Whole minutes as such; a limit that is none in seconds. */
const lengthOf = (seconds: number): string =>
  seconds % 60 === 0
    ? t('player:facts.minutes', { count: seconds / 60 })
    : t('player:facts.seconds', { count: seconds })

/** Before a section with a time of its own: that time starts with the person's tap. */
export function OpeningScreen(props: OpeningScreenProps) {
  const { step, limit, onNext, onBack, readAloud, onLook, breakButton } = props
  const { section } = step
  const voice = useReadAloud(step.key, useLocale(), readAloud ? instructionsOf(section) : [])
  useKeys({ next: onNext, ...(onBack ? { back: onBack } : {}) }, false)
  return (
    <Frame
      title={section.title}
      header={
        <TakingHeader
          name={section.title}
          limit={limit}
          tools={
            <Tools voice={voice} onLook={onLook}>
              {breakButton}
            </Tools>
          }
        />
      }
      dock={
        <>
          <p className={frame.note}>{t('player-item:section.timeStarts')}</p>
          <div className={frame.row}>
            <Button look="secondary" disabled={!onBack} onClick={onBack}>
              {t('player:button.back')}
            </Button>
            <Button onClick={onNext}>{t('player:button.next')}</Button>
          </div>
        </>
      }
    >
      <h1 id="prompt" tabIndex={-1} className={controls.title}>
        {section.title}
      </h1>
      <p className="muted">
        {t('player:facts.questions', { count: section.items.length })}
        {' · '}
        {lengthOf(section.timeLimitSeconds ?? 0)}
      </p>
      {section.instructions !== '' && (
        <div className="above-16">
          <Instructions section={section} />
        </div>
      )}
    </Frame>
  )
}
