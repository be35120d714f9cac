import type { ReactNode } from 'react'
import { FieldError } from './FieldError.tsx'

interface PickerFieldProps {
  error: string | undefined
  children: ReactNode
}

/** A choice that is no single input, with its error under it. Sending a wrong form moves the focus here. */
export const PickerField = ({ error, children }: PickerFieldProps) => (
  <div className="stack content-start min-0 gap-6" data-wrong-field={error === undefined ? undefined : true}>
    {children}
    <FieldError>{error}</FieldError>
  </div>
)
