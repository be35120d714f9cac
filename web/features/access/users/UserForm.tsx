import { useTranslation } from 'react-i18next'
import { createUser, type ManagedUser, updateUser } from '#contract/users.ts'
import type { Sending } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { PanelForm } from '../../../ui/form/PanelForm.tsx'
import { PasswordField } from '../../../ui/form/PasswordField.tsx'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { useMyReach } from './useMyReach.ts'
import { movesAddress, problemsOf, type UserFields } from './userForm.ts'

interface UserFormProps {
  start: UserFields
  /** The account that is edited; left out for a new one. */
  before?: ManagedUser
  submitLabel: string

  sending: Sending
  onSubmit: (fields: UserFields) => void
  onCancel: () => void
}

const roles = ['none', 'admin', 'superuser'] as const

/** The server's names of fields that are called differently here. */
const ownNames = { authority: 'role', current_password: 'currentPassword' } as const

export function UserForm(props: UserFormProps) {
  const { start, before, sending, onSubmit, onCancel } = props
  const { t } = useTranslation()
  const { managesAdmins, myId } = useMyReach()
  const form = useForm<UserFields>({
    start,
    schemas: (before ? updateUser : createUser).body.shape,
    check: (typed) => {
      const found = Object.entries(problemsOf(typed, before))
      return Object.fromEntries(found.map(([name, problem]) => [name, t(`users:problem.${problem}`)]))
    },
    names: ownNames,
    sending,
    send: onSubmit,
  })
  const fields = form.values

  return (
    <PanelForm form={form} submit={props.submitLabel} onCancel={onCancel}>
      <TextField label={t('users:field.name')} autoComplete="off" data-autofocus {...form.input('name')} />
      <TextField
        label={t('users:field.email')}
        help={before ? undefined : t('users:field.emailHelp')}
        autoComplete="off"
        optional={before?.email === ''}
        {...form.input('email')}
      />
      {before && movesAddress(fields, before) ? (
        <PasswordField
          label={t('users:field.password')}
          help={t('users:field.passwordHelp')}
          autoComplete="current-password"
          {...form.input('currentPassword')}
        />
      ) : null}
      <TextField label={t('users:field.phone')} autoComplete="off" {...form.input('phone')} />
      <SelectField
        label={t('users:field.locale')}
        help={t('users:field.localeHelp')}
        data={(['tr', 'en'] as const).map((value) => ({ value, label: t(`users:locale.${value}`) }))}
        value={fields.locale}
        onChange={(value) => form.set('locale', value === 'en' ? 'en' : 'tr')}
      />
      {managesAdmins ? (
        <SelectField
          label={t('users:field.role')}
          help={before?.id === myId ? t('users:own.role') : t(`users:roleHelp.${fields.role}`)}
          disabled={before?.id === myId}
          error={form.error('role')}
          data={roles.map((value) => ({
            value,
            label: value === 'none' ? t('users:field.noRole') : t(`users:role.${value}`),
          }))}
          value={fields.role}
          onChange={(value) => form.set('role', roles.find((role) => role === value) ?? 'none')}
        />
      ) : null}
    </PanelForm>
  )
}
