import { IconFolderSymlink, IconPencil, IconPlus, IconUserMinus } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SelectedClient } from '../../app/clientSelection.ts'
import { useAssignTo } from '../assign/useAssignTo.ts'
import { RemoveDialog } from '../people/RemoveDialog.tsx'
import { ActButton } from '../users/ActButton.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import classes from './person.module.css'
import type { PersonDetails } from './personDetails.ts'

interface PersonActsProps {
  client: SelectedClient
  person: PersonDetails
  onEdit: () => void
  onGone: () => void
}

export function PersonActs({ client, person, onEdit, onGone }: PersonActsProps) {
  const { t } = useTranslation()
  const id = useId()
  const [asking, setAsking] = useState<'move' | 'remove'>()
  const close = () => setAsking(undefined)
  const assignTo = useAssignTo(client.value)
  const define = () =>
    assignTo({
      kind: person.type === 'employee' ? 'employees' : 'candidates',
      search: '',
      group: '',
      without: '',
      all: false,
      ticked: [{ userId: person.userId, name: person.name || person.email }],
    })
  return (
    <section className={classes.part} aria-labelledby={id}>
      <h3 id={id}>{t('person:acts')}</h3>
      <div>
        <ActButton icon={IconPlus} onClick={define}>
          {t('participants:define')}
        </ActButton>
        <ActButton icon={IconPencil} onClick={onEdit}>
          {t('person:edit.title')}
        </ActButton>
        <ActButton icon={IconFolderSymlink} onClick={() => setAsking('move')}>
          {t('person:move.open')}
        </ActButton>
        <ActButton icon={IconUserMinus} danger onClick={() => setAsking('remove')}>
          {t('person:remove')}
        </ActButton>
      </div>
      <MoveDialog
        clientId={client.value}
        chosen={{ membershipIds: [person.membershipId] }}
        count={1}
        opened={asking === 'move'}
        onClose={close}
        onMoved={close}
      />
      <RemoveDialog
        client={{ id: client.value, name: client.label }}
        person={asking === 'remove' ? person : undefined}
        onClose={close}
        onRemoved={onGone}
      />
    </section>
  )
}
