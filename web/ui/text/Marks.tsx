import type { TablerIcon } from '@tabler/icons-react'
import classes from './Marks.module.css'

interface MarksProps {
  icon: TablerIcon
  /** What they are, where the words alone do not say. */
  label?: string
  words: readonly string[]
}

/** What is special about a row, in a few words each behind an icon; nothing where nothing is. */
export function Marks({ icon: Icon, label, words }: MarksProps) {
  if (words.length === 0) return null
  return (
    <span className={classes.marks}>
      <Icon size={16} stroke={1.75} aria-hidden />
      {label === undefined ? null : <span className="sr">{label}</span>}
      <span>{words.join(' · ')}</span>
    </span>
  )
}
