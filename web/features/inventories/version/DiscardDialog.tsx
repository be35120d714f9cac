import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { VersionContent } from '#contract/definitions.ts'
import { errorMessage } from '../../../app/apiError.ts'
import { paths } from '../../../app/paths.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { useDiscard } from '../useCatalogue.ts'

interface DiscardDialogProps {
  content: Pick<VersionContent, 'code' | 'version' | 'name' | 'hash'>
  opened: boolean
  onClose: () => void
}

/** Throws a draft away, and leads back to the list: its page is gone, and of a new inventory the whole record. */
export function DiscardDialog({ content, opened, onClose }: DiscardDialogProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { code, version, name, hash } = content
  const discarding = useDiscard({ code, version })
  const confirm = () =>
    discarding.mutate(hash, {
      onSuccess: () => {
        toast.success(t('inventories:discard.done', { name, number: version }))
        void navigate(paths.inventories)
      },
      onError: (error) => {
        toast.error(`${t('inventories:discard.failed')}: ${errorMessage(error)}`)
        onClose()
      },
    })
  return (
    <ConfirmDialog
      opened={opened}
      title={t('inventories:discard.title', { name, number: version })}
      consequence={t('inventories:discard.consequence')}
      confirmLabel={t('inventories:discard.action')}
      busy={discarding.isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
