import { useEffect, useRef, useState } from 'react'
import { cx } from '../cx.ts'
import entry from '../entry/entry.module.css'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { Frame } from '../parts/Frame.tsx'
import { Header } from '../parts/Header.tsx'
import { t } from '../words.ts'
import { confirmWith, type Outcome, type RegistrationPage, registerWith } from './calls.ts'
import { Field } from './Field.tsx'
import type { PendingRegistration } from './pendingRegistration.ts'
import styles from './register.module.css'
import { failureWords, useSending } from './useSending.ts'

interface CodeFormProps {
  page: RegistrationPage
  pending: PendingRegistration
  onOutcome: (outcome: Outcome) => void
  onPending: (pending: PendingRegistration) => void
  onBack: () => void
}

/** The form for the code from the mail. */
export function CodeForm({ page, pending, onOutcome, onPending, onBack }: CodeFormProps) {
  const { code, check, name, email } = pending
  const state = pending.state ?? page.state
  const [digits, setDigits] = useState('')
  const [short, setShort] = useState(false)
  const [renewed, setRenewed] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const entering = useSending<Outcome>(onOutcome)
  const renewing = useSending<Outcome>((outcome) => {
    onPending({ ...pending, check: outcome.check ?? '', state: outcome.state })
    setDigits('')
    setRenewed(true)
    entering.forget()
    field.current?.focus()
  })
  useEffect(() => field.current?.focus(), [])

  const submit = () => {
    setShort(digits.length < 6)
    setRenewed(false)
    if (digits.length < 6) field.current?.focus()
    else void entering.send(() => confirmWith(code, check, digits))
  }
  const atField =
    entering.failure?.code === 'registration_code_wrong' ||
    entering.failure?.code === 'registration_code_over'
  const failure = renewing.failure ?? (atField ? undefined : entering.failure)
  const missing = short ? t('register:codeShort') : undefined
  const wrong = atField && entering.failure ? failureWords(entering.failure) : missing
  return (
    <Frame title={t('register:codeTitle')} brand={page.client.brand} header={<Header of={page.client} />}>
      <h1 className={controls.title}>{t('register:codeTitle')}</h1>
      <p className={cx('above-8 muted', controls.lead)}>
        {state === 'open' ? (
          t('register:codeSent', { email })
        ) : (
          <>
            {t(`register:${state}`)} {t('register:codeSentIfKnown', { email })}
          </>
        )}
      </p>
      <form
        className={entry.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Field
          field={field}
          label={t('register:code')}
          hint={t('register:codeHint')}
          wrong={wrong}
          className={styles.digits}
          inputMode="numeric"
          autoComplete="one-time-code"
          enterKeyHint="go"
          value={digits}
          onChange={({ currentTarget }) => {
            setDigits(currentTarget.value.replace(/\D/g, '').slice(0, 6))
            setShort(false)
            entering.forget()
          }}
        />
        {failure && (
          <div className={cx(controls.card, controls.alert)} role="alert">
            {failureWords(failure)}
          </div>
        )}
        <p role="status" className={controls.small}>
          {renewed && state === 'open' && t('register:codeAgainSent')}
        </p>
        <Button type="submit" big aria-busy={entering.sending} aria-disabled={entering.sending}>
          {t('register:codeSubmit')}
        </Button>
        <Button
          look="plain"
          aria-disabled={renewing.sending}
          onClick={() => void renewing.send(() => registerWith(code, { name, email }, page.notice.version))}
        >
          {t('register:codeAgain')}
        </Button>
        <Button look="plain" onClick={onBack}>
          {t('register:codeBack')}
        </Button>
      </form>
    </Frame>
  )
}
