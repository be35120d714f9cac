import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { warmUp } from '../../app/authCalls.ts'
import { useFields } from '../../app/useFields.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import classes from './auth.module.css'
import { useFailureWords } from './failures.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { usePasswordProblems } from './newPassword.ts'

interface NewPasswordFormProps {
  save: (password: string) => Promise<void>
  onSaved?: () => Promise<void>
  onFailed?: (error: Error) => void
  /** Why nothing can be saved, where that was known before. */
  refused?: Error | undefined
  /** Nothing can be saved any more: what is submitted is ignored. */
  disabled?: boolean
  /** Stands in the alert beside the failure: the way on. */
  way?: ReactNode
  /** Stands under the button. */
  children?: ReactNode
}

/** Chooses a password, in the place of an older one or as the first. */
export function NewPasswordForm(props: NewPasswordFormProps) {
  const { save, onSaved, onFailed, refused, disabled = false, way, children } = props
  const { t } = useTranslation()
  const failureWords = useFailureWords()
  const passwordProblems = usePasswordProblems()
  const fields = useFields(
    { password: '', confirmPassword: '' },
    ({ password, confirmPassword }) => {
      const { confirm, ...found } = passwordProblems({ password, confirm: confirmPassword })
      return { ...found, confirmPassword: confirm }
    },
    { waits: true },
  )

  const saving = useMutation({
    mutationFn: () => save(fields.values.password),
    onSuccess: () => onSaved?.(),
    onError: (error) => {
      fields.refuse(error, { new_password: 'password' })
      onFailed?.(error)
    },
  })

  const submit = fields.submit(() => {
    if (!disabled && !saving.isPending) saving.mutate()
  })

  const failure = saving.error ?? refused
  return (
    <form className={classes.form} onSubmit={submit} onFocus={warmUp} noValidate>
      {failure ? (
        <Alert
          key={saving.submittedAt}
          type="danger"
          duration={0}
          title={saving.isError ? t('auth:newPassword.failed') : t('auth:reset.dead')}
        >
          {failureWords(failure)}
          {way}
        </Alert>
      ) : null}
      <NewPasswordFields
        label={t('auth:newPassword.label')}
        password={fields.props('password')}
        confirm={fields.props('confirmPassword')}
        disabled={disabled}
      />
      <Button type="submit" variant="solid" block loading={saving.isPending} disabled={disabled}>
        {t('auth:newPassword.save')}
      </Button>
      {children}
    </form>
  )
}
