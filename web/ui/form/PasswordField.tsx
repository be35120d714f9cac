import { TextInput, type TextInputProps, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FieldProps, type OwnProps, splitField } from './fieldProps.tsx'
import classes from './PasswordField.module.css'

export type PasswordFieldProps = FieldProps &
  Omit<TextInputProps, OwnProps | 'type' | 'rightSection'> & {
    /** It is a secret of another kind than a password. */
    secret?: boolean
  }

/** Built on the text input: Mantine's own password input never says `aria-invalid`. */
export function PasswordField({ secret = false, ...props }: PasswordFieldProps) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  const { field, rest } = splitField(props, true)
  const words = secret
    ? { show: t('ui:secret.show'), hide: t('ui:secret.hide') }
    : { show: t('ui:password.show'), hide: t('ui:password.hide') }
  const Icon = shown ? IconEyeOff : IconEye
  return (
    <TextInput
      {...rest}
      {...field}
      type={shown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      rightSectionPointerEvents="all"
      rightSection={
        <UnstyledButton
          className={`stack centered muted rounded-sm ${classes.toggle}`}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon size={20} stroke={1.75} aria-hidden />
          {/* Words and not a label: a second thing labelled "password" would be found in the field's place. */}
          <VisuallyHidden>{shown ? words.hide : words.show}</VisuallyHidden>
        </UnstyledButton>
      }
    />
  )
}
