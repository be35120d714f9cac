import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Client } from '#contract/clients.ts'
import { email, personName, personPhone } from '#contract/fields.ts'
import type { AnswerOf } from '#contract/kit.ts'
import { inviteEmails } from '#contract/people.ts'
import { selectClient } from '../../../app/clientSelection.ts'
import { paths } from '../../../app/paths.ts'
import { inTurn, useAction } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { Failure } from '../../../ui/feedback/Failure.tsx'
import { EmailsField } from '../../../ui/form/EmailsField.tsx'
import { PanelForm } from '../../../ui/form/PanelForm.tsx'
import { Segmented } from '../../../ui/form/Segmented.tsx'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { useSamePerson } from '../../memberships/useSamePerson.tsx'
import { bodyOf, type InviteFields, isEmail, problemsOf, type Role } from './inviteForm.ts'

interface InviteFormProps {
  client: Client
  role: Role
  onInvited: (outcome: AnswerOf<typeof inviteEmails>, role: Role) => void
  onCancel: () => void
}

export function InviteForm({ client, role, onInvited, onCancel }: InviteFormProps) {
  const { t } = useTranslation()
  const failed = t('clients:invite.failed')
  const { ask, looking, dialog } = useSamePerson(client.id, failed)
  const inviting = useAction(inviteEmails, {
    done: ({ created, existing }, { body }) =>
      created.length + existing.length > 0
        ? t(`clients:invite.${body.role === 'manager' ? 'done' : 'added'}`)
        : undefined,
    failed,
    inline: true,
  })
  const form = useForm<InviteFields>({
    start: { role, method: 'one', name: '', email: '', phone: '', emails: [] },
    schemas: { name: personName, email, phone: personPhone },
    check: (values) => {
      const found = Object.entries(problemsOf(values))
      return Object.fromEntries(found.map(([name, problem]) => [name, t(`clients:problem.${problem}`)]))
    },
    sending: inTurn(looking, inviting),
    send: (values) => {
      const body = bodyOf(values)
      const send = () =>
        inviting.mutate(
          { params: { clientId: client.id }, body },
          { onSuccess: (outcome) => onInvited(outcome, values.role) },
        )
      const [one] = body.emails
      if (typeof one === 'object') return ask({ ...one, role: values.role }, send)
      looking.reset()
      send()
    },
  })
  const fields = form.values
  const text = (name: 'name' | 'email' | 'phone') => ({ ...form.input(name), autoComplete: 'off' })

  return (
    <PanelForm
      form={form}
      submit={t(`clients:invite.${fields.role === 'manager' ? 'submit' : 'add'}`)}
      onCancel={onCancel}
    >
      {dialog}
      <Failure of={form} />
      <SelectField
        label={t('clients:field.role')}
        help={t(`clients:invite.roleHelp.${fields.role}`)}
        data={(['manager', 'candidate', 'employee'] as const).map((value) => ({
          value,
          label: t(`clients:role.${value}`),
        }))}
        value={fields.role}
        onChange={(value) => form.set('role', (value ?? role) as Role)}
      />
      <Segmented
        label={t('clients:invite.method')}
        size="md"
        value={fields.method}
        onChange={(method) => form.set('method', method === 'many' ? 'many' : 'one')}
        data={[
          { value: 'one', label: t('clients:invite.one') },
          { value: 'many', label: t('clients:invite.many') },
        ]}
      />
      {fields.method === 'one' ? (
        <>
          <TextField label={t('clients:field.personName')} {...text('name')} />
          <TextField label={t('clients:field.email')} {...text('email')} />
          <TextField label={t('clients:field.phone')} optional {...text('phone')} />
        </>
      ) : (
        <EmailsField
          label={t('clients:field.emails')}
          help={t('clients:invite.emailsHelp')}
          isEmail={isEmail}
          {...form.control('emails')}
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
    </PanelForm>
  )
}
