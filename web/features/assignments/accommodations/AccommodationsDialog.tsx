import { useTranslation } from 'react-i18next'
import { type Accommodations, sameAccommodations } from '#contract/accommodation-fields.ts'
import { changeAccommodations } from '#contract/accommodations.ts'
import type { Assignment } from '#contract/assignments.ts'
import { useAction } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { AccommodationFields } from './AccommodationFields.tsx'

interface AccommodationsDialogProps {
  assignment: Assignment
  onClose: () => void
}

/** The accommodations of one assignment that is not over; once the test was started, only more time. */
export function AccommodationsDialog({ assignment, onClose }: AccommodationsDialogProps) {
  const { t } = useTranslation()
  const { accommodations, user, inventory } = assignment
  const running = assignment.startedAt !== null
  const changing = useAction(changeAccommodations, { done: t('accommodations:done') })
  const form = useForm<{ chosen: Accommodations }>({
    start: { chosen: accommodations },
    sending: changing,
    send: ({ chosen }) =>
      changing.mutate({ params: { assignmentId: assignment.id }, body: chosen }, { onSettled: onClose }),
  })
  const { chosen } = form.values
  return (
    <ConfirmDialog
      opened
      title={t('accommodations:titleOf', { name: user.name, test: inventory.name })}
      consequence={t(running ? 'accommodations:running' : 'accommodations:before')}
      confirmLabel={t(running ? 'accommodations:addTime' : 'accommodations:save')}
      danger={false}
      disabled={sameAccommodations(chosen, accommodations)}
      form={form}
      onClose={onClose}
    >
      <AccommodationFields
        value={chosen}
        onChange={(value) => form.set('chosen', value)}
        {...(running && { running: accommodations.timePercent })}
      />
    </ConfirmDialog>
  )
}
