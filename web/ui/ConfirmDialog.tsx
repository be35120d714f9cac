import { Modal } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
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
  /** There is nothing that the act would do. */
  disabled?: boolean
  onConfirm: () => void
  onClose: () => void
  children?: ReactNode
}

/** Asks before an act. With fields in it, it is a form: Enter confirms, and the field that is wrong gets the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { t } = useTranslation()
  const {
    opened,
    title,
    consequence,
    confirmLabel,
    danger = true,
    busy = false,
    disabled = false,
    onConfirm,
    onClose,
    children,
  } = props
  const asks = children !== undefined
  const body = (
    <>
      <div className={classes.words}>{consequence}</div>
      {children}
      <div className={classes.actions}>
        <Button onClick={onClose} data-autofocus>
          {t('ui:dialog.cancel')}
        </Button>
        <Button
          variant="solid"
          danger={danger}
          loading={busy}
          disabled={disabled}
          {...(asks ? { type: 'submit' } : { onClick: onConfirm })}
        >
          {confirmLabel}
        </Button>
      </div>
    </>
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // A form that the dialog stands in would take it for its own.
    event.stopPropagation()
    if (busy || disabled) return
    const form = event.currentTarget
    onConfirm()
    // After the errors are drawn.
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
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
      {asks ? (
        <form className={classes.form} onSubmit={submit} noValidate>
          {body}
        </form>
      ) : (
        body
      )}
    </Modal>
  )
}
