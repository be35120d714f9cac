import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { disableSecondFactor } from '#contract/second-factor.ts'
import { useAuth } from '../../../app/auth.ts'
import { useFailureWords } from '../../../app/failures.ts'
import { useAction } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Failure } from '../../../ui/feedback/Failure.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { PasswordField } from '../../../ui/form/PasswordField.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import classes from './second-factor.module.css'

const empty = { current_password: '', code: '' }

/**
 * Turns two-step sign-in off, with the password and a code: neither an open screen nor a found phone is enough. People
 * who only sign in by links have no password to enter.
 */
export function TurnOffForm({ onDone, children }: { onDone: () => void; children: ReactNode }) {
  const { t } = useTranslation('second-factor')

  const hasPassword = useAuth((state) => state.user.hasPassword)
  const sending = useAction(disableSecondFactor, { words: useFailureWords(), inline: true, after: onDone })
  const form = useForm({
    start: empty,
    schemas: { code: disableSecondFactor.body.shape.code },
    check: ({ current_password, code }) => ({
      current_password:
        hasPassword && current_password === '' ? t('second-factor:off.passwordMissing') : undefined,
      code: code.trim() === '' ? t('second-factor:code.missing') : undefined,
    }),
    sending,
    send: ({ current_password, code }) =>
      sending.mutate({ body: { code: code.trim(), ...(hasPassword && { current_password }) } }),
  })

  return (
    <Form form={form} className={classes.form}>
      <p className={classes.words}>{t('second-factor:off.text')}</p>
      {hasPassword ? null : <p className={classes.words}>{t('second-factor:off.noPassword')}</p>}
      <Failure of={form} />
      {hasPassword ? (
        <PasswordField
          {...form.input('current_password')}
          autoComplete="current-password"
          label={t('second-factor:off.password')}
        />
      ) : null}
      <TextField
        {...form.input('code')}
        autoComplete="one-time-code"
        data-code="recovery"
        label={t('second-factor:off.code')}
        help={t('second-factor:off.codeHelp')}
      />
      <div className={classes.ends}>
        <Button type="submit" variant="solid" danger loading={sending.isPending}>
          {t('second-factor:off.submit')}
        </Button>
        {children}
      </div>
    </Form>
  )
}
