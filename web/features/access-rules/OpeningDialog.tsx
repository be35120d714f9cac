import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeOpening } from '#contract/access-rules.ts'
import type { Assignment } from '#contract/assignments.ts'
import { api } from '../../app/api.ts'
import { errorMessage } from '../../app/apiError.ts'
import { useClientMutation } from '../../app/useClient.ts'
import { useForm } from '../../app/useForm.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { OpeningFields } from './OpeningFields.tsx'
import { openingFields, openingOf, opensTooLate, type Terms } from './terms.ts'

interface OpeningDialogProps {
  assignment: Assignment
  timeZone: string
  onClose: () => void
}

/** From when one assignment that nobody has started can be started. */
export function OpeningDialog({ assignment, timeZone, onClose }: OpeningDialogProps) {
  const { t } = useTranslation()
  const [unreadable, setUnreadable] = useState(false)
  const { client, user, inventory, opensAt, dueDate } = assignment
  const params = { assignmentId: assignment.id }
  const changing = useClientMutation(client.id, (opens: string | null) =>
    api(changeOpening, { params, body: { opensAt: opens } }),
  )
  const before = openingFields(opensAt, timeZone)
  const form = useForm<{ opening: Pick<Terms, 'day' | 'time'> }>({
    start: { opening: before },
    check: ({ opening }) => ({
      opening: unreadable ? true : opensTooLate(opening, dueDate) ? t('access:opening.tooLate') : undefined,
    }),
    sending: changing,
    send: ({ opening }) =>
      changing.mutate(openingOf(opening), {
        onSuccess: () => toast.success(t('access:opening.done')),
        onError: (error) => toast.error(errorMessage(error)),
        onSettled: onClose,
      }),
  })
  const { opening } = form.values
  return (
    <ConfirmDialog
      opened
      title={t('access:opening.titleOf', { name: user.name, test: inventory.name })}
      consequence={t('access:opening.consequence')}
      confirmLabel={t('access:opening.save')}
      danger={false}
      busy={changing.isPending}
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
