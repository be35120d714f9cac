import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'
import { movePeople } from '#contract/memberships.ts'
import { api } from '../../app/api.ts'
import { errorMessage } from '../../app/apiError.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { useClientAct } from '../clients/useClients.ts'
import { GroupField } from '../invite/GroupField.tsx'
import { usePeopleGroups } from '../invite/usePeopleGroups.ts'
import type { Chosen } from './useChosen.ts'

interface MoveDialogProps {
  clientId: string
  chosen: Chosen
  count: number
  opened: boolean
  onClose: () => void
  onMoved: () => void
}

/** Moves people to a group in use or a new one; with the field left empty they belong to none. */
export function MoveDialog({ clientId, chosen, count, opened, onClose, onMoved }: MoveDialogProps) {
  const { t, i18n } = useTranslation()
  const [group, setGroup] = useState('')
  const groups = usePeopleGroups(clientId)
  const moving = useClientAct(clientId, () =>
    api(movePeople, { params: { clientId }, body: { ...chosen, group: group.trim() } }),
  )
  const number = (value: number) => formatNumber(value, i18n.language)
  const move = () =>
    moving.mutate(undefined, {
      onSuccess: ({ moved }) => {
        toast.success(t('person:move.done', { count: moved, number: number(moved) }))
        setGroup('')
        onClose()
        onMoved()
      },
      onError: (error) => toast.error(`${t('person:move.failed')}: ${errorMessage(error)}`),
    })
  return (
    <ConfirmDialog
      opened={opened}
      title={t('person:move.title', { count, number: number(count) })}
      consequence={t('person:move.consequence')}
      confirmLabel={group.trim() === '' ? t('person:move.out') : t('person:move.act')}
      danger={false}
      busy={moving.isPending}
      onConfirm={move}
      onClose={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!moving.isPending) move()
        }}
      >
        <GroupField
          label={t('person:field.group')}
          help={t('person:move.help')}
          groups={groups}
          value={group}
          onChange={setGroup}
        />
      </form>
    </ConfirmDialog>
  )
}
