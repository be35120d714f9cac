import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { previewCancellation } from '#contract/assignment-actions.ts'
import { formatNumber } from '#contract/format.ts'
import { api } from '../../../app/api.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import classes from './CancelDialog.module.css'
import type { Cancellation, Target } from './target.ts'
import type { Acts } from './useActs.ts'

interface ActDialogProps {
  clientId: string
  target: Target
  acts: Acts
  opened: boolean
  onClose: () => void
  onDone?: (() => void) | undefined
}

/** Names what is called off, which units come back, and what is left as it is. */
export function CancelDialog({ clientId, target, acts, opened, onClose, onDone }: ActDialogProps) {
  const { t, i18n } = useTranslation()
  const { count, name } = target
  const asked = useCancellation(clientId, target, opened)
  const known = target.cancellation ?? asked.data
  const pending = known === undefined ? count : known.unstarted + known.started
  const title =
    name === null
      ? t('assignments:acts.cancel.title', {
          count: pending,
          number: formatNumber(pending, i18n.language),
        })
      : t('assignments:acts.cancel.titleOf', { name })
  const confirm = () =>
    acts.cancel.mutate(target.which, { onSuccess: () => onDone?.(), onSettled: () => onClose() })
  return (
    <ConfirmDialog
      opened={opened}
      title={title}
      consequence={
        known === undefined ? (
          t(asked.isError ? 'assignments:acts.cancel.unknownBack' : 'assignments:acts.cancel.counting')
        ) : (
          <Consequence alone={name !== null} {...known} />
        )
      }
      confirmLabel={t('assignments:acts.cancel.act')}
      busy={acts.cancel.isPending || asked.isLoading}
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}

/** Of a filter only the server knows how many have begun; asked anew each time, for they go on beginning. */
function useCancellation(clientId: string, { which: { filter }, cancellation }: Target, opened: boolean) {
  return useQuery({
    queryKey: ['client', clientId, 'cancellation', filter],
    queryFn: ({ signal }) => api(previewCancellation, { params: { clientId }, query: filter ?? {}, signal }),
    enabled: opened && cancellation === null,
    staleTime: 0,
    gcTime: 0,
  })
}

function Consequence({ alone, unstarted, started, over }: Cancellation & { alone: boolean }) {
  const { t, i18n } = useTranslation()
  const say = (key: string, count: number) =>
    count === 0
      ? []
      : [t(`assignments:acts.cancel.${key}`, { count, number: formatNumber(count, i18n.language) })]
  if (alone)
    return [
      t('assignments:acts.cancel.consequence'),
      ...say('back', unstarted),
      ...say('noneBack', started),
    ].join(' ')
  return (
    <>
      {t('assignments:acts.cancel.consequence')}
      <ul className={classes.facts}>
        {[...say('back', unstarted), ...say('begun', started), ...say('stays', over)].map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </>
  )
}
