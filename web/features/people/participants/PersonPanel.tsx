import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getPerson } from '#contract/memberships.ts'
import { api } from '../../../app/api.ts'
import { ApiError, errorMessage } from '../../../app/apiError.ts'
import type { SelectedClient } from '../../../app/clientSelection.ts'
import { LoadFailure } from '../../../app/LoadFailure.tsx'
import { useClientTimeZone } from '../../../app/useClient.ts'
import panel from '../../../ui/overlay/personPanel.module.css'
import { SidePanel } from '../../../ui/overlay/SidePanel.tsx'
import { Avatar } from '../../../ui/text/Avatar.tsx'
import { HoldNote } from '../../memberships/ErasePart.tsx'
import { MailHistory } from '../../memberships/MailHistory.tsx'
import { EditPerson } from './EditPerson.tsx'
import { HandOver } from './HandOver.tsx'
import { PersonActions } from './PersonActions.tsx'
import { PersonFacts } from './PersonFacts.tsx'
import { PersonTests } from './PersonTests.tsx'

interface PersonPanelProps {
  client: SelectedClient
  membershipId: string
  onClose: () => void
}

/** One person beside the list: who they are, what they were given, and how a link reaches them. */
export function PersonPanel({ client, membershipId, onClose }: PersonPanelProps) {
  const { t } = useTranslation()
  const [editing, setEditing] = useState(false)
  const close = () => {
    setEditing(false)
    onClose()
  }
  return (
    <SidePanel
      opened={membershipId !== ''}
      title={editing ? t('person:edit.title') : t('person:title')}
      onClose={close}
      held={editing}
    >
      {membershipId === '' ? null : (
        <Person
          key={membershipId}
          client={client}
          membershipId={membershipId}
          editing={editing}
          onEdit={setEditing}
          onGone={close}
        />
      )}
    </SidePanel>
  )
}

interface PersonProps extends Omit<PersonPanelProps, 'onClose'> {
  editing: boolean
  onEdit: (editing: boolean) => void
  onGone: () => void
}

function Person({ client, membershipId, editing, onEdit, onGone }: PersonProps) {
  const { t } = useTranslation()
  const timeZone = useClientTimeZone(client.value)
  const found = useQuery({
    queryKey: ['client', client.value, 'person', membershipId],
    queryFn: ({ signal }) => api(getPerson, { params: { clientId: client.value, membershipId }, signal }),
    staleTime: 0,
  })
  if (found.isError && found.data === undefined) {
    const gone = found.error instanceof ApiError && found.error.code === 'not_found'
    return (
      <LoadFailure
        of={found}
        title={t('person:failed')}
        message={gone ? t('person:gone') : errorMessage(found.error)}
      />
    )
  }
  if (found.data === undefined) return <RowsSkeleton />
  const person = found.data
  if (editing) return <EditPerson clientId={client.value} person={person} onDone={() => onEdit(false)} />
  return (
    <>
      <div className="row min-0 gap-16">
        <Avatar name={person.name || person.email} size="lg" />
        <div className="stack min-0 breakable">
          <h3 className="text-20" dir="auto">
            {person.name || person.email}
          </h3>
          <span className="meta">
            {[t(`person:role.${person.type}`), person.group].filter(Boolean).join(' · ')}
          </span>
        </div>
      </div>
      {person.hold && <HoldNote params={{ clientId: client.value, membershipId }} hold={person.hold} />}
      <PersonFacts person={person} timeZone={timeZone} />
      <PersonTests client={client} person={person} />
      <MailHistory of={{ clientId: client.value, membershipId }} timeZone={timeZone} />
      {person.type === 'manager' ? null : (
        <>
          <HandOver client={client} person={person} />
          <PersonActions client={client} person={person} onEdit={() => onEdit(true)} onGone={onGone} />
        </>
      )}
    </>
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
