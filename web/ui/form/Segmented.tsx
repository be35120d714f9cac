import { SegmentedControl, type SegmentedControlProps } from '@mantine/core'
import classes from './Segmented.module.css'

export interface SegmentedProps extends Omit<SegmentedControlProps, 'classNames' | 'size'> {
  /** Names the choice for screen readers. */
  label: string
  size?: 'md' | 'sm'
}

/** Chooses a mode in place; what changes the page's part belongs into tabs and the URL. */
export function Segmented({ label, size = 'sm', ...props }: SegmentedProps) {
  return (
    <SegmentedControl
      {...props}
      aria-label={label}
      data-ctl={size}
      transitionDuration={120}
      classNames={{
        root: `tinted rounded ${classes.root}`,
        label: `inline-row justify-center full-width medium muted ${classes.label}`,
        indicator: classes.indicator ?? '',
        innerLabel: 'inline-row gap-6',
      }}
    />
  )
}
