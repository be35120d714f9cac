import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeOpening } from '#contract/access-rules.ts'
import type { Assignment } from '#contract/assignments.ts'
import { useAction } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { OpeningFields } from './OpeningFields.tsx'
import { openingFields, openingOf, opensTooLate, type Terms } from './terms.ts'

interface OpeningDialogProps {
  assignment: Assignment
  timeZone: string
  onClose: () => void
}

/** Sets when an unstarted assignment can be started. */
export function OpeningDialog({ assignment, timeZone, onClose }: OpeningDialogProps) {
  const { t } = useTranslation()
  const [unreadable, setUnreadable] = useState(false)
  const { user, inventory, opensAt, dueDate } = assignment
  const changing = useAction(changeOpening, { done: t('access:opening.done') })
  const before = openingFields(opensAt, timeZone)
  const form = useForm<{ opening: Pick<Terms, 'day' | 'time'> }>({
    start: { opening: before },
    check: ({ opening }) => ({
      opening: unreadable ? true : opensTooLate(opening, dueDate) ? t('access:opening.tooLate') : undefined,
    }),
    sending: changing,
    send: ({ opening }) =>
      changing.mutate(
        { params: { assignmentId: assignment.id }, body: { opensAt: openingOf(opening) } },
        { onSettled: onClose },
      ),
  })
  const { opening } = form.values
  return (
    <ConfirmDialog
      opened
      title={t('access:opening.titleOf', { name: user.name, test: inventory.name })}
      consequence={t('access:opening.consequence')}
      confirmLabel={t('access:opening.save')}
      danger={false}
      disabled={openingOf(opening) === openingOf(before) && !unreadable}
      form={form}
      onClose={onClose}
    >
      <OpeningFields
        value={opening}
        onChange={(value) => form.set('opening', value)}
        onUnreadable={setUnreadable}
        error={form.error('opening')}
      />
    </ConfirmDialog>
  )
}
