import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateFormat } from '#contract/format.ts'
import { LiveText } from '../../../ui/text/LiveText.tsx'
import classes from './board.module.css'

/** Longer than a few questions take: a single slow answer is no news. */
const freshMs = 6000

interface LiveSignProps {
  /** When the board was last answered, by this device's clock. */
  at: number
  timeZone: string
}

/** Tells whether the board is up to date, and since when it is not. */
export function LiveSign({ at, timeZone }: LiveSignProps) {
  const { t, i18n } = useTranslation()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const stale = now - at > freshMs
  const time = dateFormat(i18n.language, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(at)
  return (
    <>
      <span
        className={`inline-row gap-8 semibold ink-green num ${classes.live}`}
        data-stale={stale || undefined}
      >
        {stale ? <IconAlertTriangle size={18} stroke={2} aria-hidden /> : <i aria-hidden />}
        <LiveText>{t(stale ? 'board:live.stale' : 'board:live.now', { time })}</LiveText>
      </span>
      {/* Said once when it happens: the time beside it changes all the time. */}
      <span className="sr" role="status">
        <LiveText>{stale ? t('board:live.lost') : ''}</LiveText>
      </span>
    </>
  )
}
