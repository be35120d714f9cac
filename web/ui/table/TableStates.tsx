import { IconCloudOff, IconRefresh, IconSearchOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button/Button.tsx'
import { EmptyState } from '../feedback/EmptyState.tsx'
import classes from './DataTable.module.css'

interface NoMatchProps {
  title: ReactNode
  text?: ReactNode
  clearLabel: string
  onClear: () => void
}

export function TableNoMatch({ title, text, clearLabel, onClear }: NoMatchProps) {
  return (
    <div className={`edged-top ${classes.state}`}>
      <EmptyState
        drawing={<IconSearchOff size={32} stroke={1.75} className="faint" aria-hidden />}
        title={title}
        actions={
          <Button size="sm" onClick={onClear}>
            {clearLabel}
          </Button>
        }
      >
        {text}
      </EmptyState>
    </div>
  )
}

interface ErrorProps {
  title: string
  message: string
  requestId?: string | undefined
  onRetry: () => void
}

/**
 * Tells what happened and what to do, with the number to pass on and the way to try again. Serves cards as well as tables.
 */
export function TableError({ title, message, requestId, onRetry }: ErrorProps) {
  const { t } = useTranslation()
  return (
    <div className={`edged-top ${classes.state}`} role="alert">
      <EmptyState
        drawing={<IconCloudOff size={32} stroke={1.75} className="ink-red" aria-hidden />}
        title={title}
        actions={
          <Button size="sm" icon={<IconRefresh aria-hidden />} onClick={onRetry}>
            {t('ui:error.retry')}
          </Button>
        }
      >
        {message}
        {requestId ? (
          <span className="block above-4 text-13 faint num">
            {t('ui:error.pass')} <bdi>{requestId}</bdi>
          </span>
        ) : null}
      </EmptyState>
    </div>
  )
}
