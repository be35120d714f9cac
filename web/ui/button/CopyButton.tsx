import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, type ControlSize } from './Button.tsx'

interface CopyButtonProps {
  value: string
  /** The label for screen readers: "Copy the link". */
  label: string
  /** Said after copying; "Link copied to clipboard" for links. */
  copiedLabel?: string
  /** Called after copying, if more is to be shown than the button's own words. */
  onCopied?: () => void
  size?: ControlSize
}

const shownMs = 2000

export function CopyButton({ value, label, copiedLabel, onCopied, size = 'sm' }: CopyButtonProps) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [copied])

  const copy = () => {
    // Refused without a secure origin or by the person: the value stays in view to be selected by hand.
    navigator.clipboard.writeText(value).then(
      () => {
        setCopied(true)
        onCopied?.()
      },
      () => setCopied(false),
    )
  }

  return (
    <Button
      size={size}
      icon={copied ? <IconCheck aria-hidden /> : <IconCopy aria-hidden />}
      onClick={copy}
      aria-label={label}
    >
      <span role="status">{copied ? (copiedLabel ?? t('ui:copy.copied')) : t('ui:copy.copy')}</span>
    </Button>
  )
}
