import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { EnterRequest } from './EnterRequest.tsx'
import { RequestList } from './RequestList.tsx'

/** Requests of people of all organisations about their own data. */
export default function AdminRequestsPage() {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader lead={t('requests:lead')} actions={<EnterRequest clientId={undefined} />} />
      <RequestList clientId={undefined} />
    </>
  )
}
