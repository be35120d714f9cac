import { useTranslation } from 'react-i18next'
import { type Accommodations, noAccommodations } from '#contract/accommodation-fields.ts'
import { changeManyAccommodations } from '#contract/accommodations.ts'
import { formatNumber } from '#contract/format.ts'
import type { AnswerOf, BodyIn } from '#contract/kit.ts'
import { useAction } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { AccommodationFields } from './AccommodationFields.tsx'

type Body = BodyIn<typeof changeManyAccommodations>

interface ManyAccommodationsDialogProps {
  clientId: string
  /** The person or the number of tests. */
  title: string
  /** The initial values. */
  start?: Accommodations
  which: Omit<Body, 'accommodations'>
  onClose: () => void
  onDone?: () => void
}

/** The same accommodations for many tests; those that have started keep theirs, and their number is said. */
export function ManyAccommodationsDialog({
  clientId,
  title,
  start = noAccommodations,
  which,
  onClose,
  onDone,
}: ManyAccommodationsDialogProps) {
  const { t } = useTranslation()
  const changing = useAction(changeManyAccommodations, { done: useSaid() })
  const form = useForm<{ chosen: Accommodations }>({
    start: { chosen: start },
    sending: changing,
    send: ({ chosen }) =>
      changing.mutate(
        { params: { clientId }, body: { ...which, accommodations: chosen } },
        {
          ...(onDone && { onSuccess: onDone }),
          onSettled: onClose,
        },
      ),
  })
  return (
    <ConfirmDialog
      opened
      title={title}
      consequence={t('accommodations:many.text')}
      confirmLabel={t('accommodations:save')}
      danger={false}
      form={form}
      onClose={onClose}
    >
      <AccommodationFields value={form.values.chosen} onChange={(value) => form.set('chosen', value)} />
    </ConfirmDialog>
  )
}

/** Says how many were changed, and how many not: because they had started, or were over. */
function useSaid() {
  const { t, i18n } = useTranslation()
  return ({ done, skipped }: AnswerOf<typeof changeManyAccommodations>) => {
    const words = (count: number) => ({ count, number: formatNumber(count, i18n.language) })
    const started = skipped.find(({ reason }) => reason === 'started')?.count ?? 0
    const others = skipped.reduce((sum, { count }) => sum + count, 0) - started
    const text = [
      t('accommodations:many.done', words(done)),
      ...(started > 0 ? [t('accommodations:many.started', words(started))] : []),
      ...(others > 0 ? [t('accommodations:many.over', words(others))] : []),
    ].join(' ')
    return done > 0 && skipped.length === 0 ? text : { note: text }
  }
}
