import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import SecurityPolicyCard from './SecurityPolicyCard.tsx'

/** Settings of the whole installation; the superuser's page. */
export default function SettingsPage() {
  const { t } = useTranslation('second-factor')
  return (
    <>
      <PageHeader lead={t('second-factor:settings.lead')} />
      <SecurityPolicyCard />
    </>
  )
}
