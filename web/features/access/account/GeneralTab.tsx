import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { hasEmailShape } from '#contract/emailShape.ts'
import { updateUser } from '#contract/users.ts'
import { accountPath } from '../../../app/paths.ts'
import { type InputBinding, useForm } from '../../../app/useForm.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { CardForm } from '../../../ui/form/CardForm.tsx'
import { PasswordField } from '../../../ui/form/PasswordField.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { PictureCard } from './PictureCard.tsx'
import type { PanelProps } from './panel.ts'
import { type Change, useSaveAccount } from './useAccount.ts'

const sameAddress = (one: string, other: string) => one.trim().toLowerCase() === other.toLowerCase()

/** Picture, name and address, in the parts in which they are saved. */
export function GeneralTab(props: PanelProps) {
  return (
    <>
      <PictureCard user={props.user} />
      <NameCard {...props} />
    </>
  )
}

/** Another address is taken with the password alone: it is where links to the account go. */
function NameCard({ user, onUnsaved }: PanelProps) {
  const { t } = useTranslation()
  const saving = useSaveAccount()
  const nameProblem = useNameProblem()
  const withPassword = user.hasPassword
  const emailProblem = (email: string) => {
    if (sameAddress(email, user.email)) return undefined
    if (email.trim() === '') return t('account:email.required')
    return hasEmailShape(email.trim()) ? undefined : t('account:email.invalid')
  }
  const form = useForm({
    start: { name: user.name, email: user.email, password: '' },
    schemas: updateUser.body.shape,
    check: ({ name, email, password }) => ({
      name: nameProblem(name),
      email: emailProblem(email),
      password:
        !sameAddress(email, user.email) && withPassword && password === ''
          ? t('account:currentPassword.required')
          : undefined,
    }),
    names: { current_password: 'password' },
    sending: saving,
    send: ({ name, email, password }) => {
      const body: Change = { name: name.trim() }
      if (!sameAddress(email, user.email)) {
        body.email = email.trim()
        body.current_password = password
      }
      saving.mutate(body, { onSuccess: () => form.clear() })
    },
    whenLeft: true,
  })
  const moving = !sameAddress(form.values.email, user.email)

  return (
    <CardForm
      title={t('account:general.title')}
      form={form}
      saving={saving}
      submit={t('account:save')}
      disabled={moving && !withPassword}
      onUnsaved={onUnsaved}
    >
      <TextField
        {...form.input('name')}
        autoComplete="name"
        label={t('account:name.label')}
        help={t('account:name.help')}
      />
      <TextField
        {...form.input('email')}
        autoComplete="email"
        label={t('account:email.label')}
        help={t('account:email.help')}
      />
      {moving ? <Moving withPassword={withPassword} password={form.input('password')} /> : null}
      {!moving && user.email !== '' && !user.emailVerified ? (
        <Alert type="warning" duration={0} title={t('account:email.unverified')}>
          {t('account:email.unverifiedText', { email: user.email })}
        </Alert>
      ) : null}
    </CardForm>
  )
}

interface MovingProps {
  withPassword: boolean
  password: InputBinding
}

/** The requirement for moving the account to another address: its password, or setting one first. */
function Moving({ withPassword, password }: MovingProps) {
  const { t } = useTranslation()
  if (withPassword)
    return (
      <>
        <Alert type="info" duration={0}>
          {t('account:email.moving')}
        </Alert>
        <PasswordField
          {...password}
          autoComplete="current-password"
          label={t('account:currentPassword.label')}
          help={t('account:currentPassword.forEmail')}
        />
      </>
    )
  return (
    <Alert
      type="warning"
      duration={0}
      action={
        <Button component={Link} to={accountPath('password')} size="sm">
          {t('account:password.first')}
        </Button>
      }
    >
      {t('account:email.needsPassword')}
    </Alert>
  )
}

/** The problem of a typed name, which has at least 2 characters as on the server. */
function useNameProblem(): (name: string) => string | undefined {
  const { t } = useTranslation()
  return (name) => {
    const { length } = name.trim()
    if (length === 0) return t('account:name.required')
    return length < 2 ? t('account:name.short') : undefined
  }
}
