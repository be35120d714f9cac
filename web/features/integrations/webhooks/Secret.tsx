import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { LinkBox } from '../../../ui/button/LinkBox.tsx'
import { Alert } from '../../../ui/feedback/Alert.tsx'

/** A secret, which is shown this once. */
export function Secret({ secret, note, onDone }: { secret: string; note?: string; onDone: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="stack gap-16">
      <Alert type="warning" duration={0}>
        {t('webhooks:secret.once')}
      </Alert>
      <LinkBox url={secret} copy={t('webhooks:secret.copy')} copied={t('webhooks:secret.copied')} />
      <p className="muted">{note ?? t('webhooks:secret.use')}</p>
      <Button variant="solid" onClick={onDone}>
        {t('webhooks:secret.done')}
      </Button>
    </div>
  )
}
