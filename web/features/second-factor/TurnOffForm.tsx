import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { disableSecondFactor } from '#contract/second-factor.ts'
import { api } from '../../app/api.ts'
import { useAuth } from '../../app/auth.ts'
import { useFields } from '../../app/useFields.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { speaksOfFields, useFailureWords } from '../auth/failures.ts'
import classes from './second-factor.module.css'

const empty = { current_password: '', code: '' }

/**
 * Turns two-step sign-in off, with the password and a code: neither an open screen nor a found phone is enough. Whoever
 * signs in by links alone has no password to be asked for.
 */
export function TurnOffForm({ onDone, children }: { onDone: () => void; children: ReactNode }) {
  const { t } = useTranslation('second-factor')
  const failureWords = useFailureWords()
  const hasPassword = useAuth((state) => state.user.hasPassword)
  const fields = useFields(
    empty,
    ({ current_password, code }) => ({
      current_password:
        hasPassword && current_password === '' ? t('second-factor:off.passwordMissing') : undefined,
      code: code.trim() === '' ? t('second-factor:code.missing') : undefined,
    }),
    { waits: true },
  )

  const sending = useMutation({
    mutationFn: () => {
      const { current_password, code } = fields.values
      return api(disableSecondFactor, {
        body: { code: code.trim(), ...(hasPassword && { current_password }) },
      })
    },
    onSuccess: onDone,
    onError: (error) => fields.refuse(error),
  })
  const submit = fields.submit(() => {
    if (!sending.isPending) sending.mutate()
  })

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.words}>{t('second-factor:off.text')}</p>
      {hasPassword ? null : <p className={classes.words}>{t('second-factor:off.noPassword')}</p>}
      {sending.isError && !speaksOfFields(sending.error, Object.keys(empty)) ? (
        <Alert key={sending.submittedAt} type="danger" duration={0}>
          {failureWords(sending.error)}
        </Alert>
      ) : null}
      {hasPassword ? (
        <PasswordField
          {...fields.props('current_password')}
          autoComplete="current-password"
          label={t('second-factor:off.password')}
        />
      ) : null}
      <TextField
        {...fields.props('code')}
        autoComplete="one-time-code"
        data-code="recovery"
        maxLength={40}
        label={t('second-factor:off.code')}
        help={t('second-factor:off.codeHelp')}
      />
      <div className={classes.ends}>
        <Button type="submit" variant="solid" danger loading={sending.isPending}>
          {t('second-factor:off.submit')}
        </Button>
        {children}
      </div>
    </form>
  )
}
