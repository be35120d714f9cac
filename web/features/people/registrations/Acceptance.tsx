import { useTranslation } from 'react-i18next'
import { Segmented } from '../../../ui/form/Segmented.tsx'
import { TextField, type TextFieldProps } from '../../../ui/form/TextField.tsx'
import type { RegistrationFields } from './registrationForm.ts'
import classes from './registrations.module.css'

/** Asks for the number of phones that may register at once before a manager decides. */
export function AtGate(field: Omit<TextFieldProps, 'label'>) {
  const { t } = useTranslation()
  return (
    <TextField
      label={t('registrations:field.atGate')}
      help={t('registrations:field.atGateHelp')}
      autoComplete="off"
      {...field}
    />
  )
}

type Deciding = RegistrationFields['decides']

interface DecidesProps {
  value: Deciding
  onDay: boolean
  onChange: (value: Deciding) => void
}

/** Asks whether a manager accepts each person. */
export function Decides({ value, onDay, onChange }: DecidesProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.choice}>
      <span>{t('registrations:field.decides')}</span>
      <Segmented
        label={t('registrations:field.decides')}
        value={value}
        onChange={(chosen) => onChange(chosen === 'manager' ? 'manager' : 'nobody')}
        data={(['nobody', 'manager'] as const).map((one) => ({
          value: one,
          label: t(`registrations:decides.${one}`),
        }))}
      />
      <p className="meta">
        {onDay ? t(`registrations:decidesOnDay.${value}`) : t(`registrations:decidesHelp.${value}`)}
      </p>
    </div>
  )
}
