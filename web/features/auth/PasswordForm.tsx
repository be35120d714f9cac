import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { entryPath } from '../../app/access.ts'
import { ApiError, errorMessage } from '../../app/apiError.ts'
import { redirectTarget } from '../../app/redirect.ts'
import { signIn, warmUp } from '../../app/session.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { CheckboxField } from '../../ui/CheckboxField.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import classes from './auth.module.css'
import { useEmailProblem } from './emailProblem.ts'

interface Problems {
  email?: string | undefined
  password?: string | undefined
}

export function PasswordForm() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { search } = useLocation()
  const emailProblem = useEmailProblem()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const emailInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)

  const entering = useMutation({
    mutationFn: () => signIn({ username: email.trim(), password, remember }),
    onSuccess: (user) => navigate(redirectTarget(search) ?? entryPath(user), { replace: true }),
    onError: (error) => {
      passwordInput.current?.focus()
      if (error instanceof ApiError)
        setProblems({ email: error.fields.username?.[0], password: error.fields.password?.[0] })
    },
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (entering.isPending) return
    const found: Problems = {
      email: emailProblem(email),
      password: password === '' ? t('auth:password.required') : undefined,
    }
    setProblems(found)
    if (found.email) emailInput.current?.focus()
    else if (found.password) passwordInput.current?.focus()
    else entering.mutate()
  }

  return (
    <form className={classes.form} onSubmit={submit} onFocus={warmUp} noValidate>
      {entering.isError ? (
        <Alert key={entering.failureCount + entering.submittedAt} type="danger" duration={0}>
          {errorMessage(entering.error)}
        </Alert>
      ) : null}
      <TextField
        ref={emailInput}
        type="email"
        name="username"
        autoComplete="username"
        label={t('auth:email.label')}
        value={email}
        error={problems.email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <PasswordField
        ref={passwordInput}
        name="password"
        autoComplete="current-password"
        label={t('auth:password.label')}
        value={password}
        error={problems.password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <CheckboxField
        label={t('auth:signIn.remember')}
        checked={remember}
        onChange={(event) => setRemember(event.currentTarget.checked)}
      />
      <Button type="submit" variant="solid" block loading={entering.isPending}>
        {t('auth:signIn.submit')}
      </Button>
    </form>
  )
}
