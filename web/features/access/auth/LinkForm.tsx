import { useTranslation } from 'react-i18next'
import { sendMagicLink } from '../../../app/session.ts'
import { MailForm } from './MailForm.tsx'

export function LinkForm() {
  const { t } = useTranslation()
  return (
    <MailForm
      sentAs="h2"
      words={{
        help: t('auth:link.help'),
        submit: t('auth:link.submit'),
        failed: t('auth:link.failed'),
        sent: t('auth:link.sent'),
        sentText: (email) => t('auth:link.sentText', { email }),
      }}
      send={sendMagicLink}
    />
  )
}
