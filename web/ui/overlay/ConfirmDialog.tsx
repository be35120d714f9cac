import { Modal } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button/Button.tsx'
import { Failure } from '../feedback/Failure.tsx'
import { Form, type FormHandle } from '../form/Form.tsx'
import classes from './ConfirmDialog.module.css'

export interface DialogProps {
  opened: boolean
  /** Names the object: "Remove Ayşe Demir?" */
  title: ReactNode
  /** Says what follows: "Her 2 pending tests are cancelled and 2 units go back." */
  consequence: ReactNode
  /** The action itself as the button's words, never "OK". */
  confirmLabel: string
  /** Instead of "Cancel", where the action is done already. */
  cancelLabel?: string | undefined
  danger?: boolean
  busy?: boolean
  /** There is nothing that the action would do. */
  disabled?: boolean
  onClose: () => void
  children?: ReactNode
}

/** Either an action to confirm, or a form around the fields, which is sent and says why it was refused. */
type ConfirmDialogProps = DialogProps &
  ({ onConfirm: () => void; form?: undefined } | { form: FormHandle; onConfirm?: undefined })

/** Asks before an action. With fields in it, it is a form, and Enter confirms. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { t } = useTranslation()
  const {
    opened,
    title,
    consequence,
    confirmLabel,
    cancelLabel = t('ui:dialog.cancel'),
    danger = true,
    disabled = false,
    form,
    busy = form?.busy ?? false,
    onClose,
    children,
  } = props
  const asks = children !== undefined
  const ref = useRef<HTMLFormElement>(null)
  const confirm = () => {
    if (busy || disabled) return
    if (form) form.submit()
    else props.onConfirm()
  }
  const body = (
    <>
      <div className="text-14 muted breakable">{consequence}</div>
      {form?.problem ? <Failure of={{ problem: form.problem }} /> : null}
      {children}
      <div className={`cluster justify-end gap-8 ${classes.actions}`}>
        <Button onClick={onClose} data-autofocus>
          {cancelLabel}
        </Button>
        <Button
          variant="solid"
          danger={danger}
          loading={busy}
          disabled={disabled}
          {...(asks ? { type: 'submit' } : { onClick: confirm })}
        >
          {confirmLabel}
        </Button>
      </div>
    </>
  )
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={460}
      transitionProps={{ duration: 180, transition: 'fade' }}
      closeButtonProps={{ 'aria-label': t('ui:dialog.close'), size: 44, iconSize: 22 }}
      classNames={{
        content: `raised ${classes.content}`,
        title: `text-18 semibold breakable ${classes.title}`,
        header: `align-start raised ${classes.header}`,
        body: `stack gap-20 ${classes.body}`,
      }}
    >
      {asks ? (
        <Form className={classes.form} form={{ ref: form?.ref ?? ref, submit: confirm }}>
          {body}
        </Form>
      ) : (
        body
      )}
    </Modal>
  )
}
