import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../ui/PageHeader.tsx'

export default function MyAssignmentsPage() {
  const { t } = useTranslation()
  return <PageHeader title={t('common:nav.myAssignments')} />
}
