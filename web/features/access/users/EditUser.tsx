import { useTranslation } from 'react-i18next'
import { storedRole } from '#contract/access.ts'
import { type UserDetails, updateUser } from '#contract/users.ts'
import { useAction } from '../../../app/useAction.ts'
import { UserForm } from './UserForm.tsx'
import { changesOf } from './userForm.ts'

export function EditUser({ user, onDone }: { user: UserDetails; onDone: () => void }) {
  const { t } = useTranslation()
  const saving = useAction(updateUser, {
    done: t('users:edit.done'),
    failed: t('users:edit.failed'),
    inline: true,
  })
  const { name, email, phone, locale } = user
  return (
    <UserForm
      start={{ name, email, phone, locale, role: storedRole(user), currentPassword: '' }}
      before={user}
      submitLabel={t('users:edit.submit')}
      sending={saving}
      onCancel={onDone}
      onSubmit={(fields) =>
        saving.mutate({ params: { userId: user.id }, body: changesOf(fields, user) }, { onSuccess: onDone })
      }
    />
  )
}
