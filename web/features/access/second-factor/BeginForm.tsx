import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { beginSecondFactor } from '#contract/second-factor.ts'
import { useFailureWords } from '../../../app/failures.ts'
import { useAction } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Failure } from '../../../ui/feedback/Failure.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { PasswordField } from '../../../ui/form/PasswordField.tsx'
import classes from './second-factor.module.css'
import type { Enrolment } from './secondStep.ts'

/** Asks for the password before two-step sign-in is set up. */
export function BeginForm({
  onBegun,
  children,
}: {
  onBegun: (enrolment: Enrolment) => void
  children: ReactNode
}) {
  const { t } = useTranslation('second-factor')

  const sending = useAction(beginSecondFactor, { words: useFailureWords(), inline: true })
  const form = useForm({
    start: { current_password: '' },
    check: ({ current_password }) => ({
      current_password: current_password === '' ? t('second-factor:off.passwordMissing') : undefined,
    }),
    sending,
    send: (body) => sending.mutate({ body }, { onSuccess: onBegun }),
  })
  const { focus } = form

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form appears
  useEffect(() => focus('current_password'), [])

  return (
    <Form form={form} className={classes.form}>
      <p className={classes.words}>{t('second-factor:begin.text')}</p>
      <Failure of={form} />
      <PasswordField
        {...form.input('current_password')}
        autoComplete="current-password"
        label={t('second-factor:off.password')}
      />
      <div className={classes.ends}>
        <Button type="submit" variant="solid" loading={sending.isPending}>
          {t('second-factor:begin.submit')}
        </Button>
        {children}
      </div>
    </Form>
  )
}
