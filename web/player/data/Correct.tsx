import { useState } from 'react'
import { request } from '../api.ts'
import { cx } from '../cx.ts'
import entry from '../entry/entry.module.css'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { Field } from '../register/Field.tsx'
import { useSending } from '../register/useSending.ts'
import { t } from '../words.ts'
import { CodeField } from './CodeField.tsx'
import { calls, failureWords, type Profile } from './calls.ts'

interface CorrectProps {
  token: string
  profile: Pick<Profile, 'name' | 'email' | 'phone'>
  onChanged: () => void
}

/** Name and contact, as the person corrects them. A new address counts once its code is entered. */
export function Correct({ token, profile, onChanged }: CorrectProps) {
  const [given, setGiven] = useState(profile)
  const [pending, setPending] = useState<string>()
  const saving = useSending<Profile>((answer) => {
    if (answer.pendingEmail === null) onChanged()
    else setPending(answer.pendingEmail)
  })
  const save = () => {
    const changed = Object.fromEntries(
      (['name', 'email', 'phone'] as const)
        .filter((field) => given[field].trim() !== profile[field])
        .map((field) => [field, given[field].trim()]),
    )
    void saving.send(() => request(calls.correct, { token, body: changed }))
  }
  if (pending !== undefined)
    return (
      <CodeField
        contact={pending}
        enter={(code) => request(calls.confirmEmail, { token, body: { code } })}
        onDone={onChanged}
        onAgain={save}
      />
    )
  const failed = saving.failure
  return (
    <form
      className={entry.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      {(['name', 'email', 'phone'] as const).map((field) => (
        <Field
          key={field}
          label={t(`my-data:field.${field}`)}
          wrong={failed?.fields.includes(field) ? failureWords(failed) : undefined}
          type={field === 'email' ? 'email' : field === 'phone' ? 'tel' : 'text'}
          autoComplete={field === 'phone' ? 'tel' : field}
          value={given[field]}
          onChange={({ currentTarget }) => {
            setGiven({ ...given, [field]: currentTarget.value })
            saving.forget()
          }}
        />
      ))}
      {failed && failed.fields.length === 0 && (
        <p className={cx(controls.card, controls.alert)} role="alert">
          {failureWords(failed)}
        </p>
      )}
      <Button type="submit" aria-busy={saving.sending} aria-disabled={saving.sending}>
        {t('my-data:save')}
      </Button>
    </form>
  )
}
