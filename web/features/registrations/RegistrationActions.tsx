import { IconFileTypePdf } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'
import { closeRegistration, type Registration, registrationPoster } from '#contract/registrations.ts'
import { api, apiFile, saveFile } from '../../app/api.ts'
import { errorMessage } from '../../app/apiError.ts'
import type { SelectedClient } from '../../app/clientSelection.ts'
import { useClientMutation } from '../../app/useClient.ts'
import { Button } from '../../ui/button/Button.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { ChangeDialog } from './ChangeDialog.tsx'

interface RegistrationActionsProps {
  client: SelectedClient
  registration: Registration
}

/** The poster, and what can be changed while it is open. */
export function RegistrationActions({ client, registration }: RegistrationActionsProps) {
  const { t, i18n } = useTranslation()
  const [asking, setAsking] = useState<'change' | 'close'>()
  const done = () => setAsking(undefined)
  const params = { clientId: client.value, registrationId: registration.id }
  const poster = useMutation({
    mutationFn: () => apiFile(registrationPoster, { params }),
    onSuccess: saveFile,
    onError: (error) => toast.error(errorMessage(error)),
  })
  const closing = useClientMutation(client.value, (_: undefined) => api(closeRegistration, { params }))
  const { cap, people } = registration
  const free = cap - people.accepted - people.waiting
  if (registration.closedAt !== null) return null
  return (
    <>
      <Button danger onClick={() => setAsking('close')}>
        {t('registrations:close.open')}
      </Button>
      <Button onClick={() => setAsking('change')}>{t('registrations:change.open')}</Button>
      <Button
        variant="solid"
        icon={<IconFileTypePdf aria-hidden />}
        loading={poster.isPending}
        onClick={() => poster.mutate()}
      >
        {t('registrations:poster')}
      </Button>
      <ConfirmDialog
        opened={asking === 'close'}
        title={t('registrations:close.title', { name: registration.name })}
        consequence={[
          t('registrations:close.text', { count: free, number: formatNumber(free, i18n.language) }),
          people.waiting > 0 ? t('registrations:close.waiting') : '',
        ].join(' ')}
        confirmLabel={t('registrations:close.action')}
        busy={closing.isPending}
        onClose={done}
        onConfirm={() =>
          closing.mutate(undefined, {
            onSuccess: () => toast.success(t('registrations:close.done')),
            onError: (error) => toast.error(errorMessage(error)),
            onSettled: done,
          })
        }
      />
      {asking === 'change' ? (
        <ChangeDialog client={client} registration={registration} onClose={done} />
      ) : null}
    </>
  )
}
