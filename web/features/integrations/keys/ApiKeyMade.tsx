import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { LinkBox } from '../../../ui/button/LinkBox.tsx'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import type { MadeKey } from './ApiKeyForm.tsx'

/** The key, which is shown this once. */
export function ApiKeyMade({ of: { name, key }, onClose }: { of: MadeKey; onClose: () => void }) {
  const { t } = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  // The form that had the focus is gone.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="stack one-column gap-16">
      <div>
        <h3 ref={heading} tabIndex={-1} className="text-16 breakable">
          {name}
        </h3>
        <div className="above-8">
          <LinkBox url={key} copy={t('apiKeys:made.copy')} copied={t('apiKeys:made.copied')} />
        </div>
      </div>
      <Alert type="warning" duration={0} title={t('apiKeys:made.once')}>
        {t('apiKeys:made.keep')}
      </Alert>
      <div className="cluster justify-end gap-8 above-8">
        <Button variant="solid" onClick={onClose}>
          {t('apiKeys:made.done')}
        </Button>
      </div>
    </div>
  )
}
