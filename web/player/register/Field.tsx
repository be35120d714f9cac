import { type InputHTMLAttributes, type Ref, useId } from 'react'
import { cx } from '../cx.ts'
import entry from '../entry/entry.module.css'
import controls from '../parts/controls.module.css'
import styles from './register.module.css'

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  hint?: string | undefined
  /** The error message of the field. */
  wrong?: string | undefined
  field?: Ref<HTMLInputElement>
}

export function Field({ label, hint, wrong, field, ...input }: FieldProps) {
  const id = useId()
  const below = wrong ?? hint
  return (
    <div className={cx('stack gap-6', entry.field, styles.field)}>
      <label className="bold" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        ref={field}
        aria-invalid={wrong !== undefined}
        {...(below !== undefined && { 'aria-describedby': `${id}-below` })}
        {...input}
      />
      {below !== undefined && (
        <p
          id={`${id}-below`}
          className={cx(controls.small, wrong === undefined ? 'muted' : entry.wrong)}
          aria-live="polite"
        >
          {below}
        </p>
      )}
    </div>
  )
}
