import { useTranslation } from 'react-i18next'
import { changeRegistration, type Registration } from '#contract/registrations.ts'
import { api } from '../../app/api.ts'
import { ApiError, errorMessage } from '../../app/apiError.ts'
import type { SelectedClient } from '../../app/clientSelection.ts'
import { useClientMutation } from '../../app/useClient.ts'
import { useForm } from '../../app/useForm.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { GoBack, QuotaShortage } from '../quota/QuotaShortage.tsx'
import { placesOf } from './registrationForm.ts'

interface ChangeDialogProps {
  client: SelectedClient
  registration: Registration
  onClose: () => void
}

/** More or fewer places, an earlier or later last day. */
export function ChangeDialog({ client, registration, onClose }: ChangeDialogProps) {
  const { t } = useTranslation()
  const changing = useClientMutation(client.value, (body: { cap: number; endsOn: string }) =>
    api(changeRegistration, { params: { clientId: client.value, registrationId: registration.id }, body }),
  )
  const form = useForm<{ cap: string; endsOn: string | null }>({
    start: { cap: String(registration.cap), endsOn: registration.endsOn },
    check: ({ cap, endsOn }) => ({
      cap: placesOf(cap) === undefined ? t('registrations:problem.cap') : undefined,
      endsOn: endsOn === null ? t('registrations:problem.endsOn') : undefined,
    }),
    sending: changing,
    send: ({ cap, endsOn }) =>
      changing.mutate(
        { cap: placesOf(cap) ?? registration.cap, endsOn: endsOn ?? registration.endsOn },
        {
          onSuccess: () => {
            toast.success(t('registrations:change.done'))
            onClose()
          },
        },
      ),
  })
  const { failure } = form
  return (
    <ConfirmDialog
      opened
      danger={false}
      title={t('registrations:change.title')}
      consequence={t('registrations:change.text')}
      confirmLabel={t('registrations:change.action')}
      busy={changing.isPending}
      form={form}
      onClose={onClose}
    >
      {failure instanceof ApiError && failure.code === 'quota_exceeded' ? (
        <QuotaShortage
          refused
          error={failure}
          goBack={(words) => <GoBack words={words} onClick={() => form.focus('cap')} />}
        />
      ) : failure ? (
        <Alert type="danger" duration={0} title={t('registrations:change.failed')}>
          {errorMessage(failure)}
        </Alert>
      ) : null}
      <TextField
        label={t('registrations:field.cap')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        {...form.input('cap')}
      />
      <DateField
        label={t('registrations:field.endsOn')}
        {...(registration.testDay && { maxDate: registration.testDay.day })}
        {...form.control('endsOn')}
      />
    </ConfirmDialog>
  )
}
