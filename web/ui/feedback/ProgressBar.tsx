import classes from './ProgressBar.module.css'

interface ProgressBarProps {
  value: number
  max: number
  /** The quantity with its figures: "34 of 173 answered". */
  label: string
  tone?: 'indigo' | 'amber' | 'green'
}

export function ProgressBar({ value, max, label, tone = 'indigo' }: ProgressBarProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  return (
    <span
      className={`flex clip ${classes.bar}`}
      data-tone={tone}
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={max}
    >
      <span style={{ inlineSize: `${share * 100}%` }} />
    </span>
  )
}
