import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { warmUp } from '../../../app/authCalls.ts'
import { useFailureWords } from '../../../app/failures.ts'
import { useSequence } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Failure } from '../../../ui/feedback/Failure.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { usePasswordProblems } from './newPassword.ts'

interface NewPasswordFormProps {
  save: (password: string) => Promise<void>
  onSaved?: () => Promise<void>
  onFailed?: (error: Error) => void
  /** Why nothing can be saved, where that was known before. */
  refused?: Error | undefined
  /** Nothing can be saved any more: what is submitted is ignored. */
  disabled?: boolean
  /** Shown in the alert beside the failure: what to do next. */
  way?: ReactNode
  /** Shown under the button. */
  children?: ReactNode
}

/** Chooses a password, in the place of an older one or as the first. */
export function NewPasswordForm(props: NewPasswordFormProps) {
  const { save, onSaved, onFailed, refused, disabled = false, way, children } = props
  const { t } = useTranslation()
  const failureWords = useFailureWords()
  const passwordProblems = usePasswordProblems()
  const saving = useSequence({ tag: 'Sign-in' }, save, {
    failed: t('auth:newPassword.failed'),
    words: failureWords,
    inline: true,
    after: () => onSaved?.(),
  })

  const form = useForm({
    start: { password: '', confirmPassword: '' },
    check: ({ password, confirmPassword }) => {
      const { confirm, ...found } = passwordProblems({ password, confirm: confirmPassword })
      return { ...found, confirmPassword: confirm }
    },
    names: { new_password: 'password' },
    sending: saving,
    send: ({ password }) => {
      if (!disabled) saving.mutate(password, { ...(onFailed && { onError: onFailed }) })
    },
  })

  const before = refused ? { title: t('auth:reset.dead'), text: failureWords(refused) } : null
  return (
    <Form form={form} className="stack gap-20" onFocus={warmUp}>
      <Failure of={{ problem: saving.problem ?? before }}>{way}</Failure>
      <NewPasswordFields
        label={t('auth:newPassword.label')}
        password={form.input('password')}
        confirm={form.input('confirmPassword')}
        disabled={disabled}
      />
      <Button type="submit" variant="solid" block loading={saving.isPending} disabled={disabled}>
        {t('auth:newPassword.save')}
      </Button>
      {children}
    </Form>
  )
}
