import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import type { Target } from './target.ts'
import type { Acts } from './useActs.ts'

interface ActDialogProps {
  target: Target
  acts: Acts
  opened: boolean
  onClose: () => void
  onDone?: (() => void) | undefined
}

/** Names what is called off and which units come back. */
export function CancelDialog({ target, acts, opened, onClose, onDone }: ActDialogProps) {
  const { t, i18n } = useTranslation()
  const words = (count: number) => ({ count, number: formatNumber(count, i18n.language) })
  const { count, unitsBack, name } = target
  const title =
    name === null
      ? t('assignments:acts.cancel.title', words(count))
      : t('assignments:acts.cancel.titleOf', { name })
  const back =
    unitsBack === null
      ? t('assignments:acts.cancel.unknownBack')
      : unitsBack === 0
        ? t('assignments:acts.cancel.noneBack')
        : t('assignments:acts.cancel.back', words(unitsBack))
  const confirm = () =>
    acts.cancel.mutate(target.which, { onSuccess: () => onDone?.(), onSettled: () => onClose() })
  return (
    <ConfirmDialog
      opened={opened}
      title={title}
      consequence={`${t('assignments:acts.cancel.consequence')} ${back}`}
      confirmLabel={t('assignments:acts.cancel.act')}
      busy={acts.cancel.isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
