import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { createClient } from '#contract/clients.ts'
import type { Sending } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { PanelForm } from '../../../ui/form/PanelForm.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import classes from '../clients.module.css'
import {
  clientFields,
  emptyFields,
  type FieldName,
  type Fields,
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
    schemas: createClient.body.shape,
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
        label={t(`clients:field.${name}`)}
        help={
          name === 'managerEmail' || name === 'supportContact' ? t(`clients:field.${name}Help`) : undefined
        }
        autoComplete="off"
        data-autofocus={name === 'name' || undefined}
      />
    )
  }

  return (
    <PanelForm form={form} submit={props.submitLabel} onCancel={onCancel}>
      {clientFields.map(fieldOf)}
      {children}
      {asks('managerName') ? (
        <fieldset className={`stack one-column min-0 gap-16 ${classes.fieldset}`}>
          <legend className="text-16 semibold">{t('clients:new.manager')}</legend>
          {managerFields.map(fieldOf)}
        </fieldset>
      ) : null}
    </PanelForm>
  )
}
