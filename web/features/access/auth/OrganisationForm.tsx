import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useFailureWords } from '../../../app/failures.ts'
import { useForm } from '../../../app/useForm.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { useEmailProblem } from './emailProblem.ts'
import { beginSingleSignOn } from './singleSignOn.ts'

/** An address that leads to the sign-in of its organisation. */
export function OrganisationForm() {
  const { t } = useTranslation()
  const { search } = useLocation()
  const emailProblem = useEmailProblem()
  const failureWords = useFailureWords()
  const leaving = useMutation({
    mutationFn: (email: string) => beginSingleSignOn(email, search),
    onSuccess: (url: string) => {
      window.location.assign(url)
    },
    onError: () => {
      form.focus('email')
    },
  })
  const form = useForm({
    start: { email: '' },
    check: ({ email }) => ({ email: emailProblem(email) }),
    sending: leaving,
    send: ({ email }) => leaving.mutate(email.trim()),
  })
  return (
    <Form form={form} className="stack gap-20">
      {leaving.isError ? (
        <Alert key={leaving.submittedAt} type="danger" duration={0}>
          {failureWords(leaving.error)}
        </Alert>
      ) : null}
      <TextField
        {...form.input('email')}
        type="email"
        autoComplete="username"
        label={t('auth:email.label')}
        help={t('auth:organisation.help')}
      />
      <Button type="submit" variant="solid" block loading={leaving.isPending || leaving.isSuccess}>
        {t('auth:organisation.submit')}
      </Button>
    </Form>
  )
}
