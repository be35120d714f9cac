import type { ButtonHTMLAttributes } from 'react'
import { cx } from '../cx.ts'
import styles from './controls.module.css'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: 'primary' | 'secondary' | 'plain'
  big?: boolean
}

export function Button({ look = 'primary', big, className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={cx(styles.button, styles[look], big && styles.big, className)}
      {...rest}
    />
  )
}
