import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getUser, type UserDetails } from '#contract/users.ts'
import { api } from '../../../app/api.ts'
import { useAuth } from '../../../app/auth.ts'
import { LoadFailure } from '../../../app/LoadFailure.tsx'
import panel from '../../../ui/overlay/personPanel.module.css'
import { SidePanel } from '../../../ui/overlay/SidePanel.tsx'
import { Avatar } from '../../../ui/text/Avatar.tsx'
import { MailHistory } from '../../memberships/MailHistory.tsx'
import { AccountActions } from './AccountActions.tsx'
import { EditUser } from './EditUser.tsx'
import { HelpActions } from './HelpActions.tsx'
import { PersonFacts, PersonMemberships } from './PersonFacts.tsx'

/** "Help this person": what prevents their sign-in, and what an admin can do about it during a call. */
export function PersonPanel({ userId, onClose }: { userId: string; onClose: () => void }) {
  const { t } = useTranslation()
  const [editing, setEditing] = useState(false)
  const close = () => {
    setEditing(false)
    onClose()
  }
  return (
    <SidePanel
      opened={userId !== ''}
      title={editing ? t('users:edit.title') : t('users:help.title')}
      onClose={close}
      held={editing}
    >
      {userId === '' ? null : <Person key={userId} userId={userId} editing={editing} onEdit={setEditing} />}
    </SidePanel>
  )
}

interface PersonProps {
  userId: string
  editing: boolean
  onEdit: (editing: boolean) => void
}

function Person({ userId, editing, onEdit }: PersonProps) {
  const { t } = useTranslation()
  const timeZone = useAuth((state) => state.user.timeZone)
  const found = useUser(userId)
  if (found.isError && found.data === undefined) {
    return <LoadFailure of={found} title={t('users:help.failed')} />
  }
  if (found.data === undefined) return <RowsSkeleton />
  const user = found.data
  if (editing) return <EditUser user={user} onDone={() => onEdit(false)} />
  return (
    <>
      <Head user={user} />
      <PersonFacts user={user} />
      <PersonMemberships user={user} />
      <MailHistory of={{ userId }} timeZone={timeZone} />
      <HelpActions user={user} />
      <AccountActions user={user} onEdit={() => onEdit(true)} />
    </>
  )
}

function Head({ user }: { user: UserDetails }) {
  return (
    <div className="row min-0 gap-16">
      <Avatar name={user.name} size="lg" />
      <div className="stack min-0 breakable">
        <h3 className="text-20" dir="auto">
          {user.name}
        </h3>
        <span className="meta">{user.email || user.phone}</span>
      </div>
    </div>
  )
}

/** Grey lines where the facts will be. */
function RowsSkeleton() {
  return (
    <div className={panel.skeleton} aria-busy>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <span key={key} />
      ))}
    </div>
  )
}

function useUser(userId: string) {
  return useQuery({
    queryKey: ['users', 'one', userId],
    queryFn: ({ signal }) => api(getUser, { params: { userId }, signal }),
    // The person may be on the telephone, so the data must be current.
    staleTime: 0,
  })
}
