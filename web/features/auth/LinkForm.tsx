import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorMessage } from '../../app/apiError.ts'
import { sendMagicLink, warmUp } from '../../app/session.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { LetterDrawing } from '../../ui/drawings.tsx'
import { TextField } from '../../ui/TextField.tsx'
import classes from './auth.module.css'
import { useEmailProblem } from './emailProblem.ts'

export function LinkForm() {
  const { t } = useTranslation()
  const emailProblem = useEmailProblem()
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const sending = useMutation({ mutationFn: () => sendMagicLink(email.trim()) })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (sending.isPending) return
    const found = emailProblem(email)
    setProblem(found)
    if (found) input.current?.focus()
    else sending.mutate()
  }

  if (sending.isSuccess) {
    return (
      <div className={classes.sent} role="status">
        <LetterDrawing />
        <h2>{t('auth:link.sent')}</h2>
        <p>{t('auth:link.sentText', { email: email.trim() })}</p>
        <Button variant="plain" size="sm" onClick={() => sending.reset()}>
          {t('auth:link.again')}
        </Button>
      </div>
    )
  }

  return (
    <form className={classes.form} onSubmit={submit} onFocus={warmUp} noValidate>
      {sending.isError ? (
        <Alert type="danger" duration={0} title={t('auth:link.failed')}>
          {errorMessage(sending.error)}
        </Alert>
      ) : null}
      <TextField
        ref={input}
        type="email"
        name="email"
        autoComplete="username"
        label={t('auth:email.label')}
        help={t('auth:link.help')}
        value={email}
        error={problem}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Button type="submit" variant="solid" block loading={sending.isPending}>
        {t('auth:link.submit')}
      </Button>
    </form>
  )
}
