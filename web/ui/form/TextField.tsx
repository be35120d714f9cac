import { TextInput, type TextInputProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { type FieldProps, type OwnProps, splitField } from './fieldProps.tsx'

export interface TextFieldProps extends FieldProps, Omit<TextInputProps, OwnProps | 'leftSection'> {
  icon?: ReactNode
}

export function TextField({ icon, ...props }: TextFieldProps) {
  const { field, rest } = splitField(props, true)
  return <TextInput {...rest} {...field} leftSection={icon} />
}
