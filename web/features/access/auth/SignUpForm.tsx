import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { warmUp } from '../../../app/authCalls.ts'
import { useFailureWords } from '../../../app/failures.ts'
import { paths } from '../../../app/paths.ts'
import { landing, withTarget } from '../../../app/redirect.ts'
import { signUp } from '../../../app/session.ts'
import { useSequence } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Failure } from '../../../ui/feedback/Failure.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { useEmailProblem } from './emailProblem.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { usePasswordProblems } from './newPassword.ts'

const empty = { fullName: '', email: '', password: '', confirmPassword: '' }

interface SignUpFormProps {
  /** The address that signing up leads to, if it is not the person's own page. */
  target: string | undefined
}

export function SignUpForm({ target }: SignUpFormProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const emailProblem = useEmailProblem()
  const passwordProblems = usePasswordProblems()

  const joining = useSequence(
    { tag: 'Sign-in' },
    ({ fullName, email, ...passwords }: typeof empty) =>
      signUp({
        fullName: fullName.trim(),
        email: email.trim(),
        ...passwords,
        ...(target === paths.company && { redirectUrl: paths.company }),
      }),
    {
      words: useFailureWords(),
      inline: true,
      after: (user) =>
        void navigate(landing(target === undefined ? '' : withTarget('', target), user), { replace: true }),
    },
  )

  const form = useForm({
    start: empty,
    check: ({ fullName, email, password, confirmPassword }) => {
      const { confirm, ...found } = passwordProblems({ password, confirm: confirmPassword })
      return {
        fullName: fullName.trim() === '' ? t('auth:fullName.required') : undefined,
        email: emailProblem(email),
        ...found,
        confirmPassword: confirm,
      }
    },
    sending: joining,
    send: (values) => joining.mutate(values),
  })

  return (
    <Form form={form} className="stack gap-20" onFocus={warmUp}>
      <Failure of={form} />
      <TextField {...form.input('fullName')} autoComplete="name" label={t('auth:fullName.label')} />
      <TextField
        {...form.input('email')}
        type="email"
        autoComplete="username"
        label={t('auth:email.label')}
      />
      <NewPasswordFields
        label={t('auth:password.label')}
        password={form.input('password')}
        confirm={form.input('confirmPassword')}
      />
      <Button type="submit" variant="solid" block loading={joining.isPending}>
        {t('auth:signUp.submit')}
      </Button>
    </Form>
  )
}
