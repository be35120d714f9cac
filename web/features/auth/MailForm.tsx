import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { warmUp } from '../../app/authCalls.ts'
import { useFields } from '../../app/useFields.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { LetterDrawing } from '../../ui/drawings.tsx'
import { TextField } from '../../ui/TextField.tsx'
import classes from './auth.module.css'
import { useEmailProblem } from './emailProblem.ts'
import { speaksOfFields, useFailureWords } from './failures.ts'
import { ResendButton } from './ResendButton.tsx'

interface MailFormProps {
  /** Stands above the form, and goes when the mail is on its way. */
  intro?: ReactNode
  /** The level of the heading that says the mail is on its way. */
  sentAs: 'h1' | 'h2'
  words: {
    help: string
    submit: string
    failed: string
    sent: string
    sentText: (email: string) => string
  }
  send: (email: string) => Promise<void>
}

/** An address to which a link is sent, and what to do until it arrives. */
export function MailForm({ intro, sentAs: Heading, words, send }: MailFormProps) {
  const { t } = useTranslation()
  const emailProblem = useEmailProblem()
  const failureWords = useFailureWords()
  const fields = useFields({ email: '' }, ({ email }) => ({ email: emailProblem(email) }), { waits: true })
  const address = fields.values.email.trim()
  const sending = useMutation({
    mutationFn: () => send(address),
    onError: (error) => fields.refuse(error),
  })

  const submit = fields.submit(() => {
    if (!sending.isPending) sending.mutate()
  })

  if (sending.isSuccess) {
    return (
      <div className={classes.sent}>
        <LetterDrawing />
        <div role="status" className={classes.said}>
          <Heading>{words.sent}</Heading>
          <p>{words.sentText(address)}</p>
        </div>
        <ResendButton send={() => send(address)} />
        <Button variant="plain" size="sm" onClick={() => sending.reset()}>
          {t('auth:sent.other')}
        </Button>
      </div>
    )
  }

  return (
    <>
      {intro}
      <form className={classes.form} onSubmit={submit} onFocus={warmUp} noValidate>
        {sending.isError && !speaksOfFields(sending.error, ['email']) ? (
          <Alert key={sending.submittedAt} type="danger" duration={0} title={words.failed}>
            {failureWords(sending.error)}
          </Alert>
        ) : null}
        <TextField
          {...fields.props('email')}
          type="email"
          autoComplete="username"
          label={t('auth:email.label')}
          help={words.help}
        />
        <Button type="submit" variant="solid" block loading={sending.isPending}>
          {words.submit}
        </Button>
      </form>
    </>
  )
}
