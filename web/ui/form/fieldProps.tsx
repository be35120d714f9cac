import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ControlSize } from '../button/Button.tsx'
import classes from './field.module.css'

export interface FieldProps {
  label: ReactNode
  /** Shows the label to screen readers alone: a list's filter, whose placeholder says it. */
  labelHidden?: boolean | undefined
  /** Help that stays in view, under the control. */
  help?: ReactNode | undefined
  error?: string | undefined
  /** Left out: an error is one that the person has met (it came from a submit). */
  touched?: boolean | undefined
  /** Marks the field invalid without a message, even if untouched. */
  invalid?: boolean | undefined
  optional?: boolean | undefined
  size?: ControlSize | undefined
}

/** Props that fields set themselves, so that nobody passes a second label or a style of their own. */
export type OwnProps =
  | keyof FieldProps
  | 'description'
  | 'classNames'
  | 'styles'
  | 'variant'
  | 'inputWrapperOrder'

/** A field is shown as invalid only when it was touched and has an error, or when it is flagged. */
export function isFlagged({
  touched = true,
  error,
  invalid = false,
}: Pick<FieldProps, 'touched' | 'error' | 'invalid'>): boolean {
  return invalid || (touched && Boolean(error))
}

export const fieldClasses = (size: ControlSize = 'md') => ({
  root: `stack content-start min-0 gap-6 ${classes[size] ?? ''}`,
  label: classes.label ?? '',
  description: 'text-13 faint',
  error: classes.error ?? '',
  wrapper: classes.wrapper ?? '',
  input: classes.input ?? '',
  section: `faint ${classes.section}`,
})

/** The class of an error message in words, with its icon. */
export const errorClass = classes.error ?? ''

export const dropdownClasses = { dropdown: classes.dropdown ?? '', option: classes.option ?? '' }

interface LabelProps {
  children: ReactNode
  optional?: boolean
  /** Adds a star; the field itself tells screen readers. */
  required?: boolean
}

export function FieldLabel({ children, optional = false, required = false }: LabelProps) {
  const { t } = useTranslation()
  if (!optional) return <span className={required ? classes.required : undefined}>{children}</span>
  return (
    <>
      {children} <span className="regular faint">{t('ui:field.optional')}</span>
    </>
  )
}

/**
 * Parts a field's props into what Mantine's input takes for label, help and error, and the rest as it came.
 * @param typed what is typed into the field must not be left empty, unless it is optional
 */
export function splitField<P extends FieldProps>(props: P, typed = false) {
  const { label, labelHidden = false, help, error, touched, invalid, optional = false, size, ...rest } = props
  const flagged = isFlagged({ error, touched, invalid })
  const required = typed && !optional && !labelHidden
  const words = (
    <>
      <IconAlertCircle aria-hidden />
      <span>{error}</span>
    </>
  )
  const field = {
    label: (
      <FieldLabel optional={optional} required={required}>
        {label}
      </FieldLabel>
    ),
    description: help,
    error: flagged && error ? words : flagged,
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as Order[],
    classNames: { ...fieldClasses(size), ...(labelHidden ? { label: 'sr' } : {}) },
    'aria-invalid': flagged,
    ...(required && { 'aria-required': true }),
  }
  return { field, rest }
}

type Order = 'label' | 'input' | 'description' | 'error'
