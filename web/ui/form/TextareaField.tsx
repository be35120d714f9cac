import { Textarea, type TextareaProps } from '@mantine/core'
import { type FieldProps, type OwnProps, splitField } from './fieldProps.tsx'

export type TextareaFieldProps = FieldProps & Omit<TextareaProps, OwnProps>

export function TextareaField(props: TextareaFieldProps) {
  const { field, rest } = splitField(props, true)
  return <Textarea rows={4} resize="vertical" {...rest} {...field} />
}
