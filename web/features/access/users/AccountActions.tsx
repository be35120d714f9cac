import { IconPencil, IconUserCheck, IconUserX } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { removeUser, type UserDetails, updateUser } from '#contract/users.ts'
import { ConfirmAction } from '../../../app/ConfirmAction.tsx'
import { ActionButton } from './ActionButton.tsx'
import { useMyReach } from './useMyReach.ts'
import classes from './users.module.css'

/** Actions that change the account. One's own is neither closed nor given another role here. */
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
  const { id, name } = user
  const params = { userId: id }
  const dialog = { opened, onClose }
  return user.status === 'active' ? (
    <ConfirmAction
      {...dialog}
      call={removeUser}
      input={{ params }}
      title={t('users:close.title', { name })}
      consequence={t('users:close.consequence', { name })}
      confirmLabel={t('users:close.action')}
      done={t('users:close.done')}
      failed={t('users:close.failed')}
    />
  ) : (
    <ConfirmAction
      {...dialog}
      call={updateUser}
      input={{ params, body: { status: 'active' } }}
      title={t('users:reopen.title', { name })}
      consequence={t('users:reopen.consequence', { name })}
      confirmLabel={t('users:reopen.action')}
      danger={false}
      done={t('users:edit.done')}
      failed={t('users:edit.failed')}
    />
  )
}
