import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { warmUp } from '../../../app/authCalls.ts'
import { useFailureWords } from '../../../app/failures.ts'
import { useSequence } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { LetterDrawing } from '../../../ui/feedback/drawings.tsx'
import { Failure } from '../../../ui/feedback/Failure.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import classes from './auth.module.css'
import { useEmailProblem } from './emailProblem.ts'
import { ResendButton } from './ResendButton.tsx'

interface MailFormProps {
  /** Shown above the form until the mail is sent. */
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

  const sending = useSequence({ tag: 'Sign-in' }, send, {
    failed: words.failed,
    words: useFailureWords(),
    inline: true,
  })
  const form = useForm({
    start: { email: '' },
    check: ({ email }) => ({ email: emailProblem(email) }),
    sending,
    send: ({ email }) => sending.mutate(email.trim()),
  })
  const address = form.values.email.trim()

  if (sending.isSuccess) {
    return (
      <div className={classes.sent}>
        <LetterDrawing />
        <div role="status" className={`stack items-center gap-12 ${classes.said}`}>
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
      <Form form={form} className="stack gap-20" onFocus={warmUp}>
        <Failure of={form} />
        <TextField
          {...form.input('email')}
          type="email"
          autoComplete="username"
          label={t('auth:email.label')}
          help={words.help}
        />
        <Button type="submit" variant="solid" block loading={sending.isPending}>
          {words.submit}
        </Button>
      </Form>
    </>
  )
}
