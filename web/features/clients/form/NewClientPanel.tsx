import { useTranslation } from 'react-i18next'
import { createClient } from '#contract/clients.ts'
import { api } from '../../../app/api.ts'
import { useClientMutation } from '../../../app/useClient.ts'
import { useIdempotencyKey } from '../../../app/useIdempotencyKey.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { SidePanel } from '../../../ui/overlay/SidePanel.tsx'
import { ClientForm } from './ClientForm.tsx'
import { emptyFields, type Fields } from './clientForm.ts'

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

function Form({ onClose, onCreated }: Omit<NewClientPanelProps, 'opened'>) {
  const { t } = useTranslation()
  const keyed = useIdempotencyKey()
  const adding = useClientMutation('', (body: Fields) =>
    keyed(body, (headers) => api(createClient, { body, headers })),
  )
  return (
    <ClientForm
      start={emptyFields}
      submitLabel={t('clients:new.submit')}
      failedTitle={t('clients:new.failed')}
      sending={adding}
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
