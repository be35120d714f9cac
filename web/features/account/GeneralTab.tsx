import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { accountPath } from '../../app/paths.ts'
import { useFields } from '../../app/useFields.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/Card.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import classes from './account.module.css'
import { PictureCard } from './PictureCard.tsx'
import type { PanelProps } from './panel.ts'
import { SaveError } from './SaveError.tsx'
import { type Change, useSaveAccount } from './useAccount.ts'
import { useNameProblem } from './useNameProblem.ts'

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
    return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? undefined : t('account:email.invalid')
  }
  const stored = { name: user.name, email: user.email, password: '' }
  const fields = useFields(stored, ({ name, email, password }) => ({
    name: nameProblem(name),
    email: emailProblem(email),
    password:
      !sameAddress(email, user.email) && withPassword && password === ''
        ? t('account:currentPassword.required')
        : undefined,
  }))
  const { dirty, values } = fields
  const moving = !sameAddress(values.email, user.email)
  useEffect(() => onUnsaved(dirty), [dirty, onUnsaved])

  const save = () => {
    if (saving.isPending) return
    const body: Change = { name: values.name.trim() }
    if (moving) {
      body.email = values.email.trim()
      body.current_password = values.password
    }
    saving.mutate(body, {
      onSuccess: fields.clear,
      onError: (error) => fields.refuse(error, { current_password: 'password' }),
    })
  }

  return (
    <Card>
      <CardHeader title={t('account:general.title')} />
      <CardBody>
        <form className={classes.form} onSubmit={fields.submit(save)} noValidate>
          <SaveError title={t('account:failedToSave')} error={saving.error} at={saving.submittedAt} />
          <TextField
            {...fields.props('name')}
            autoComplete="name"
            label={t('account:name.label')}
            help={t('account:name.help')}
          />
          <TextField
            {...fields.props('email')}
            type="email"
            autoComplete="email"
            label={t('account:email.label')}
            help={t('account:email.help')}
          />
          {moving && withPassword ? (
            <>
              <Alert type="info" duration={0}>
                {t('account:email.moving')}
              </Alert>
              <PasswordField
                {...fields.props('password')}
                autoComplete="current-password"
                label={t('account:currentPassword.label')}
                help={t('account:currentPassword.forEmail')}
              />
            </>
          ) : null}
          {moving && !withPassword ? (
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
          ) : null}
          {!moving && user.email !== '' && !user.emailVerified ? (
            <Alert type="warning" duration={0} title={t('account:email.unverified')}>
              {t('account:email.unverifiedText', { email: user.email })}
            </Alert>
          ) : null}
          <div className={classes.actions}>
            <Button
              type="submit"
              variant="solid"
              loading={saving.isPending}
              disabled={moving && !withPassword}
            >
              {t('account:save')}
            </Button>
          </div>
        </form>
      </CardBody>
    </Card>
  )
}
