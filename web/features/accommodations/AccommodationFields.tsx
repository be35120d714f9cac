import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { type Accommodations, isMoreTime } from '#contract/accommodation-fields.ts'
import { CheckboxField } from '../../ui/form/CheckboxField.tsx'
import { Segmented } from '../../ui/form/Segmented.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import classes from './accommodations.module.css'
import { timeKey, times } from './times.ts'

interface AccommodationFieldsProps {
  value: Accommodations
  onChange: (value: Accommodations) => void
  /** The test runs with this time: only more can be given. */
  running?: Accommodations['timePercent'] | undefined
}

const sizes = ['A', 'A+', 'A++'] as const

/** Time, text size and read-aloud. */
export function AccommodationFields({ value, onChange, running }: AccommodationFieldsProps) {
  const { t } = useTranslation()
  const help = useId()
  const offered =
    running === undefined ? times : times.filter((time) => time === running || isMoreTime(time, running))
  return (
    <div className={classes.fields}>
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
          <div className={classes.field}>
            <span className={classes.label}>{t('accommodations:text.label')}</span>
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
        </>
      ) : null}
    </div>
  )
}
