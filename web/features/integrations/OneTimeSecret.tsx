import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { LinkBox } from '../../ui/button/LinkBox.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'

interface OneTimeSecretProps {
  /** The name of what it belongs to. */
  of: string
  secret: string
  title: string
  copy: string
  copied: string
  children: ReactNode
  onDone: () => void
}

/** A key or a secret, which is shown this once. */
export function OneTimeSecret({ of, secret, title, copy, copied, children, onDone }: OneTimeSecretProps) {
  const { t } = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  // The form that had the focus is gone.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="stack one-column gap-16">
      <div className="stack one-column gap-8">
        <h3 ref={heading} tabIndex={-1} className="text-16 breakable" dir="auto">
          {of}
        </h3>
        <LinkBox url={secret} copy={copy} copied={copied} />
      </div>
      <Alert type="warning" duration={0} title={title}>
        {children}
      </Alert>
      <div className="cluster justify-end gap-8 above-8">
        <Button variant="solid" onClick={onDone}>
          {t('apiKeys:made.done')}
        </Button>
      </div>
    </div>
  )
}
