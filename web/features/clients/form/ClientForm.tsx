import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { createClient } from '#contract/clients.ts'
import type { Sending } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Failure } from '../../../ui/feedback/Failure.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import classes from '../clients.module.css'
import {
  clientFields,
  emptyFields,
  type FieldName,
  type Fields,
  inputs,
  managerFields,
  newClientFields,
  problemsOf,
} from './clientForm.ts'

interface ClientFormProps<Names extends FieldName> {
  /** The fields and their values. */
  start: Pick<Fields, Names>
  submitLabel: string

  sending: Sending
  onSubmit: (fields: Pick<Fields, Names>) => void
  onCancel: () => void
  /** Further fields, under the client's own. */
  children?: ReactNode
}

/** A client's own fields and, where they are asked for, those of its first manager. */
export function ClientForm<Names extends FieldName>(props: ClientFormProps<Names>) {
  const { start, sending, onSubmit, onCancel, children } = props
  const { t } = useTranslation()
  const asks = (name: FieldName) => name in start
  const form = useForm<Fields>({
    start: { ...emptyFields, ...start },
    fields: newClientFields.filter(asks),
    check: (values) => {
      const found = Object.entries(problemsOf(values))
      return Object.fromEntries(found.map(([name, problem]) => [name, t(`clients:problem.${problem}`)]))
    },
    sending,
    send: onSubmit,
  })

  const fieldOf = (name: FieldName) => {
    if (!asks(name)) return null
    return (
      <TextField
        key={name}
        {...form.input(name)}
        type={inputs[name].type}
        maxLength={inputs[name].maxLength}
        label={t(`clients:field.${name}`)}
        help={
          name === 'managerEmail' || name === 'supportContact' ? t(`clients:field.${name}Help`) : undefined
        }
        optional={createClient.body.shape[name].safeParse('').success}
        autoComplete="off"
        data-autofocus={name === 'name' || undefined}
      />
    )
  }

  return (
    <Form form={form} className={classes.form}>
      <Failure of={form} />
      {clientFields.map(fieldOf)}
      {children}
      {asks('managerName') ? (
        <fieldset className={classes.fieldset}>
          <legend>{t('clients:new.manager')}</legend>
          {managerFields.map(fieldOf)}
        </fieldset>
      ) : null}
      <div className={classes.actions}>
        <Button onClick={onCancel}>{t('ui:dialog.cancel')}</Button>
        <Button type="submit" variant="solid" loading={sending.isPending}>
          {props.submitLabel}
        </Button>
      </div>
    </Form>
  )
}
