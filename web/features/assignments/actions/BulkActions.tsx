import { IconAccessible, IconBan, IconBell, IconCalendarPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'
import { useMayChange } from '../../../app/reader.tsx'
import { Button } from '../../../ui/button/Button.tsx'
import { ManyAccommodationsDialog } from '../accommodations/ManyAccommodationsDialog.tsx'
import { CancelDialog } from './CancelDialog.tsx'
import { ExtendDialog } from './ExtendDialog.tsx'
import { FileActions } from './FileActions.tsx'
import { RemindDialog } from './RemindDialog.tsx'
import { extendedOf, pendingOf, type Target } from './target.ts'
import { useAssignmentActions } from './useAssignmentActions.ts'

interface BulkActionsProps {
  clientId: string
  target: Target
  timeZone: string
  onDone: () => void
  /** The job profile of the list. */
  profile?: string
}

/** The actions for the ticked assignments. */
export function BulkActions({ clientId, target, timeZone, onDone, profile = '' }: BulkActionsProps) {
  const { t, i18n } = useTranslation()
  const titleOf = ({ name, which: { assignmentIds } }: Target) => {
    if (name !== null) return t('accommodations:many.ofPerson', { name })
    if (assignmentIds === undefined) return t('accommodations:many.title')
    const count = assignmentIds.length
    return t('accommodations:many.tests', { count, number: formatNumber(count, i18n.language) })
  }
  const actions = useAssignmentActions()
  const reads = useMayChange() !== true
  const [asking, setAsking] = useState<'remind' | 'cancel' | 'extend' | 'accommodate' | null>(null)
  const dialog = { clientId, target, actions, onClose: () => setAsking(null), onDone }
  const nonePending = target.cancellation !== null && pendingOf(target.cancellation) === 0
  const noneUnstarted = target.cancellation?.unstarted === 0
  const noneExtended = target.extension !== null && extendedOf(target.extension) === 0
  const hasResults = target.completed === null || target.completed.length > 0
  return (
    <>
      {reads || (nonePending && noneExtended && hasResults) ? null : (
        <>
          <Button
            size="sm"
            icon={<IconBell aria-hidden />}
            disabled={target.reminding?.people === 0}
            onClick={() => setAsking('remind')}
          >
            {t('assignments:actions.remind.action')}
          </Button>
          <Button
            size="sm"
            icon={<IconCalendarPlus aria-hidden />}
            disabled={noneExtended}
            onClick={() => setAsking('extend')}
          >
            {t('assignments:actions.extend.action')}
          </Button>
          <Button
            size="sm"
            icon={<IconAccessible aria-hidden />}
            disabled={noneUnstarted}
            onClick={() => setAsking('accommodate')}
          >
            {t('accommodations:title')}
          </Button>
          <Button
            size="sm"
            danger
            icon={<IconBan aria-hidden />}
            disabled={nonePending}
            onClick={() => setAsking('cancel')}
          >
            {t('assignments:actions.cancel.short')}
          </Button>
        </>
      )}
      {hasResults ? <FileActions clientId={clientId} target={target} profile={profile} /> : null}
      <RemindDialog
        clientId={clientId}
        target={target}
        opened={asking === 'remind'}
        busy={actions.remind.isPending}
        onConfirm={() =>
          actions.remind.mutate(
            { params: { clientId }, body: target.which },
            { onSuccess: onDone, onSettled: dialog.onClose },
          )
        }
        onClose={dialog.onClose}
      />
      <ExtendDialog {...dialog} timeZone={timeZone} opened={asking === 'extend'} />
      <CancelDialog {...dialog} opened={asking === 'cancel'} />
      {asking === 'accommodate' ? (
        <ManyAccommodationsDialog
          clientId={clientId}
          onDone={onDone}
          title={titleOf(target)}
          which={target.which}
          onClose={dialog.onClose}
        />
      ) : null}
    </>
  )
}
