import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { beginSecondFactor } from '#contract/second-factor.ts'
import { api } from '../../app/api.ts'
import { useFields } from '../../app/useFields.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { speaksOfFields, useFailureWords } from '../auth/failures.ts'
import classes from './second-factor.module.css'
import type { Enrolment } from './secondStep.ts'

/** Asks for the password before two-step sign-in is set up. */
export function BeginForm({
  onBegun,
  children,
}: {
  onBegun: (enrolment: Enrolment) => void
  children: ReactNode
}) {
  const { t } = useTranslation('second-factor')
  const failureWords = useFailureWords()
  const fields = useFields(
    { current_password: '' },
    ({ current_password }) => ({
      current_password: current_password === '' ? t('second-factor:off.passwordMissing') : undefined,
    }),
    { waits: true },
  )
  const { focus } = fields

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form appears
  useEffect(() => focus('current_password'), [])
  const sending = useMutation({
    mutationFn: () => api(beginSecondFactor, { body: fields.values }),
    onSuccess: onBegun,
    onError: (error) => fields.refuse(error),
  })
  const submit = fields.submit(() => {
    if (!sending.isPending) sending.mutate()
  })

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.words}>{t('second-factor:begin.text')}</p>
      {sending.isError && !speaksOfFields(sending.error, ['current_password']) ? (
        <Alert key={sending.submittedAt} type="danger" duration={0}>
          {failureWords(sending.error)}
        </Alert>
      ) : null}
      <PasswordField
        {...fields.props('current_password')}
        autoComplete="current-password"
        label={t('second-factor:off.password')}
      />
      <div className={classes.ends}>
        <Button type="submit" variant="solid" loading={sending.isPending}>
          {t('second-factor:begin.submit')}
        </Button>
        {children}
      </div>
    </form>
  )
}
