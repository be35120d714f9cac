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

const pathsWith = (closed: 'changes' | 'allGroups') =>
  new Set<string>(routes.flatMap(({ path, meta }) => (meta[closed] === true ? [path] : [])))

const changing = pathsWith('changes')
const ofAllGroups = pathsWith('allGroups')

/** A page that changes something is no reader's, and one of all groups is none for readers of chosen ones: this says so. */
export function ReaderGate({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const reader = useReader()
  const mayChange = useMayChange()
  const pattern = patternOf(pathname) ?? ''
  const closed = changing.has(pattern) || (ofAllGroups.has(pattern) && reader?.groups !== null)
  if (mayChange === true || !closed) return children
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
