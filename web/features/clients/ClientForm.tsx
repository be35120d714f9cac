import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, errorMessage } from '../../app/apiError.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { clientFields, type FieldName, type Fields, managerFields, problemsOf } from './clientForm.ts'
import classes from './clients.module.css'

interface ClientFormProps<Names extends FieldName> {
  /** Which fields there are, and what stands in them. */
  start: Pick<Fields, Names>
  submitLabel: string
  failedTitle: string
  error: unknown
  busy: boolean
  onSubmit: (fields: Pick<Fields, Names>) => void
  onCancel: () => void
  /** Further fields, under the client's own. */
  children?: ReactNode
}

const kinds: Record<FieldName, { type: string; maxLength: number }> = {
  name: { type: 'text', maxLength: 200 },
  email: { type: 'email', maxLength: 254 },
  phone: { type: 'tel', maxLength: 25 },
  managerName: { type: 'text', maxLength: 100 },
  managerEmail: { type: 'email', maxLength: 254 },
  managerPhone: { type: 'tel', maxLength: 25 },
}

/** A client's own fields and, where they are asked for, those of its first manager. */
export function ClientForm<Names extends FieldName>(props: ClientFormProps<Names>) {
  const { start, error, busy, onSubmit, onCancel, children } = props
  const { t } = useTranslation()
  const [fields, setFields] = useState(start)
  const [asked, setAsked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const typed: Partial<Fields> = fields
  const found = problemsOf(typed)
  const answered = error instanceof ApiError ? error.fields : {}

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setAsked(true)
    const first = Object.keys(found)[0]
    const input = first === undefined ? null : form.current?.elements.namedItem(first)
    if (input instanceof HTMLElement) input.focus()
    if (first === undefined) onSubmit(fields)
  }

  const fieldOf = (name: FieldName) => {
    if (typed[name] === undefined) return null
    const problem = found[name]
    return (
      <TextField
        key={name}
        name={name}
        {...kinds[name]}
        label={t(`clients:field.${name}`)}
        help={name === 'managerEmail' ? t('clients:field.managerEmailHelp') : undefined}
        autoComplete="off"
        data-autofocus={name === 'name' || undefined}
        value={typed[name]}
        error={asked ? (problem ? t(`clients:problem.${problem}`) : answered[name]?.[0]) : undefined}
        onChange={({ currentTarget: { value } }) => setFields((now) => ({ ...now, [name]: value }))}
      />
    )
  }

  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      {error ? (
        <Alert type="danger" duration={0} title={props.failedTitle}>
          {errorMessage(error)}
        </Alert>
      ) : null}
      {clientFields.map(fieldOf)}
      {children}
      {typed.managerName === undefined ? null : (
        <fieldset className={classes.fieldset}>
          <legend>{t('clients:new.manager')}</legend>
          {managerFields.map(fieldOf)}
        </fieldset>
      )}
      <div className={classes.actions}>
        <Button onClick={onCancel}>{t('ui:dialog.cancel')}</Button>
        <Button type="submit" variant="solid" loading={busy}>
          {props.submitLabel}
        </Button>
      </div>
    </form>
  )
}
