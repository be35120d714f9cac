import { IconClock, IconHourglass, IconInfinity, IconListCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { countdown } from '../attempt/clock/clock.ts'
import { cx } from '../cx.ts'
import { changeLook, useLook } from '../device/look.ts'
import controls from '../parts/controls.module.css'
import { LiveText } from '../parts/LiveText.tsx'
import { t } from '../words.ts'
import type { Limit } from './limits.ts'
import styles from './taking.module.css'

interface TakingHeaderProps {
  name: string
  limit: Limit | undefined
  /** The time is a guess: the server was not heard since the page was loaded. */
  about?: boolean
  /** The item's number and how many there are; practice counts for itself. */
  count?: { from?: number; n: number; total: number }
  /** Set during practice; tells whether a clock runs beside it. */
  practice?: 'free' | 'unscored'
  onReview?: () => void
  /** Read-aloud and the sheet for how things look. */
  tools?: ReactNode
  /** Floats over the beginning of the part that scrolls. */
  under?: ReactNode
}

function Timer({ limit, about }: { limit: Limit; about: boolean }) {
  const look = useLook()
  const shown = look.timer || limit.warning !== undefined
  const Icon = limit.warning === undefined ? IconClock : IconHourglass
  return (
    <button
      type="button"
      className={`inline-row gap-6 semibold ink rounded bare pointer touch-height ${styles.timer}`}
      aria-pressed={look.timer}
      aria-label={
        shown
          ? t(about ? 'player:time.about' : 'player:time.left', { time: countdown(limit.seconds) })
          : t('player:time.show')
      }
      onClick={() => changeLook({ timer: !look.timer })}
    >
      <Icon aria-hidden />
      {shown ? (
        <bdi>
          <LiveText>{`${about ? '≈ ' : ''}${countdown(limit.seconds)}`}</LiveText>
        </bdi>
      ) : (
        <LiveText>{t('player:time.show')}</LiveText>
      )}
    </button>
  )
}

/** Section, time, progress. It never scrolls, and a warning changes its colours but not its height. */
export function TakingHeader(props: TakingHeaderProps) {
  const { name, limit, about = false, count, practice, onReview, tools, under } = props
  const warning = limit?.warning
  const last = warning === undefined ? '' : t('player:time.last', { count: warning })
  return (
    <div className={cx(warning !== undefined && styles.warning)}>
      <div className={cx(styles.head, count?.from !== undefined && styles.wide)}>
        <div className={`row gap-4 ${styles.row1}`}>
          <span className={`min-0 semibold clip ${styles.name}`}>
            <LiveText>{last || name}</LiveText>
          </span>
          <span className="row push-end gap-4">
            {onReview && (
              <button
                type="button"
                className={controls.icon}
                aria-label={t('player:button.review')}
                title={t('player:button.review')}
                onClick={onReview}
              >
                <IconListCheck aria-hidden />
              </button>
            )}
            {tools}
            {limit && <Timer limit={limit} about={about} />}
          </span>
        </div>
        {count && (
          <div className={`row gap-12 ${styles.row2}`}>
            <span className={controls.progress} aria-hidden>
              <span style={{ width: `${(count.n / count.total) * 100}%` }} />
            </span>
            {practice && (
              <span className={`inline-row gap-6 semibold ink-primary nowrap ${styles.tag}`}>
                {practice === 'free' && <IconInfinity size={18} aria-hidden />}
                <LiveText>{t(`player-item:practice.${practice}`)}</LiveText>
              </span>
            )}
            <span className={styles.count} dir="ltr">
              <LiveText>{`${count.from === undefined ? '' : `${count.from}–`}${count.n} / ${count.total}`}</LiveText>
            </span>
          </div>
        )}
      </div>
      {under}
      <p className="sr" role="status">
        <LiveText>{warning === 1 ? '' : last}</LiveText>
      </p>
      <p className="sr" role="alert">
        <LiveText>{warning === 1 ? last : ''}</LiveText>
      </p>
    </div>
  )
}
