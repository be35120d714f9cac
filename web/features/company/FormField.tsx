import { TextField, type TextFieldProps } from '../../ui/form/TextField.tsx'
import type { Field } from './draft.ts'
import type { CompanyFormState } from './useCompanyForm.ts'

interface FormFieldProps extends Omit<TextFieldProps, 'form'> {
  form: CompanyFormState
  field: Field
}

/** One line of the form. */
export function FormField({ form, field, ...rest }: FormFieldProps) {
  return <TextField {...rest} {...form.input(field)} />
}
