import { useTranslation } from 'react-i18next'
import type { BodyIn } from '#contract/kit.ts'
import { changeRegistration, type Registration } from '#contract/registrations.ts'
import { ApiError } from '../../../app/apiError.ts'
import type { SelectedClient } from '../../../app/clientSelection.ts'
import { useAction } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { DateField } from '../../../ui/form/DateField.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { GoBack, QuotaShortage } from '../../quota/QuotaShortage.tsx'
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
  const changing = useAction(changeRegistration, {
    done: t('registrations:change.done'),
    failed: t('registrations:change.failed'),
    inline: true,
  })
  const short = changing.error instanceof ApiError && changing.error.code === 'quota_exceeded'
  const form = useForm<Fields>({
    start: {
      cap: String(registration.cap),
      endsOn: registration.endsOn,
      decides: registration.approval ? 'manager' : 'nobody',
      atGate: String(registration.atGate ?? ''),
    },
    schemas: changeRegistration.body.shape,
    check: ({ cap, endsOn, ...acceptance }) => ({
      cap: placesOf(cap) === undefined ? t('registrations:problem.cap') : undefined,
      endsOn: endsOn === null ? t('registrations:problem.endsOn') : undefined,
      atGate: wrongAtGate(acceptance) ? t('registrations:problem.atGate') : undefined,
    }),
    sending: { ...changing, ...(short && { problem: null }) },
    send: (fields) =>
      changing.mutate(
        {
          params: { clientId: client.value, registrationId: registration.id },
          body: changesOf(fields, registration),
        },
        { onSuccess: onClose },
      ),
  })
  return (
    <ConfirmDialog
      opened
      danger={false}
      title={t('registrations:change.title')}
      consequence={t('registrations:change.text')}
      confirmLabel={t('registrations:change.action')}
      form={form}
      onClose={onClose}
    >
      {short ? (
        <QuotaShortage
          refused
          error={changing.error}
          goBack={(words) => <GoBack words={words} onClick={() => form.focus('cap')} />}
        />
      ) : null}
      <TextField label={t('registrations:field.cap')} autoComplete="off" {...form.input('cap')} />
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
