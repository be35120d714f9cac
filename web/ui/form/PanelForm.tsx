import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button/Button.tsx'
import { Failure } from '../feedback/Failure.tsx'
import { Form, type FormHandle } from './Form.tsx'

interface PanelFormProps {
  form: FormHandle
  /** The action itself as the button's words. */
  submit: string
  onCancel: () => void
  children: ReactNode
}

/** A form beside a list: why it was refused, its fields, and the ways out at the end. */
export function PanelForm({ form, submit, onCancel, children }: PanelFormProps) {
  const { t } = useTranslation()
  return (
    <Form form={form} className="stack one-column gap-16">
      <Failure of={{ problem: form.problem ?? null }} />
      {children}
      <div className="cluster justify-end gap-8 above-8">
        <Button onClick={onCancel}>{t('ui:dialog.cancel')}</Button>
        <Button type="submit" variant="solid" loading={form.busy ?? false}>
          {submit}
        </Button>
      </div>
    </Form>
  )
}
