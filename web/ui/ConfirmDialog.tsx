import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './Button.tsx'
import classes from './ConfirmDialog.module.css'

interface ConfirmDialogProps {
  opened: boolean
  /** Names the object: "Remove Ayşe Demir?" */
  title: ReactNode
  /** Says what follows: "Her 2 pending tests are cancelled and 2 units go back." */
  consequence: ReactNode
  /** The act itself as the button's words, never "OK". */
  confirmLabel: string
  danger?: boolean
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
  children?: ReactNode
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { t } = useTranslation()
  const {
    opened,
    title,
    consequence,
    confirmLabel,
    danger = true,
    busy = false,
    onConfirm,
    onClose,
    children,
  } = props
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={460}
      transitionProps={{ duration: 180, transition: 'fade' }}
      closeButtonProps={{ 'aria-label': t('ui:dialog.close'), size: 44, iconSize: 22 }}
      classNames={{
        content: classes.content ?? '',
        title: classes.title ?? '',
        header: classes.header ?? '',
        body: classes.body ?? '',
      }}
    >
      <div className={classes.words}>{consequence}</div>
      {children}
      <div className={classes.actions}>
        <Button onClick={onClose} data-autofocus>
          {t('ui:dialog.cancel')}
        </Button>
        <Button variant="solid" danger={danger} loading={busy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Modal>
  )
}
