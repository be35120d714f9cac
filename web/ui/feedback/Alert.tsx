import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconInfoCircle,
  IconX,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Alert.module.css'
import { alertDurationMs, useAlertLife } from './alertLife.ts'

const icons = {
  success: IconCircleCheck,
  info: IconInfoCircle,
  warning: IconAlertTriangle,
  danger: IconAlertCircle,
}

export type AlertType = keyof typeof icons

const isAlertType = (type: string): type is AlertType => Object.hasOwn(icons, type)

/** A type from outside (a server's word) that we do not know is a warning. */
export const alertType = (type: string): AlertType => (isAlertType(type) ? type : 'warning')

interface AlertProps {
  type: string
  title?: ReactNode
  children?: ReactNode
  /**
   * Milliseconds until it closes automatically; 0 or less keeps it. An alert that asks for an action must stay: pass 0.
   */
  duration?: number
  closable?: boolean
  onClose?: () => void
  action?: ReactNode
}

export function Alert({
  type,
  title,
  children,
  duration = alertDurationMs,
  closable = false,
  onClose,
  action,
}: AlertProps) {
  const { t } = useTranslation()
  const { phase, close } = useAlertLife(duration, onClose)
  if (phase === 'hidden') return null
  const known = alertType(type)
  const Icon = icons[known]
  return (
    <div
      className={`flex align-start gap-10 text-14 well rounded ${classes.root}`}
      data-type={known}
      data-phase={phase}
      role={known === 'danger' || known === 'warning' ? 'alert' : 'status'}
    >
      <Icon size={20} stroke={1.75} aria-hidden className={classes.icon} />
      <div className={`cluster align-start min-0 ${classes.body}`}>
        <div className={`stack min-0 gap-2 breakable ${classes.words}`}>
          {title ? <b>{title}</b> : null}
          {children ? <div>{children}</div> : null}
        </div>
        {action}
      </div>
      {closable ? (
        <button
          type="button"
          className={`stack centered relative muted no-padding bare pointer ${classes.close}`}
          aria-label={t('ui:alert.close')}
          onClick={close}
        >
          <IconX size={18} stroke={1.75} aria-hidden />
        </button>
      ) : null}
    </div>
  )
}
