import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Client } from '#contract/clients.ts'
import type { AnswerOf } from '#contract/kit.ts'
import { inviteEmails } from '#contract/people.ts'
import { api } from '../../app/api.ts'
import { errorMessage } from '../../app/apiError.ts'
import { selectClient } from '../../app/clientSelection.ts'
import { paths } from '../../app/paths.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmailsField } from '../../ui/EmailsField.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.tsx'
import classes from './clients.module.css'
import { bodyOf, type InviteFields, isEmail, problemsOf, type Role } from './inviteForm.ts'
import { useClientAct } from './useClients.ts'
import { useSameKey } from './useSameKey.ts'

interface InviteFormProps {
  client: Client
  role: Role
  onInvited: (outcome: AnswerOf<typeof inviteEmails>, role: Role) => void
  onCancel: () => void
}

export function InviteForm({ client, role, onInvited, onCancel }: InviteFormProps) {
  const { t } = useTranslation()
  const empty = { name: '', email: '', phone: '', emails: [] }
  const [fields, setFields] = useState<InviteFields>({ role, method: 'one', ...empty })
  const [asked, setAsked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const keyed = useSameKey()
  const inviting = useClientAct(client.id, (body: ReturnType<typeof bodyOf>) =>
    keyed(body, (headers) => api(inviteEmails, { params: { clientId: client.id }, body, headers })),
  )
  const found = problemsOf(fields)
  const problem = (name: keyof InviteFields) =>
    asked && found[name] ? t(`clients:problem.${found[name]}`) : undefined
  const set = (values: Partial<InviteFields>) => setFields((now) => ({ ...now, ...values }))
  const text = (name: 'name' | 'email' | 'phone') => ({
    name,
    value: fields[name],
    error: problem(name),
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (inviting.isPending) return
    setAsked(true)
    if (Object.keys(found).length > 0) {
      // After the errors are drawn.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
      return
    }
    inviting.mutate(bodyOf(fields), {
      onSuccess: (outcome) => {
        if (outcome.created.length + outcome.existing.length > 0)
          toast.success(t(`clients:invite.${fields.role === 'manager' ? 'done' : 'added'}`))
        onInvited(outcome, fields.role)
      },
    })
  }

  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      {inviting.error ? (
        <Alert type="danger" duration={0} title={t('clients:invite.failed')}>
          {errorMessage(inviting.error)}
        </Alert>
      ) : null}
      <SelectField
        label={t('clients:field.role')}
        help={t(`clients:invite.roleHelp.${fields.role}`)}
        data={(['manager', 'candidate', 'employee'] as const).map((value) => ({
          value,
          label: t(`clients:role.${value}`),
        }))}
        value={fields.role}
        onChange={(value) => set({ role: (value ?? role) as Role })}
      />
      <Segmented
        label={t('clients:invite.method')}
        size="md"
        value={fields.method}
        onChange={(method) => set({ method: method === 'many' ? 'many' : 'one' })}
        data={[
          { value: 'one', label: t('clients:invite.one') },
          { value: 'many', label: t('clients:invite.many') },
        ]}
      />
      {fields.method === 'one' ? (
        <>
          <TextField label={t('clients:field.personName')} maxLength={100} {...text('name')} />
          <TextField type="email" label={t('clients:field.email')} maxLength={254} {...text('email')} />
          <TextField type="tel" label={t('clients:field.phone')} optional maxLength={25} {...text('phone')} />
        </>
      ) : (
        <EmailsField
          label={t('clients:field.emails')}
          help={t('clients:invite.emailsHelp')}
          value={fields.emails}
          onChange={(emails) => set({ emails })}
          isEmail={isEmail}
          error={problem('emails')}
        />
      )}
      {fields.role === 'manager' ? null : (
        <p className="meta">
          {t('clients:invite.noTests')}{' '}
          <Link
            className="link"
            to={paths.createAssignment}
            onClick={() => selectClient({ value: client.id, label: client.name })}
          >
            {t('clients:invite.withTests')}
          </Link>
        </p>
      )}
      <div className={classes.actions}>
        <Button onClick={onCancel}>{t('ui:dialog.cancel')}</Button>
        <Button type="submit" variant="solid" loading={inviting.isPending}>
          {t(`clients:invite.${fields.role === 'manager' ? 'submit' : 'add'}`)}
        </Button>
      </div>
    </form>
  )
}
