import { IconHome, IconRefresh } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useRouteError } from 'react-router'
import { Button } from '../ui/button/Button.tsx'
import { ScalesDrawing } from '../ui/feedback/drawings.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { DocumentTitle } from '../ui/layout/DocumentTitle.tsx'
import { ApiError } from './apiError.ts'
import { paths } from './paths.ts'

/** The page shown when another page breaks. */
export function RouteError() {
  const { t } = useTranslation()
  const error = useRouteError()
  // Also passes it to the page's error listeners.
  useEffect(() => reportError(error), [error])
  const requestId = error instanceof ApiError ? error.requestId : undefined
  return (
    <main id="main" tabIndex={-1}>
      <DocumentTitle words={t('common:error.uncaught')} />
      <EmptyState
        heading="h1"
        drawing={<ScalesDrawing />}
        title={t('common:error.uncaught')}
        actions={
          <>
            <Button size="sm" icon={<IconRefresh aria-hidden />} onClick={() => window.location.reload()}>
              {t('common:error.reload')}
            </Button>
            <Button
              size="sm"
              variant="plain"
              component={Link}
              to={paths.home}
              icon={<IconHome aria-hidden />}
            >
              {t('common:error.home')}
            </Button>
          </>
        }
      >
        {t('common:error.uncaughtText')}
        {requestId ? ` ${t('ui:error.pass')} ${requestId}` : null}
      </EmptyState>
    </main>
  )
}
