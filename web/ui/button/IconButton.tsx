import { createPolymorphicComponent, Button as MantineButton, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Button.module.css'
import type { ButtonLook, ControlSize } from './Button.tsx'

export interface IconButtonProps {
  /** Said to screen readers and shown as a tooltip. */
  label: string
  variant?: ButtonLook
  size?: ControlSize
  danger?: boolean
  loading?: boolean
  disabled?: boolean
  children: ReactNode
}

/** A square button with an icon alone; its words are its label. */
export const IconButton = createPolymorphicComponent<'button', IconButtonProps>(
  ({ label, variant = 'plain', size = 'md', danger = false, ...rest }: IconButtonProps) => (
    <Tooltip label={label}>
      <MantineButton
        aria-label={label}
        size={size}
        data-look={variant}
        data-danger={danger || undefined}
        className={classes.square}
        classNames={{ root: `semibold ink nowrap surface rounded ${classes.root}` }}
        {...rest}
      />
    </Tooltip>
  ),
)
