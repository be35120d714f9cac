import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { discardDefinition, type VersionContent } from '#contract/definitions.ts'
import { ConfirmAction } from '../../../app/ConfirmAction.tsx'
import { paths } from '../../../app/paths.ts'
import { paramsOf } from '../useCatalogue.ts'

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
  return (
    <ConfirmAction
      call={discardDefinition}
      input={{ params: paramsOf({ code, version }), body: { hash } }}
      done={t('inventories:discard.done', { name, number: version })}
      failed={t('inventories:discard.failed')}
      onDone={() => void navigate(paths.inventories)}
      opened={opened}
      title={t('inventories:discard.title', { name, number: version })}
      consequence={t('inventories:discard.consequence')}
      confirmLabel={t('inventories:discard.action')}
      onClose={onClose}
    />
  )
}
