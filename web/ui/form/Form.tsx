import type { ComponentProps, RefObject } from 'react'

/** A form's own element and what sending it does: made by `useForm`. */
export interface FormHandle {
  ref: RefObject<HTMLFormElement | null>
  submit: () => void
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
