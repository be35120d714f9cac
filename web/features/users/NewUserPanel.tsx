import { useTranslation } from 'react-i18next'
import { createUser } from '#contract/users.ts'
import { api } from '../../app/api.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { SidePanel } from '../../ui/overlay/SidePanel.tsx'
import { UserForm } from './UserForm.tsx'
import { authorityOf, type UserFields } from './userForm.ts'
import { useUserAction } from './useUsers.ts'

interface NewUserPanelProps {
  opened: boolean
  onClose: () => void
  onCreated: (userId: string) => void
}

export function NewUserPanel({ opened, onClose, onCreated }: NewUserPanelProps) {
  const { t } = useTranslation()
  return (
    <SidePanel opened={opened} title={t('users:new.title')} onClose={onClose} held>
      <Form onClose={onClose} onCreated={onCreated} key={String(opened)} />
      <p className="meta">{t('users:new.note')}</p>
    </SidePanel>
  )
}

function Form({ onClose, onCreated }: Omit<NewUserPanelProps, 'opened'>) {
  const { t, i18n } = useTranslation()
  const adding = useUserAction((fields: UserFields) => {
    const { name, email, phone, locale, role } = fields
    const body = {
      name: name.trim(),
      email: email.trim(),
      locale,
      ...(phone.trim() !== '' && { phone: phone.trim() }),
      ...(role !== 'none' && { authority: authorityOf(role) }),
    }
    return api(createUser, { body })
  })
  const start: UserFields = {
    name: '',
    email: '',
    phone: '',
    locale: i18n.language === 'en' ? 'en' : 'tr',
    role: 'none',
    currentPassword: '',
  }
  return (
    <UserForm
      start={start}
      submitLabel={t('users:new.submit')}
      failedTitle={t('users:new.failed')}
      sending={adding}
      onCancel={onClose}
      onSubmit={(fields) =>
        adding.mutate(fields, {
          onSuccess: (user) => {
            toast.success(t('users:new.done'))
            onClose()
            onCreated(user.id)
          },
        })
      }
    />
  )
}
