import { useTranslation } from 'react-i18next'
import { storedRole } from '#contract/access.ts'
import { type UserDetails, updateUser } from '#contract/users.ts'
import { api } from '../../app/api.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { UserForm } from './UserForm.tsx'
import { changesOf, type UserFields } from './userForm.ts'
import { useUserAction } from './useUsers.ts'

export function EditUser({ user, onDone }: { user: UserDetails; onDone: () => void }) {
  const { t } = useTranslation()
  const saving = useUserAction((fields: UserFields) =>
    api(updateUser, { params: { userId: user.id }, body: changesOf(fields, user) }),
  )
  const { name, email, phone, locale } = user
  return (
    <UserForm
      start={{ name, email, phone, locale, role: storedRole(user), currentPassword: '' }}
      before={user}
      submitLabel={t('users:edit.submit')}
      failedTitle={t('users:edit.failed')}
      sending={saving}
      onCancel={onDone}
      onSubmit={(fields) =>
        saving.mutate(fields, {
          onSuccess: () => {
            toast.success(t('users:edit.done'))
            onDone()
          },
        })
      }
    />
  )
}
