import { useTranslation } from 'react-i18next'
import { createClient } from '#contract/clients.ts'
import { useAction } from '../../../app/useAction.ts'
import { SidePanel } from '../../../ui/overlay/SidePanel.tsx'
import { ClientForm } from './ClientForm.tsx'
import { emptyFields } from './clientForm.ts'

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
  const adding = useAction(createClient, {
    done: t('clients:new.done'),
    failed: t('clients:new.failed'),
    inline: true,
  })
  return (
    <ClientForm
      start={emptyFields}
      submitLabel={t('clients:new.submit')}
      sending={adding}
      onCancel={onClose}
      onSubmit={(fields) =>
        adding.mutate(
          { body: fields },
          {
            onSuccess: ({ id }) => {
              onClose()
              onCreated(id)
            },
          },
        )
      }
    />
  )
}
