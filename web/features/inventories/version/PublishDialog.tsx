import { useTranslation } from 'react-i18next'
import type { VersionContent } from '#contract/definitions.ts'
import type { RescoringForecast } from '#contract/rescoring.ts'
import { ApiError, errorMessage } from '../../../app/apiError.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { Sentences } from '../differences/RescoringCard.tsx'
import classes from '../inventories.module.css'
import { usePublish } from '../useCatalogue.ts'

interface PublishDialogProps {
  content: VersionContent
  /** The version that is assigned until now; none before the first. */
  before: number | undefined
  /** How the results there are would read by it; it is asked for with the page. */
  forecast: RescoringForecast | undefined
  opened: boolean
  onClose: () => void
}

/** Says what publishing does, and does it. */
export function PublishDialog({ content, before, forecast, opened, onClose }: PublishDialogProps) {
  const { t } = useTranslation()
  const { code, version, name, hash, sensitive } = content
  const publishing = usePublish({ code, version })
  // The checks have become stricter since it was kept; where it is wrong an import says, with the places.
  const whyOf = (error: Error) =>
    error instanceof ApiError && error.code === 'definition_invalid'
      ? t('inventories:publish.stricter')
      : errorMessage(error)
  const confirm = () =>
    publishing.mutate(hash, {
      onSuccess: () => toast.success(t('inventories:publish.done', { name, number: version })),
      onError: (error) => toast.error(`${t('inventories:publish.failed')}: ${whyOf(error)}`),
      onSettled: onClose,
    })
  return (
    <ConfirmDialog
      opened={opened}
      title={t('inventories:publish.title', { name, number: version })}
      consequence={
        <ul className={classes.consequences}>
          <li>{t('inventories:publish.new', { number: version })}</li>
          {before === undefined ? (
            <li>{t('inventories:publish.first')}</li>
          ) : (
            <li>{t('inventories:publish.begun', { number: before })}</li>
          )}
          {before === undefined ? <li>{t('inventories:publish.notOffered')}</li> : null}
          <li>{t(sensitive ? 'inventories:publish.someClients' : 'inventories:publish.everyClient')}</li>
          {forecast && forecast.reason !== 'first' ? (
            <li>
              <Sentences forecast={forecast} />
            </li>
          ) : null}
          <li>{t('inventories:publish.frozen')}</li>
        </ul>
      }
      confirmLabel={t('inventories:publish.action')}
      danger={false}
      busy={publishing.isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
