import { useId } from 'react'
import styles from './data.module.css'

interface MessageFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
}

/** A text field for a message to an organisation. */
export function MessageField({ label, value, onChange }: MessageFieldProps) {
  const id = useId()
  return (
    <div className={`stack gap-6 ${styles.field}`}>
      <label htmlFor={id}>{label}</label>
      <textarea
        className="font-inherit full-width ink surface rounded-lg"
        id={id}
        rows={3}
        maxLength={2000}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </div>
  )
}
