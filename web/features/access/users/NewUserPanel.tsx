import { useTranslation } from 'react-i18next'
import { createUser } from '#contract/users.ts'
import { useAction } from '../../../app/useAction.ts'
import { SidePanel } from '../../../ui/overlay/SidePanel.tsx'
import { UserForm } from './UserForm.tsx'
import { authorityOf, type UserFields } from './userForm.ts'

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

const bodyOf = ({ name, email, phone, locale, role }: UserFields) => ({
  name: name.trim(),
  email: email.trim(),
  locale,
  ...(phone.trim() !== '' && { phone: phone.trim() }),
  ...(role !== 'none' && { authority: authorityOf(role) }),
})

function Form({ onClose, onCreated }: Omit<NewUserPanelProps, 'opened'>) {
  const { t, i18n } = useTranslation()
  const adding = useAction(createUser, {
    done: t('users:new.done'),
    failed: t('users:new.failed'),
    inline: true,
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
      sending={adding}
      onCancel={onClose}
      onSubmit={(fields) =>
        adding.mutate(
          { body: bodyOf(fields) },
          {
            onSuccess: (user) => {
              onClose()
              onCreated(user.id)
            },
          },
        )
      }
    />
  )
}
