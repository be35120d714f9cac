import { IconFileTypePdf } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'
import { closeRegistration, type Registration, registrationPoster } from '#contract/registrations.ts'
import { ConfirmAction } from '../../../app/ConfirmAction.tsx'
import type { SelectedClient } from '../../../app/clientSelection.ts'
import { useDownload } from '../../../app/useAction.ts'
import { Button } from '../../../ui/button/Button.tsx'
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
  const poster = useDownload(registrationPoster)
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
        onClick={() => poster.mutate({ params })}
      >
        {t('registrations:poster')}
      </Button>
      <ConfirmAction
        call={closeRegistration}
        input={{ params }}
        done={t('registrations:close.done')}
        opened={asking === 'close'}
        title={t('registrations:close.title', { name: registration.name })}
        consequence={[
          t('registrations:close.text', { count: free, number: formatNumber(free, i18n.language) }),
          people.waiting > 0 ? t('registrations:close.waiting') : '',
        ].join(' ')}
        confirmLabel={t('registrations:close.action')}
        onClose={done}
      />
      {asking === 'change' ? (
        <ChangeDialog client={client} registration={registration} onClose={done} />
      ) : null}
    </>
  )
}
