import { useTranslation } from 'react-i18next'
import { updatePassword } from '#contract/auth.ts'
import { useAction } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { CardForm } from '../../../ui/form/CardForm.tsx'
import { PasswordField } from '../../../ui/form/PasswordField.tsx'
import type { PanelProps } from './panel.ts'
import SecondFactorCard from './SecondFactorCard.tsx'
import { useAccount } from './useAccount.ts'

const empty = { current: '', next: '', again: '' }

/** Changes the password, or sets the first one of somebody who came by a link. */
export function PasswordTab({ user, onUnsaved }: PanelProps) {
  const { t } = useTranslation()
  const account = useAccount()
  const change = user.hasPassword
  const lengthProblem = (password: string) => {
    const { length } = [...password]
    if (length === 0) return t('account:password.required')
    if (length < 10) return t('account:password.short')
    return length > 128 ? t('account:password.long') : undefined
  }
  const saving = useAction(updatePassword, {
    done: t('account:password.updated'),
    failed: t('account:password.failed'),
    inline: true,
  })
  const form = useForm({
    start: empty,
    check: ({ current, next, again }) => ({
      current: change && current === '' ? t('account:currentPassword.required') : undefined,
      next: lengthProblem(next),
      again: again === next ? undefined : t('account:password.mismatch'),
    }),
    names: { current_password: 'current', new_password: 'next' },
    sending: saving,
    send: ({ current, next }) =>
      saving.mutate(
        { body: { new_password: next, ...(change && { current_password: current }) } },
        {
          onSuccess: () => {
            form.clear()
            void account.refetch()
          },
        },
      ),
    whenLeft: true,
  })

  return (
    <>
      <CardForm
        title={t(change ? 'account:password.change' : 'account:password.first')}
        form={form}
        saving={saving}
        submit={t(change ? 'account:password.change' : 'account:password.first')}
        onUnsaved={onUnsaved}
      >
        {/* Tells password managers whose password it is. */}
        <input type="text" autoComplete="username" value={user.email} readOnly hidden />
        {change ? (
          <PasswordField
            {...form.input('current')}
            autoComplete="current-password"
            label={t('account:currentPassword.label')}
          />
        ) : (
          <p className="muted">{t('account:password.none')}</p>
        )}
        <PasswordField
          {...form.input('next')}
          autoComplete="new-password"
          label={t('account:password.next')}
          help={t('account:password.help')}
        />
        <PasswordField
          {...form.input('again')}
          autoComplete="new-password"
          label={t('account:password.again')}
        />
        <p className="muted">{t('account:password.ends')}</p>
      </CardForm>
      <SecondFactorCard />
    </>
  )
}
