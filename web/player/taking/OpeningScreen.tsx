import { IconHourglass } from '@tabler/icons-react'
import type { Step } from '../attempt/steps.ts'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { Frame } from '../parts/Frame.tsx'
import frame from '../parts/frame.module.css'
import { t } from '../words.ts'
import type { Limit } from './limits.ts'
import { TakingHeader } from './TakingHeader.tsx'
import styles from './taking.module.css'
import { useKeys } from './useKeys.ts'

interface OpeningScreenProps {
  step: Extract<Step, { kind: 'opening' }>
  limit: Limit | undefined
  onNext: () => void
  onBack: (() => void) | undefined
}

/** Whole minutes as such; a limit that is none in seconds. */
const lengthOf = (seconds: number): string =>
  seconds % 60 === 0
    ? t('player:facts.minutes', { count: seconds / 60 })
    : t('player:facts.seconds', { count: seconds })

/** Before a section with a time of its own: that time starts with the person's tap. */
export function OpeningScreen({ step: { section }, limit, onNext, onBack }: OpeningScreenProps) {
  useKeys({ next: onNext, ...(onBack ? { back: onBack } : {}) }, false)
  return (
    <Frame
      title={section.title}
      header={<TakingHeader name={section.title} limit={limit} />}
      dock={
        <>
          <p className={frame.note}>{t('player:section.timeStarts')}</p>
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
      <p className={controls.muted}>
        {t('player:facts.questions', { count: section.items.length })}
        {' · '}
        {lengthOf(section.timeLimitSeconds ?? 0)}
      </p>
      {section.instructions !== '' && (
        <div className={styles.gap}>
          <div className={controls.banner}>
            <IconHourglass aria-hidden />
            <p>{section.instructions}</p>
          </div>
        </div>
      )}
    </Frame>
  )
}
