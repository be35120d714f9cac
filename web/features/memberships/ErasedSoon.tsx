import { useTranslation } from 'react-i18next'
import { formatDay, formatNumber } from '#contract/format.ts'
import { countdownWord, daysBetween, todayIn } from '../../app/days.ts'
import classes from './ErasedSoon.module.css'

const announcedDays = 60

interface ErasedSoonProps {
  /** The day at the organisation; null where nothing is erased. */
  day: string | null
  timeZone: string
  part?: 'all' | 'scales'
}

/** The number of days until data is erased, with the day; nothing while that is far away. */
export function ErasedSoon({ day, timeZone, part = 'all' }: ErasedSoonProps) {
  const { t, i18n } = useTranslation()
  if (day === null) return null
  const left = daysBetween(todayIn(timeZone), day)
  if (left > announcedDays) return null
  const word = countdownWord(left)
  const figures = { count: left, number: formatNumber(left, i18n.language) }
  return (
    <span className={`block meta ${classes.soon}`}>
      <span className={word === 'inDays' ? undefined : 'medium ink-amber'}>
        {t(`erasure:soon.${part}.${word}`, figures)}
      </span>{' '}
      <time className="nowrap" dateTime={day}>
        ({formatDay(day, i18n.language)})
      </time>
    </span>
  )
}

interface TestErasureProps {
  test: { erased: boolean; keptUntil: string | null; scalesKeptUntil: string | null }
  timeZone: string
}

/** That the data of a test is erased, or will be soon. */
export function TestErasure({ test: { erased, keptUntil, scalesKeptUntil }, timeZone }: TestErasureProps) {
  const { t } = useTranslation()
  if (erased) return <span className="meta">{t('erasure:erased')}</span>
  return (
    <>
      {scalesKeptUntil !== keptUntil && (
        <ErasedSoon day={scalesKeptUntil} timeZone={timeZone} part="scales" />
      )}
      <ErasedSoon day={keptUntil} timeZone={timeZone} />
    </>
  )
}
