import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getUser } from '#contract/users.ts'
import { api } from '../../../app/api.ts'
import { useAuth } from '../../../app/auth.ts'
import { LoadFailure } from '../../../app/LoadFailure.tsx'
import { FactsSkeleton } from '../../../ui/overlay/Facts.tsx'
import { type PersonEditing, PersonHead, PersonPanel as SidePanel } from '../../../ui/overlay/PersonPanel.tsx'
import { MailHistory } from '../../memberships/MailHistory.tsx'
import { AccountActions } from './AccountActions.tsx'
import { EditUser } from './EditUser.tsx'
import { HelpActions } from './HelpActions.tsx'
import { PersonFacts, PersonMemberships } from './PersonFacts.tsx'

/** "Help this person": what prevents their sign-in, and what an admin can do about it during a call. */
export function PersonPanel({ userId, onClose }: { userId: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <SidePanel id={userId} title={t('users:help.title')} editTitle={t('users:edit.title')} onClose={onClose}>
      {(editing) => <Person key={userId} userId={userId} {...editing} />}
    </SidePanel>
  )
}

function Person({ userId, editing, onEdit }: PersonEditing & { userId: string }) {
  const { t } = useTranslation()
  const timeZone = useAuth((state) => state.user.timeZone)
  const found = useUser(userId)
  if (found.isError && found.data === undefined) {
    return <LoadFailure of={found} title={t('users:help.failed')} />
  }
  if (found.data === undefined) return <FactsSkeleton />
  const user = found.data
  if (editing) return <EditUser user={user} onDone={() => onEdit(false)} />
  return (
    <>
      <PersonHead name={user.name}>{user.email || user.phone}</PersonHead>
      <PersonFacts user={user} />
      <PersonMemberships user={user} />
      <MailHistory of={{ userId }} timeZone={timeZone} />
      <HelpActions user={user} />
      <AccountActions user={user} onEdit={() => onEdit(true)} />
    </>
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
