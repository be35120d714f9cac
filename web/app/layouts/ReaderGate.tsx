import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { patternOf } from '#contract/pages.ts'
import { ScalesDrawing } from '../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { DocumentTitle } from '../../ui/layout/DocumentTitle.tsx'
import { useMayChange, useReader } from '../reader.tsx'
import { routes } from '../routes.tsx'

const changing = new Set<string>(
  routes.flatMap(({ path, meta: { changes } }) => (changes === true ? [path] : [])),
)

/** A page that changes something is no reader's: this says so in its place. */
export function ReaderGate({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const reader = useReader()
  const mayChange = useMayChange()
  if (mayChange === true || !changing.has(patternOf(pathname) ?? '')) return children
  // The requests of the page would perhaps be refused.
  if (reader === undefined) return null
  return (
    <Card>
      <DocumentTitle words={t('common:reader.closed')} />
      <EmptyState heading="h1" drawing={<ScalesDrawing />} title={t('common:reader.closed')}>
        {t('common:reader.closedText', { client: reader.name })}
      </EmptyState>
    </Card>
  )
}
