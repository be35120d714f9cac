import type { ReactNode } from 'react'
import { toast } from '../feedback/toast.tsx'
import { CopyButton } from './CopyButton.tsx'
import classes from './LinkBox.module.css'

interface LinkBoxProps {
  /** The link or code that is copied. */
  url: string
  /** The form in which it is shown, where that differs. */
  shown?: ReactNode
  /** The button's label for screen readers. */
  copy: string
  /** Said once it is copied; the button says it too. */
  copied?: string
}

/** A link or a code to be handed over: in view, to be selected by hand, and to be copied. */
export function LinkBox({ url, shown = url, copy, copied }: LinkBoxProps) {
  return (
    <div className={`row gap-8 well edged rounded ${classes.box}`}>
      <output className="grow min-0 ellipsis" title={url}>
        {shown}
      </output>
      <CopyButton value={url} label={copy} {...(copied && { onCopied: () => toast.success(copied) })} />
    </div>
  )
}
