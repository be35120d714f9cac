import { useTranslation } from 'react-i18next'
import type { ManagedUser } from '#contract/users.ts'
import { errorMessage } from '../../app/apiError.ts'
import { useFields } from '../../app/useFields.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import panel from '../../ui/personPanel.module.css'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useMyReach } from './useMyReach.ts'
import { movesAddress, problemsOf, type UserFields } from './userForm.ts'

interface UserFormProps {
  start: UserFields
  /** Whose account is edited; left out for a new one. */
  before?: ManagedUser
  submitLabel: string
  failedTitle: string
  error: unknown
  busy: boolean
  /** `refuse` puts what the server says of a field beside it. */
  onSubmit: (fields: UserFields, refuse: (error: unknown) => void) => void
  onCancel: () => void
}

/** The server's names of fields that are called differently here. */
const ownNames = { authority: 'role', current_password: 'currentPassword' } as const

export function UserForm(props: UserFormProps) {
  const { start, before, error, busy, onSubmit, onCancel } = props
  const { t } = useTranslation()
  const { managesAdmins, myId } = useMyReach()
  const form = useFields(
    start,
    (typed) => {
      const found = Object.entries(problemsOf(typed as UserFields, before))
      return Object.fromEntries(found.map(([name, problem]) => [name, t(`users:problem.${problem}`)]))
    },
    { waits: true },
  )
  const fields = form.values as UserFields
  const submit = form.submit(() => {
    if (!busy) onSubmit(fields, (refusal) => form.refuse(refusal, ownNames))
  })

  return (
    <form className={panel.form} onSubmit={submit} noValidate>
      {error ? (
        <Alert type="danger" duration={0} title={props.failedTitle}>
          {errorMessage(error)}
        </Alert>
      ) : null}
      <TextField
        label={t('users:field.name')}
        autoComplete="off"
        maxLength={100}
        data-autofocus
        {...form.props('name')}
      />
      <TextField
        type="email"
        label={t('users:field.email')}
        help={before ? undefined : t('users:field.emailHelp')}
        autoComplete="off"
        maxLength={254}
        optional={before?.email === ''}
        {...form.props('email')}
      />
      {before && movesAddress(fields, before) ? (
        <PasswordField
          label={t('users:field.password')}
          help={t('users:field.passwordHelp')}
          autoComplete="current-password"
          {...form.props('currentPassword')}
        />
      ) : null}
      <TextField
        type="tel"
        label={t('users:field.phone')}
        optional
        autoComplete="off"
        maxLength={25}
        {...form.props('phone')}
      />
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
          error={form.props('role').error}
          data={(['none', 'admin', 'superuser'] as const).map((value) => ({
            value,
            label: value === 'none' ? t('users:field.noRole') : t(`users:role.${value}`),
          }))}
          value={fields.role}
          onChange={(value) => form.set('role', value ?? 'none')}
        />
      ) : null}
      <div className={panel.actions}>
        <Button onClick={onCancel}>{t('ui:dialog.cancel')}</Button>
        <Button type="submit" variant="solid" loading={busy}>
          {props.submitLabel}
        </Button>
      </div>
    </form>
  )
}
