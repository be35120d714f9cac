import { useTranslation } from 'react-i18next'
import type { BodyIn } from '#contract/kit.ts'
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
import { AtGate, Decides } from './Acceptance.tsx'
import { placesOf, type RegistrationFields, wrongAtGate } from './registrationForm.ts'

interface ChangeDialogProps {
  client: SelectedClient
  registration: Registration
  onClose: () => void
}

type Fields = Pick<RegistrationFields, 'cap' | 'endsOn' | 'decides' | 'atGate'>

/** The changes of a registration. */
function changesOf(
  { cap, endsOn, ...fields }: Fields,
  before: Registration,
): BodyIn<typeof changeRegistration> {
  const approval = fields.decides === 'manager'
  const atGate = approval ? before.atGate : (placesOf(fields.atGate) ?? null)
  return {
    cap: placesOf(cap) ?? before.cap,
    endsOn: endsOn ?? before.endsOn,
    ...(approval !== before.approval && { approval }),
    ...(atGate !== before.atGate && { atGate }),
  }
}

/** More or fewer places, an earlier or later last day, and who is accepted. */
export function ChangeDialog({ client, registration, onClose }: ChangeDialogProps) {
  const { t } = useTranslation()
  const changing = useClientMutation(client.value, (body: BodyIn<typeof changeRegistration>) =>
    api(changeRegistration, { params: { clientId: client.value, registrationId: registration.id }, body }),
  )
  const form = useForm<Fields>({
    start: {
      ...{ cap: String(registration.cap), endsOn: registration.endsOn },
      ...{ decides: registration.approval ? 'manager' : 'nobody', atGate: String(registration.atGate ?? '') },
    },
    check: ({ cap, endsOn, ...acceptance }) => ({
      cap: placesOf(cap) === undefined ? t('registrations:problem.cap') : undefined,
      endsOn: endsOn === null ? t('registrations:problem.endsOn') : undefined,
      atGate: wrongAtGate(acceptance) ? t('registrations:problem.atGate') : undefined,
    }),
    sending: changing,
    send: (fields) =>
      changing.mutate(changesOf(fields, registration), {
        onSuccess: () => {
          toast.success(t('registrations:change.done'))
          onClose()
        },
      }),
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
      <Decides
        value={form.values.decides}
        onDay={registration.testDay !== null}
        onChange={(value) => form.set('decides', value)}
      />
      {form.values.decides === 'nobody' ? <AtGate {...form.input('atGate')} /> : null}
    </ConfirmDialog>
  )
}
