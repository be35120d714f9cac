import { IconPencil, IconUserCheck, IconUserX } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { removeUser, type UserDetails, updateUser } from '#contract/users.ts'
import { api } from '../../app/api.ts'
import { errorMessage } from '../../app/apiError.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { ActionButton } from './ActionButton.tsx'
import { useMyReach } from './useMyReach.ts'
import classes from './users.module.css'
import { useUserAction } from './useUsers.ts'

/** What changes the account itself. One's own is neither closed nor given another role here. */
export function AccountActions({ user, onEdit }: { user: UserDetails; onEdit: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const { myId } = useMyReach()
  const [asking, setAsking] = useState(false)
  return (
    <section className={classes.part} aria-labelledby={id}>
      <h3 id={id}>{t('users:account.title')}</h3>
      <ActionButton icon={IconPencil} onClick={onEdit}>
        {t('users:edit.title')}
      </ActionButton>
      {user.id === myId ? (
        <p className="muted">{t('users:own.note')}</p>
      ) : (
        <>
          {user.status === 'active' ? (
            <ActionButton icon={IconUserX} danger onClick={() => setAsking(true)}>
              {t('users:close.action')}
            </ActionButton>
          ) : (
            <ActionButton icon={IconUserCheck} onClick={() => setAsking(true)}>
              {t('users:reopen.action')}
            </ActionButton>
          )}
          <Asking user={user} opened={asking} onClose={() => setAsking(false)} />
        </>
      )}
    </section>
  )
}

function Asking({ user, opened, onClose }: { user: UserDetails; opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const active = user.status === 'active'
  const params = { userId: user.id }
  const changing = useUserAction(async () => {
    if (active) await api(removeUser, { params })
    else await api(updateUser, { params, body: { status: 'active' } })
  })
  const { name } = user
  const words = active
    ? {
        title: t('users:close.title', { name }),
        consequence: t('users:close.consequence', { name }),
        action: t('users:close.action'),
        done: t('users:close.done'),
        failed: t('users:close.failed'),
      }
    : {
        title: t('users:reopen.title', { name }),
        consequence: t('users:reopen.consequence', { name }),
        action: t('users:reopen.action'),
        done: t('users:edit.done'),
        failed: t('users:edit.failed'),
      }
  const confirm = () =>
    changing.mutate(undefined, {
      onSuccess: () => toast.success(words.done),
      onError: (error) => toast.error(`${words.failed}: ${errorMessage(error)}`),
      onSettled: onClose,
    })
  return (
    <ConfirmDialog
      opened={opened}
      title={words.title}
      consequence={words.consequence}
      confirmLabel={words.action}
      danger={active}
      busy={changing.isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
