import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { Failure, type Problem } from '../../../ui/feedback/Failure.tsx'
import { Form, type FormHandle } from '../../../ui/form/Form.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/layout/Card.tsx'
import classes from './account.module.css'
import type { PanelProps } from './panel.ts'

interface SavedCardProps extends Pick<PanelProps, 'onUnsaved'> {
  title: string
  form: FormHandle & { readonly dirty: boolean }
  saving: { readonly isPending: boolean; readonly problem: Problem | null }
  /** The button's words, unless it only saves. */
  submit?: string
  disabled?: boolean
  children: ReactNode
}

/** A part of the account that is saved at once: its fields, and why that failed. */
export function SavedCard(props: SavedCardProps) {
  const { title, form, saving, submit, disabled = false, onUnsaved, children } = props
  const { t } = useTranslation()
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
              {submit ?? t('account:save')}
            </Button>
          </div>
        </Form>
      </CardBody>
    </Card>
  )
}
