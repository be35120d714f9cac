import { createPolymorphicComponent, Button as MantineButton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Button.module.css'

export type ButtonLook = 'default' | 'solid' | 'twoTone' | 'plain'
/** The corners: square, a little round, or a half circle at each end. */
type ButtonShape = 'none' | 'round' | 'circle'
export type ControlSize = 'lg' | 'md' | 'sm' | 'xs'

export interface ButtonProps {
  variant?: ButtonLook
  size?: ControlSize
  shape?: ButtonShape
  /** Red: for the action that destroys something; solid only in the confirming dialog. */
  danger?: boolean
  icon?: ReactNode
  iconEnd?: ReactNode
  block?: boolean
  loading?: boolean
  disabled?: boolean
  className?: string
  children?: ReactNode
}

const mantineVariant = { default: 'default', solid: 'filled', twoTone: 'light', plain: 'subtle' } as const

/** A button, or a link that looks like one with `component={Link}`. One solid button per view. */
export const Button = createPolymorphicComponent<'button', ButtonProps>(
  ({
    variant = 'default',
    size = 'md',
    shape = 'round',
    danger = false,
    icon,
    iconEnd,
    block = false,
    ...rest
  }: ButtonProps) => (
    <MantineButton
      variant={mantineVariant[variant]}
      size={size}
      data-look={variant}
      data-shape={shape}
      data-danger={danger || undefined}
      leftSection={icon}
      rightSection={iconEnd}
      fullWidth={block}
      classNames={{
        root: `semibold ink nowrap surface rounded ${classes.root}`,
        section: classes.section ?? '',
      }}
      {...rest}
    />
  ),
)
