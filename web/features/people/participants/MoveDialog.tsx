import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'
import { movePeople } from '#contract/memberships.ts'
import { useAction } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { GroupField } from '../../../ui/form/GroupField.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import type { Chosen } from '../../memberships/selection.ts'
import { usePeopleGroups } from '../../memberships/usePeopleGroups.ts'

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
  const groups = usePeopleGroups(clientId)
  const number = (value: number) => formatNumber(value, i18n.language)
  const moving = useAction(movePeople, {
    done: ({ moved }) => t('person:move.done', { count: moved, number: number(moved) }),
    failed: t('person:move.failed'),
  })
  const form = useForm({
    start: { group: '' },
    sending: moving,
    send: ({ group }) =>
      moving.mutate(
        { params: { clientId }, body: { ...chosen, group: group.trim() } },
        {
          onSuccess: () => {
            form.clear()
            onClose()
            onMoved()
          },
        },
      ),
  })
  const { group } = form.values
  return (
    <ConfirmDialog
      opened={opened}
      title={t('person:move.title', { count, number: number(count) })}
      consequence={t('person:move.consequence')}
      confirmLabel={group.trim() === '' ? t('person:move.out') : t('person:move.action')}
      danger={false}
      form={form}
      onClose={onClose}
    >
      <GroupField
        label={t('person:field.group')}
        help={t('person:move.help')}
        groups={groups}
        value={group}
        onChange={(value) => form.set('group', value)}
      />
    </ConfirmDialog>
  )
}
