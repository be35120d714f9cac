import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'
import { FieldError } from '../../../ui/form/FieldError.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import classes from './job-profiles.module.css'
import { type JobScale, problemOf, type TypedRanges } from './profileForm.ts'
import { rangeWords } from './rangeWords.ts'

interface RangeFieldsProps {
  scales: readonly JobScale[]
  value: TypedRanges
  /** True once somebody tried to send the form. */
  asked: boolean
  onChange: (value: TypedRanges) => void
}

/** The range of each scale of a test; a scale without one asks for nothing. */
export function RangeFields({ scales, value, asked, onChange }: RangeFieldsProps) {
  const { t } = useTranslation()
  return (
    <ul className={`stack one-column ${classes.ranges}`}>
      {scales.map((scale) => (
        <li key={scale.key} className={`ruled-bottom ${classes.range}`}>
          <Names scale={scale} />
          {(['from', 'to'] as const).map((end) => (
            <TextField
              key={end}
              size="sm"
              label={t(`job-profiles:form.${end}`, { scale: scale.name })}
              labelHidden
              placeholder={t(`job-profiles:form.${end}Short`)}
              inputMode="decimal"
              autoComplete="off"
              maxLength={12}
              name={`${scale.key}.${end}`}
              invalid={asked && problemOf(value[scale.key], scale) !== undefined}
              value={value[scale.key]?.[end] ?? ''}
              onChange={({ currentTarget: { value: text } }) =>
                onChange({ ...value, [scale.key]: { from: '', to: '', ...value[scale.key], [end]: text } })
              }
            />
          ))}
          {asked ? <Problem scale={scale} typed={value[scale.key]} /> : null}
        </li>
      ))}
    </ul>
  )
}

function Names({ scale }: { scale: JobScale }) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language, 1)
  return (
    <span className={`stack min-0 gap-2 ${classes.scale}`}>
      <span className={`breakable ${scale.main ? 'medium' : ''}`}>{scale.name}</span>
      <span className="meta">
        {t(`job-profiles:unit.${scale.unit}`, { min: number(scale.min), max: number(scale.max) })}
        {scale.suggested === null ? null : (
          <>
            {' · '}
            {t('job-profiles:form.suggested', { range: rangeWords(t, scale.suggested, number) })}
          </>
        )}
      </span>
    </span>
  )
}

function Problem({ scale, typed }: { scale: JobScale; typed: TypedRanges[string] | undefined }) {
  const { t, i18n } = useTranslation()
  const problem = problemOf(typed, scale)
  if (problem === undefined) return null
  const number = (value: number) => formatNumber(value, i18n.language, 1)
  const ends = { min: number(scale.min), max: number(scale.max), step: number(scale.step) }
  return (
    <div className={classes.problem}>
      <FieldError>{t(`job-profiles:problem.${problem}`, ends)}</FieldError>
    </div>
  )
}
