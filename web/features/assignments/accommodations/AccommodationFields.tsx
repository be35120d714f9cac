import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { type Accommodations, isMoreTime } from '#contract/accommodation-fields.ts'
import { formatNumber } from '#contract/format.ts'
import { CheckboxField } from '../../../ui/form/CheckboxField.tsx'
import { Segmented } from '../../../ui/form/Segmented.tsx'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import classes from './accommodations.module.css'
import { breakCounts, breakLengths, timeKey, times } from './times.ts'

interface AccommodationFieldsProps {
  value: Accommodations
  onChange: (value: Accommodations) => void
  /** The test runs with this time: only more can be given. */
  running?: Accommodations['timePercent'] | undefined
}

const sizes = ['A', 'A+', 'A++'] as const

/** Time, text size, read-aloud and breaks. */
export function AccommodationFields({ value, onChange, running }: AccommodationFieldsProps) {
  const { t } = useTranslation()
  const help = useId()
  const offered =
    running === undefined ? times : times.filter((time) => time === running || isMoreTime(time, running))
  return (
    <div className="stack items-start min-0 gap-16">
      <SelectField
        label={t('accommodations:time.label')}
        help={value.timePercent === null ? t('accommodations:time.noneHelp') : undefined}
        size="sm"
        value={timeKey(value.timePercent)}
        data={offered.map((time) => ({
          value: timeKey(time),
          label: t(`accommodations:time.${timeKey(time)}`),
        }))}
        onChange={(chosen) => {
          const time = times.find((one) => timeKey(one) === chosen)
          if (time !== undefined) onChange({ ...value, timePercent: time })
        }}
      />
      {running === undefined ? (
        <>
          <div className="stack min-0 gap-6">
            <span className="medium">{t('accommodations:text.label')}</span>
            <Segmented
              label={t('accommodations:text.label')}
              className={classes.start ?? ''}
              value={sizes[value.textSize]}
              data={[...sizes]}
              onChange={(chosen) =>
                onChange({ ...value, textSize: chosen === 'A++' ? 2 : chosen === 'A+' ? 1 : 0 })
              }
            />
            <p className="meta">{t('accommodations:text.help')}</p>
          </div>
          <div>
            <CheckboxField
              label={t('accommodations:readAloud.label')}
              aria-describedby={help}
              checked={value.readAloud}
              onChange={(event) => onChange({ ...value, readAloud: event.currentTarget.checked })}
            />
            <p id={help} className="meta">
              {t('accommodations:readAloud.help')}
            </p>
          </div>
          <BreakFields value={value} onChange={onChange} />
        </>
      ) : null}
    </div>
  )
}

/** Fields for the number of breaks, and for their length if there are any. */
function BreakFields({ value, onChange }: Omit<AccommodationFieldsProps, 'running'>) {
  const { t, i18n } = useTranslation()
  const words = (count: number) => ({ count, number: formatNumber(count, i18n.language) })
  return (
    <>
      <div className="stack min-0 gap-6">
        <span className="medium">{t('accommodations:breaks.label')}</span>
        <Segmented
          label={t('accommodations:breaks.label')}
          className={classes.start ?? ''}
          value={String(value.breaks)}
          data={breakCounts.map((count) => ({ value: String(count), label: words(count).number }))}
          onChange={(chosen) => {
            const breaks = breakCounts.find((count) => String(count) === chosen)
            if (breaks !== undefined) onChange({ ...value, breaks })
          }}
        />
        <p className="meta">{t('accommodations:breaks.help')}</p>
      </div>
      {value.breaks === 0 ? null : (
        <SelectField
          label={t('accommodations:breaks.length')}
          size="sm"
          value={String(value.breakMinutes)}
          data={breakLengths.map((minutes) => ({
            value: String(minutes),
            label: t('accommodations:breaks.minutes', words(minutes)),
          }))}
          onChange={(chosen) => {
            const breakMinutes = breakLengths.find((minutes) => String(minutes) === chosen)
            if (breakMinutes !== undefined) onChange({ ...value, breakMinutes })
          }}
        />
      )}
    </>
  )
}
