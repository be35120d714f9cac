import { useTranslation } from 'react-i18next'
import type { Client } from '#contract/clients.ts'
import { SidePanel } from '../../ui/overlay/SidePanel.tsx'
import { QuotaForm } from './QuotaForm.tsx'

interface AddQuotaPanelProps {
  client: Client
  opened: boolean
  onClose: () => void
}

export function AddQuotaPanel({ client, opened, onClose }: AddQuotaPanelProps) {
  const { t } = useTranslation()
  return (
    <SidePanel opened={opened} title={t('clients:addQuota.title')} onClose={onClose} held>
      {opened ? <QuotaForm client={client} onClose={onClose} /> : null}
    </SidePanel>
  )
}
