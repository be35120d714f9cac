import type { ComponentProps, RefObject } from 'react'
import type { Problem } from '../feedback/Failure.tsx'

/** A form's own element and what sending it does: made by `useForm`. */
export interface FormHandle {
  ref: RefObject<HTMLFormElement | null>
  submit: () => void
  /** True until the server has answered. */
  busy?: boolean
  /** Why it was refused, unless the fields say so. */
  problem?: Problem | null
}

interface FormProps extends Omit<ComponentProps<'form'>, 'form' | 'ref' | 'onSubmit' | 'noValidate'> {
  form: FormHandle
}

/** The one form element: the fields say what is wrong, not the browser. */
export function Form({ form, children, ...rest }: FormProps) {
  return (
    <form
      {...rest}
      ref={form.ref}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // A dialog’s form is inside another one for React: that one must not be sent too.
        event.stopPropagation()
        form.submit()
      }}
    >
      {children}
    </form>
  )
}
