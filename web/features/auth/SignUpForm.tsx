import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { warmUp } from '../../app/authCalls.ts'
import { paths } from '../../app/paths.ts'
import { landing, withTarget } from '../../app/redirect.ts'
import { signUp } from '../../app/session.ts'
import { useFields } from '../../app/useFields.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import classes from './auth.module.css'
import { useEmailProblem } from './emailProblem.ts'
import { speaksOfFields, useFailureWords } from './failures.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { usePasswordProblems } from './newPassword.ts'

const empty = { fullName: '', email: '', password: '', confirmPassword: '' }

interface SignUpFormProps {
  /** Where signing up leads, when not to the person's own page. */
  target: string | undefined
}

export function SignUpForm({ target }: SignUpFormProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const emailProblem = useEmailProblem()
  const passwordProblems = usePasswordProblems()
  const failureWords = useFailureWords()
  const fields = useFields(
    empty,
    ({ fullName, email, password, confirmPassword }) => {
      const { confirm, ...found } = passwordProblems({ password, confirm: confirmPassword })
      return {
        fullName: fullName.trim() === '' ? t('auth:fullName.required') : undefined,
        email: emailProblem(email),
        ...found,
        confirmPassword: confirm,
      }
    },
    { waits: true },
  )

  const joining = useMutation({
    mutationFn: () => {
      const { fullName, email, ...passwords } = fields.values
      return signUp({
        fullName: fullName.trim(),
        email: email.trim(),
        ...passwords,
        ...(target === paths.company && { redirectUrl: paths.company }),
      })
    },
    onSuccess: (user) =>
      navigate(landing(target === undefined ? '' : withTarget('', target), user), { replace: true }),
    onError: (error) => fields.refuse(error),
  })

  const submit = fields.submit(() => {
    if (!joining.isPending) joining.mutate()
  })

  return (
    <form className={classes.form} onSubmit={submit} onFocus={warmUp} noValidate>
      {joining.isError && !speaksOfFields(joining.error, Object.keys(empty)) ? (
        <Alert key={joining.submittedAt} type="danger" duration={0}>
          {failureWords(joining.error)}
        </Alert>
      ) : null}
      <TextField {...fields.props('fullName')} autoComplete="name" label={t('auth:fullName.label')} />
      <TextField
        {...fields.props('email')}
        type="email"
        autoComplete="username"
        label={t('auth:email.label')}
      />
      <NewPasswordFields
        label={t('auth:password.label')}
        password={fields.props('password')}
        confirm={fields.props('confirmPassword')}
      />
      <Button type="submit" variant="solid" block loading={joining.isPending}>
        {t('auth:signUp.submit')}
      </Button>
    </form>
  )
}
