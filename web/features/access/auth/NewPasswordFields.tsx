import { useTranslation } from 'react-i18next'
import type { InputBinding } from '../../../app/useForm.ts'
import { PasswordField } from '../../../ui/form/PasswordField.tsx'
import { PasswordHelp } from './PasswordHelp.tsx'

interface NewPasswordFieldsProps {
  label: string
  password: InputBinding
  confirm: InputBinding
  disabled?: boolean
}

/** A password being chosen, and once more to be sure. */
export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const { label, password, confirm, disabled = false } = props
  const { t } = useTranslation()
  return (
    <>
      <PasswordField
        {...password}
        autoComplete="new-password"
        label={label}
        help={<PasswordHelp password={password.value} />}
        disabled={disabled}
      />
      <PasswordField
        {...confirm}
        autoComplete="new-password"
        label={t('auth:newPassword.confirm')}
        disabled={disabled}
      />
    </>
  )
}
