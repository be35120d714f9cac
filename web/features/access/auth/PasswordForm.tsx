import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router'
import { warmUp } from '../../../app/authCalls.ts'
import { useFailureWords } from '../../../app/failures.ts'
import { paths } from '../../../app/paths.ts'
import { landing } from '../../../app/redirect.ts'
import { signIn } from '../../../app/session.ts'
import { useForm } from '../../../app/useForm.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { CheckboxField } from '../../../ui/form/CheckboxField.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { PasswordField } from '../../../ui/form/PasswordField.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { type SecondStep, secondStepOf } from '../second-factor/secondStep.ts'
import classes from './auth.module.css'
import { useEmailProblem } from './emailProblem.ts'

interface PasswordFormProps {
  /** The password was right, and a second step is asked for. */
  onSecondStep: (step: SecondStep, remember: boolean) => void
}

const empty = { username: '', password: '', remember: false }

export function PasswordForm({ onSecondStep }: PasswordFormProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { search } = useLocation()
  const emailProblem = useEmailProblem()
  const failureWords = useFailureWords()

  // `useAction` is not used: this page, which everybody loads first, does without its toasts.
  const entering = useMutation({
    mutationFn: ({ username, ...rest }: typeof empty) => signIn({ username: username.trim(), ...rest }),
    onSuccess: (user) => navigate(landing(search, user), { replace: true }),
    onError: (error, { remember }) => {
      const step = secondStepOf(error)
      if (step) onSecondStep(step, remember)
      else form.focus('password')
    },
  })

  const form = useForm({
    start: empty,
    check: ({ username, password }) => ({
      username: emailProblem(username),
      password: password === '' ? t('auth:passwordRequired') : undefined,
    }),
    sending: entering,
    send: (values) => entering.mutate(values),
  })

  return (
    <Form form={form} className="stack gap-20" onFocus={warmUp}>
      {entering.isError ? (
        <Alert key={entering.submittedAt} type="danger" duration={0}>
          {failureWords(entering.error)}
        </Alert>
      ) : null}
      <TextField
        {...form.input('username')}
        type="email"
        autoComplete="username"
        label={t('auth:email.label')}
      />
      <PasswordField
        {...form.input('password')}
        autoComplete="current-password"
        label={t('auth:password.label')}
      />
      <div className={`row split wraps ${classes.row}`}>
        <CheckboxField
          label={t('auth:signIn.remember')}
          checked={form.values.remember}
          onChange={(event) => form.set('remember', event.currentTarget.checked)}
        />
        <Link to={paths.forgotPassword} className="inline-row touch-height link">
          {t('auth:signIn.forgot')}
        </Link>
      </div>
      <Button type="submit" variant="solid" block loading={entering.isPending}>
        {t('auth:signIn.submit')}
      </Button>
    </Form>
  )
}
