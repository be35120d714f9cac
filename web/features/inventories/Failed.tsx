import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../app/apiError.ts'
import { LoadFailure } from '../../app/LoadFailure.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { DocumentTitle } from '../../ui/layout/DocumentTitle.tsx'
import classes from './inventories.module.css'

/** A page of an inventory while it loads, and when it does not come. */
export function Failed({ asked }: { asked: Pick<UseQueryResult, 'error' | 'refetch'> }) {
  const { t } = useTranslation()
  const { error, refetch } = asked
  const missing = error instanceof ApiError && [400, 404].includes(error.status)
  return (
    <Card aria-busy={error === null}>
      <DocumentTitle />
      <h1 className="sr">{t('inventories:title')}</h1>
      {error === null ? (
        <div className={`stack gap-16 ${classes.skeleton}`}>
          <span />
          <span />
          <span />
        </div>
      ) : (
        <LoadFailure
          of={{ error, refetch }}
          title={missing ? t('inventories:notFound') : t('inventories:oneFailed')}
        />
      )}
    </Card>
  )
}
