import { useTranslation } from 'react-i18next'
import { LinkBox } from '../../../ui/button/LinkBox.tsx'

/** The address to register at the provider. */
export function CallbackAddress({ url }: { url: string }) {
  const { t } = useTranslation()
  return (
    <div className="stack one-column gap-6">
      <b className="semibold">{t('single-sign-on:callback.title')}</b>
      <span className="muted">{t('single-sign-on:callback.text')}</span>
      <LinkBox url={url} copy={t('single-sign-on:copy')} copied={t('single-sign-on:copied')} />
    </div>
  )
}
