import { useTranslation } from 'react-i18next'
import { publicPages } from '#contract/publicPages.ts'
import { isLocale } from '../../app/localeSettings.ts'

/** Where quota comes from: until it can be ordered here, from us, by the contact form. */
export function BuyQuota({ className = 'link' }: { className?: string }) {
  const { t, i18n } = useTranslation()
  const contact = publicPages.contact[isLocale(i18n.language) ? i18n.language : 'tr']
  return (
    <a className={className} href={contact}>
      {t('dashboard:quota.buy')}
    </a>
  )
}
