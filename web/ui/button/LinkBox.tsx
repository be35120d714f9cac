import { toast } from '../feedback/toast.tsx'
import { CopyButton } from './CopyButton.tsx'
import classes from './LinkBox.module.css'

interface LinkBoxProps {
  url: string
  /** The button's label for screen readers. */
  copy: string
  copied: string
}

/** A link to be handed over: in view, to be selected by hand, and to be copied. */
export function LinkBox({ url, copy, copied }: LinkBoxProps) {
  return (
    <div className={`row gap-8 well edged rounded ${classes.box}`}>
      <output className="grow min-0 ellipsis" title={url}>
        {url}
      </output>
      <CopyButton value={url} label={copy} onCopied={() => toast.success(copied)} />
    </div>
  )
}
