import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router'
import { warmUp } from '../../app/authCalls.ts'
import { paths } from '../../app/paths.ts'
import { landing } from '../../app/redirect.ts'
import { signIn } from '../../app/session.ts'
import { useFields } from '../../app/useFields.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { CheckboxField } from '../../ui/CheckboxField.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { type SecondStep, secondStepOf } from '../second-factor/secondStep.ts'
import classes from './auth.module.css'
import { useEmailProblem } from './emailProblem.ts'
import { useFailureWords } from './failures.ts'

interface PasswordFormProps {
  /** The password was right, and a second step is asked for. */
  onSecondStep: (step: SecondStep, remember: boolean) => void
}

export function PasswordForm({ onSecondStep }: PasswordFormProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { search } = useLocation()
  const emailProblem = useEmailProblem()
  const failureWords = useFailureWords()
  const [remember, setRemember] = useState(false)
  const fields = useFields(
    { username: '', password: '' },
    ({ username, password }) => ({
      username: emailProblem(username),
      password: password === '' ? t('auth:passwordRequired') : undefined,
    }),
    { waits: true },
  )

  const entering = useMutation({
    mutationFn: () => {
      const { username, password } = fields.values
      return signIn({ username: username.trim(), password, remember })
    },
    onSuccess: (user) => navigate(landing(search, user), { replace: true }),
    onError: (error) => {
      const step = secondStepOf(error)
      if (step) return onSecondStep(step, remember)
      fields.focus('password')
      fields.refuse(error)
    },
  })

  const submit = fields.submit(() => {
    if (!entering.isPending) entering.mutate()
  })

  return (
    <form className={classes.form} onSubmit={submit} onFocus={warmUp} noValidate>
      {entering.isError ? (
        <Alert key={entering.submittedAt} type="danger" duration={0}>
          {failureWords(entering.error)}
        </Alert>
      ) : null}
      <TextField
        {...fields.props('username')}
        type="email"
        autoComplete="username"
        label={t('auth:email.label')}
      />
      <PasswordField
        {...fields.props('password')}
        autoComplete="current-password"
        label={t('auth:password.label')}
      />
      <div className={classes.row}>
        <CheckboxField
          label={t('auth:signIn.remember')}
          checked={remember}
          onChange={(event) => setRemember(event.currentTarget.checked)}
        />
        <Link to={paths.forgotPassword} className={`link ${classes.back}`}>
          {t('auth:signIn.forgot')}
        </Link>
      </div>
      <Button type="submit" variant="solid" block loading={entering.isPending}>
        {t('auth:signIn.submit')}
      </Button>
    </form>
  )
}
