import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import classes from './FoldedPart.module.css'
import fold from './fold.module.css'

interface FoldedPartProps {
  title: string
  /** The choices in a few words each, shown on the folded line. */
  words: readonly string[]
  /** Shown where nothing was. */
  none: string
  children: ReactNode
}

/** A part of a form that most leave as it is: folded, unless something in it was chosen before. */
export function FoldedPart({ title, words, none, children }: FoldedPartProps) {
  const [opened] = useState(words.length > 0)
  return (
    <details className={`min-0 rounded-lg edged ${classes.part}`} open={opened}>
      <summary className={`row wraps touch-height ${fold.summary}`}>
        <IconChevronRight size={18} stroke={2} className={fold.chevron} aria-hidden />
        <span className="medium">{title}</span>
        <span className="meta">{words.join(' · ') || none}</span>
      </summary>
      <div className={`stack min-0 gap-12 ${classes.inner}`}>{children}</div>
    </details>
  )
}
