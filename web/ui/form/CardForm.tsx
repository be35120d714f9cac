import { type ReactNode, useEffect } from 'react'
import { Button } from '../button/Button.tsx'
import { Failure, type Problem } from '../feedback/Failure.tsx'
import { Card, CardBody, CardHeader } from '../layout/Card.tsx'
import classes from './CardForm.module.css'
import { Form, type FormHandle } from './Form.tsx'

interface CardFormProps {
  title: string
  form: FormHandle & { readonly dirty: boolean }
  saving: { readonly isPending: boolean; readonly problem: Problem | null }
  /** The action itself as the button's words. */
  submit: string
  disabled?: boolean
  /** Called when something is typed that is not saved, and when it is saved. */
  onUnsaved: (unsaved: boolean) => void
  children: ReactNode
}

/** A part of a page that is saved at once: why that failed, and its fields. */
export function CardForm(props: CardFormProps) {
  const { title, form, saving, submit, disabled = false, onUnsaved, children } = props
  const { dirty } = form
  useEffect(() => onUnsaved(dirty), [dirty, onUnsaved])
  return (
    <Card>
      <CardHeader title={title} />
      <CardBody>
        <Form form={form} className={classes.form}>
          <Failure of={saving} />
          {children}
          <div className={classes.actions}>
            <Button type="submit" variant="solid" loading={saving.isPending} disabled={disabled}>
              {submit}
            </Button>
          </div>
        </Form>
      </CardBody>
    </Card>
  )
}
