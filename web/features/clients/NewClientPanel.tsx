import { useTranslation } from 'react-i18next'
import { createClient } from '#contract/clients.ts'
import { api } from '../../app/api.ts'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { toast } from '../../ui/toast.tsx'
import { ClientForm } from './ClientForm.tsx'
import type { Fields } from './clientForm.ts'
import { useClientAct } from './useClients.ts'
import { useSameKey } from './useSameKey.ts'

interface NewClientPanelProps {
  opened: boolean
  onClose: () => void
  onCreated: (clientId: string) => void
}

export function NewClientPanel({ opened, onClose, onCreated }: NewClientPanelProps) {
  const { t } = useTranslation()
  return (
    <SidePanel opened={opened} title={t('clients:new.title')} onClose={onClose} held>
      <Form onClose={onClose} onCreated={onCreated} key={String(opened)} />
      <p className="meta">{t('clients:new.note')}</p>
    </SidePanel>
  )
}

const start: Fields = {
  name: '',
  email: '',
  phone: '',
  managerName: '',
  managerEmail: '',
  managerPhone: '',
}

function Form({ onClose, onCreated }: Omit<NewClientPanelProps, 'opened'>) {
  const { t } = useTranslation()
  const keyed = useSameKey()
  const adding = useClientAct('', (body: Fields) =>
    keyed(body, (headers) => api(createClient, { body, headers })),
  )
  return (
    <ClientForm
      start={start}
      submitLabel={t('clients:new.submit')}
      failedTitle={t('clients:new.failed')}
      error={adding.error}
      busy={adding.isPending}
      onCancel={onClose}
      onSubmit={(fields) =>
        adding.mutate(fields, {
          onSuccess: ({ id }) => {
            toast.success(t('clients:new.done'))
            onClose()
            onCreated(id)
          },
        })
      }
    />
  )
}
