import {
  IconEraser,
  IconFolderSymlink,
  IconLock,
  IconPencil,
  IconReplace,
  IconUserMinus,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listAssignments } from '#contract/assignments.ts'
import { api } from '../../../app/api.ts'
import type { SelectedClient } from '../../../app/clientSelection.ts'
import { ActionButton } from '../../access/users/ActionButton.tsx'
import { ReplaceDialog } from '../../assignments/access-rules/ReplaceDialog.tsx'
import { EraseDialog, HoldDialog } from '../../memberships/ErasePart.tsx'
import { RemoveDialog } from '../../memberships/RemoveDialog.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import type { PersonDetails } from './personDetails.ts'

interface PersonActionsProps {
  client: SelectedClient
  person: PersonDetails
  onEdit: () => void
  onGone: () => void
}

export function PersonActions({ client, person, onEdit, onGone }: PersonActionsProps) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState<'move' | 'replace' | 'remove' | 'hold' | 'erase'>()
  const close = () => setAsking(undefined)
  const params = { clientId: client.value, membershipId: person.membershipId }
  const name = person.name || person.email
  return (
    <>
      <div>
        <ActionButton icon={IconPencil} onClick={onEdit}>
          {t('person:edit.title')}
        </ActionButton>
        <ActionButton icon={IconFolderSymlink} onClick={() => setAsking('move')}>
          {t('person:move.open')}
        </ActionButton>
        <ActionButton icon={IconReplace} onClick={() => setAsking('replace')}>
          {t('access:replace.action')}
        </ActionButton>
        <ActionButton icon={IconUserMinus} danger onClick={() => setAsking('remove')}>
          {t('person:remove')}
        </ActionButton>
        {person.hold === null && (
          <>
            <ActionButton icon={IconLock} onClick={() => setAsking('hold')}>
              {t('erasure:hold.action')}
            </ActionButton>
            <ActionButton icon={IconEraser} danger onClick={() => setAsking('erase')}>
              {t('erasure:erase.open')}
            </ActionButton>
          </>
        )}
      </div>
      <MoveDialog
        clientId={client.value}
        chosen={{ membershipIds: [person.membershipId] }}
        count={1}
        opened={asking === 'move'}
        onClose={close}
        onMoved={close}
      />
      {asking === 'replace' ? (
        <ReplacePersonDialog
          clientId={client.value}
          userId={person.userId}
          name={person.name || person.email}
          onClose={close}
        />
      ) : null}
      {asking === 'hold' && <HoldDialog params={params} name={name} onClose={close} />}
      {asking === 'erase' && <EraseDialog params={params} name={name} onClose={close} onErased={onGone} />}
      <RemoveDialog
        client={{ id: client.value, name: client.label }}
        person={asking === 'remove' ? person : undefined}
        onClose={close}
        onRemoved={onGone}
      />
    </>
  )
}

interface ReplacePersonDialogProps {
  clientId: string
  userId: string
  name: string
  onClose: () => void
}

/** Gives everything that a person has not started to another one. */
function ReplacePersonDialog({ clientId, userId, name, onClose }: ReplacePersonDialogProps) {
  const query = { user: userId, status: 'not_started', page_size: '100' } as const
  const { data } = useQuery({
    queryKey: ['client', clientId, 'assignments', 'of', query],
    queryFn: ({ signal }) => api(listAssignments, { params: { clientId }, query, signal }),
    staleTime: 0,
  })
  if (data === undefined) return null
  return <ReplaceDialog clientId={clientId} name={name} assignments={data.results} onClose={onClose} />
}
