import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ControlSize } from '../../../ui/button/Button.tsx'
import { CheckboxField } from '../../../ui/form/CheckboxField.tsx'
import { DateField } from '../../../ui/form/DateField.tsx'

interface DueDateFieldProps {
  label: string
  /** Null: none on purpose; empty: still to be chosen. */
  value: string | null
  /** The day that comes back when somebody wants a due date after all. */
  preset: string | null
  onChange: (day: string | null) => void
  onUnreadable?: ((unreadable: boolean) => void) | undefined
  minDate: string
  error?: string | undefined
  invalid?: boolean | undefined
  /** Explains what the chosen day means. */
  help?: ReactNode
  size?: ControlSize
}

/** A due date, or none on purpose: what that means is said beside it. */
export function DueDateField({ value, preset, onChange, help, ...field }: DueDateFieldProps) {
  const { t } = useTranslation()
  const none = value === null
  return (
    <div className="stack content-start min-0 gap-4">
      <DateField
        {...field}
        key={String(none)}
        disabled={none}
        value={value || null}
        onChange={(day) => onChange(day ?? '')}
        help={none ? t('access:due.noneMeans') : help}
      />
      <CheckboxField
        label={t('access:due.none')}
        checked={none}
        onChange={(event) => {
          field.onUnreadable?.(false)
          onChange(event.currentTarget.checked ? null : preset)
        }}
      />
    </div>
  )
}
