import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getPerson } from '#contract/memberships.ts'
import { api } from '../../../app/api.ts'
import { ApiError, errorMessage } from '../../../app/apiError.ts'
import type { SelectedClient } from '../../../app/clientSelection.ts'
import { LoadFailure } from '../../../app/LoadFailure.tsx'
import { useClientTimeZone } from '../../../app/useClient.ts'
import { FactsSkeleton } from '../../../ui/overlay/Facts.tsx'
import { type PersonEditing, PersonHead, PersonPanel as SidePanel } from '../../../ui/overlay/PersonPanel.tsx'
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
  return (
    <SidePanel
      id={membershipId}
      title={t('person:title')}
      editTitle={t('person:edit.title')}
      onClose={onClose}
    >
      {(editing, close) => (
        <Person key={membershipId} client={client} membershipId={membershipId} {...editing} onGone={close} />
      )}
    </SidePanel>
  )
}

interface PersonProps extends Omit<PersonPanelProps, 'onClose'>, PersonEditing {
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
  if (found.data === undefined) return <FactsSkeleton />
  const person = found.data
  if (editing) return <EditPerson clientId={client.value} person={person} onDone={() => onEdit(false)} />
  return (
    <>
      <PersonHead name={person.name || person.email}>
        {[t(`person:role.${person.type}`), person.group].filter(Boolean).join(' · ')}
      </PersonHead>
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
