import { useTranslation } from 'react-i18next'
import { DateField } from '../../../ui/form/DateField.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import classes from './access.module.css'
import type { Terms } from './terms.ts'

interface OpeningFieldsProps {
  value: Pick<Terms, 'day' | 'time'>
  onChange: (value: Pick<Terms, 'day' | 'time'>) => void
  onUnreadable?: ((unreadable: boolean) => void) | undefined
  error?: string | undefined
}

/** The day and hour from which tests can be started, by the client's clock. */
export function OpeningFields({ value, onChange, onUnreadable, error }: OpeningFieldsProps) {
  const { t } = useTranslation()
  return (
    <div className={`stack gap-16 ${classes.opening}`}>
      <DateField
        label={t('access:opening.day')}
        optional
        size="sm"
        value={value.day}
        onChange={(day) => onChange({ ...value, day })}
        onUnreadable={onUnreadable}
        error={error}
        help={value.day === null ? t('access:opening.anyTime') : undefined}
      />
      <TextField
        type="time"
        label={t('access:opening.time')}
        optional
        size="sm"
        disabled={value.day === null}
        value={value.time}
        onChange={(event) => onChange({ ...value, time: event.currentTarget.value })}
      />
    </div>
  )
}
