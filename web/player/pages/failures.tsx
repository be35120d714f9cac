import { IconWifiOff } from '@tabler/icons-react'
import { myAssignments, navigate } from '../address.ts'
import type { CallFailure } from '../api.ts'
import { networkWords } from '../networkWords.ts'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { CalendarOver } from '../parts/drawings.tsx'
import { t } from '../words.ts'
import { continueLabel } from './continueLabel.ts'
import { MessagePage } from './MessagePage.tsx'
import styles from './pages.module.css'

/** A page could not be loaded: what to do, and the request's id for support. */
export function FailurePage({
  title,
  failure,
  onRetry,
}: {
  title: string
  failure: CallFailure
  onRetry: () => void
}) {
  return (
    <MessagePage
      title={title}
      drawing={
        <span className={styles.warnBadge}>
          <IconWifiOff size={36} aria-hidden />
        </span>
      }
    >
      <FailureText failure={failure} onRetry={onRetry} />
    </MessagePage>
  )
}

export function FailureText({ failure, onRetry }: { failure: CallFailure; onRetry?: () => void }) {
  return (
    <>
      <p className="muted">
        {failure.status === 0 ? networkWords(failure) : failure.message || t('player:failure.server')}
      </p>
      {onRetry && <Button onClick={onRetry}>{t('player:failure.retry')}</Button>}
      {failure.requestId !== '' && (
        <p className={controls.small}>{t('player:failure.requestId', { id: failure.requestId })}</p>
      )}
    </>
  )
}

export function NotFoundPage({ title }: { title: string }) {
  return (
    <MessagePage
      title={title}
      drawing={<CalendarOver />}
      dock={
        <Button look="secondary" style={{ width: '100%' }} onClick={() => navigate(myAssignments)}>
          {continueLabel()}
        </Button>
      }
    />
  )
}
