import { useTranslation } from 'react-i18next'
import { publishDefinition, type VersionContent } from '#contract/definitions.ts'
import type { RescoringForecast } from '#contract/rescoring.ts'
import { ApiError, errorMessage } from '../../../app/apiError.ts'
import { ConfirmAction } from '../../../app/ConfirmAction.tsx'
import { Sentences } from '../differences/RescoringCard.tsx'
import classes from '../inventories.module.css'
import { paramsOf } from '../useCatalogue.ts'

interface PublishDialogProps {
  content: VersionContent
  /** The version that is assigned until now; none before the first. */
  before: number | undefined
  /** The effect on the existing results; it is requested with the page. */
  forecast: RescoringForecast | undefined
  opened: boolean
  onClose: () => void
}

/** Says what publishing does, and does it. */
export function PublishDialog({ content, before, forecast, opened, onClose }: PublishDialogProps) {
  const { t } = useTranslation()
  const { code, version, name, hash, sensitive } = content
  return (
    <ConfirmAction
      call={publishDefinition}
      input={{ params: paramsOf({ code, version }), body: { hash } }}
      done={t('inventories:publish.done', { name, number: version })}
      failed={t('inventories:publish.failed')}
      // The checks have become stricter since it was kept; where it is wrong an import says, with the places.
      words={(error) =>
        error instanceof ApiError && error.code === 'definition_invalid'
          ? t('inventories:publish.stricter')
          : errorMessage(error)
      }
      opened={opened}
      title={t('inventories:publish.title', { name, number: version })}
      consequence={
        <ul className={`stack gap-8 ${classes.consequences}`}>
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
      onClose={onClose}
    />
  )
}
