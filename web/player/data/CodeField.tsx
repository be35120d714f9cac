import { useState } from 'react'
import { cx } from '../cx.ts'
import entry from '../entry/entry.module.css'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { Field } from '../register/Field.tsx'
import { useSending } from '../register/useSending.ts'
import { t } from '../words.ts'
import { failureWords } from './calls.ts'

interface CodeFieldProps<Answer> {
  /** The address or phone number that the code was sent to. */
  contact: string
  enter: (code: string) => Promise<Answer>
  onDone: (answer: Answer) => void
  onAgain: () => void
}

/** Six digits from a mail. */
export function CodeField<Answer>({ contact, enter, onDone, onAgain }: CodeFieldProps<Answer>) {
  const [digits, setDigits] = useState('')
  const [short, setShort] = useState(false)
  const { sending, failure, forget, send } = useSending(onDone)
  const missing = short ? t('my-data:codeShort') : undefined
  return (
    <form
      className={entry.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setShort(digits.length < 6)
        if (digits.length === 6) void send(() => enter(digits))
      }}
    >
      <p className={cx('muted', controls.small)} role="status">
        {t('my-data:codeSent', { contact })}
      </p>
      <Field
        label={t('my-data:code')}
        wrong={failure ? failureWords(failure) : missing}
        inputMode="numeric"
        autoComplete="one-time-code"
        enterKeyHint="go"
        value={digits}
        onChange={({ currentTarget }) => {
          setDigits(currentTarget.value.replace(/\D/g, '').slice(0, 6))
          setShort(false)
          forget()
        }}
      />
      <Button type="submit" aria-busy={sending} aria-disabled={sending}>
        {t('my-data:codeSubmit')}
      </Button>
      <Button look="plain" onClick={onAgain}>
        {t('my-data:codeAgain')}
      </Button>
    </form>
  )
}
