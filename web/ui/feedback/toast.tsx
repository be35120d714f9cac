import { Notifications, notifications } from '@mantine/notifications'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import classes from './toast.module.css'

const successMs = 2000
const otherMs = 4000

const classNames = {
  root: classes.root ?? '',
  icon: classes.icon ?? '',
  title: classes.title ?? '',
  description: classes.description ?? '',
  closeButton: 'muted',
}

const closable = () => ({ classNames, closeButtonProps: { 'aria-label': i18next.t('ui:alert.close') } })

/** Short words at the top right. A loading toast stays until it is turned into another kind. */
export const toast = {
  blank: (message: ReactNode) => notifications.show({ message, autoClose: otherMs, ...closable() }),
  success: (message: ReactNode) =>
    notifications.show({
      message,
      autoClose: successMs,
      icon: <IconCircleCheck size={20} stroke={1.75} aria-hidden />,
      ...closable(),
      'data-kind': 'success',
    }),
  error: (message: ReactNode) =>
    notifications.show({
      message,
      autoClose: otherMs,
      icon: <IconAlertCircle size={20} stroke={1.75} aria-hidden />,
      ...closable(),
      role: 'alert',
      'data-kind': 'error',
    }),
  /** Content of its own, such as a link, for as long as an error. */
  custom: (content: ReactNode) =>
    notifications.show({ message: content, autoClose: otherMs, ...closable(), 'data-kind': 'custom' }),
  loading: (message: ReactNode) =>
    notifications.show({ message, loading: true, autoClose: false, withCloseButton: false, classNames }),
  dismiss: (id: string) => notifications.hide(id),
}

export function Toasts() {
  return (
    <Notifications
      position="top-right"
      autoClose={otherMs}
      limit={20}
      containerWidth={380}
      transitionDuration={180}
      classNames={{ root: classes.stack ?? '' }}
    />
  )
}
