import type { TablerIcon } from '@tabler/icons-react'
import classes from './Marks.module.css'

interface MarksProps {
  icon: TablerIcon
  /** Tells what the words are, if they do not. */
  label?: string
  words: readonly string[]
}

/** Special properties of a row, in a few words each behind an icon; nothing if there are none. */
export function Marks({ icon: Icon, label, words }: MarksProps) {
  if (words.length === 0) return null
  return (
    <span className={`flex align-start gap-4 text-13 muted ${classes.marks}`}>
      <Icon size={16} stroke={1.75} aria-hidden />
      {label === undefined ? null : <span className="sr">{label}</span>}
      <span>{words.join(' · ')}</span>
    </span>
  )
}
