import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BodyIn } from '#contract/kit.ts'
import { enteredChannel, enterRequest, requestKind } from '#contract/requests.ts'
import { api } from '../../app/api.ts'
import { errorMessage } from '../../app/apiError.ts'
import { useForm } from '../../app/useForm.ts'
import { useIdempotencyKey } from '../../app/useIdempotencyKey.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { TextareaField } from '../../ui/form/TextareaField.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { ClientField, PersonField } from './chosenFields.tsx'
import classes from './requests.module.css'
import { useRefresh } from './useRefresh.ts'

type Entered = BodyIn<typeof enterRequest>
interface Fields {
  clientId: string | null
  membershipId: string | null
  kind: Entered['kind'] | null
  channel: Entered['channel'] | null
  receivedOn: string | null
  message: string
}

/** Opens the form for a request that came by letter, phone, email or in person. */
export function EnterRequest({ clientId }: { clientId: string | undefined }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('requests:enter.open')}</Button>
      {open && <EnterDialog clientId={clientId} onClose={() => setOpen(false)} />}
    </>
  )
}

function EnterDialog({ clientId, onClose }: { clientId: string | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  const keyed = useIdempotencyKey()
  const refresh = useRefresh()
  const entering = useMutation({
    mutationFn: ({ clientId, ...body }: Entered & { clientId: string }) =>
      keyed({ clientId, ...body }, (headers) => api(enterRequest, { params: { clientId }, body, headers })),
    onSuccess: async () => {
      toast.success(t('requests:enter.done'))
      onClose()
      await refresh()
    },
  })
  const missing = (value: string | null) => (value === null ? t('requests:enter.missing') : undefined)
  const start: Fields = {
    ...{ clientId: clientId ?? null, membershipId: null, kind: null },
    ...{ channel: null, receivedOn: null, message: '' },
  }
  const form = useForm<Fields>({
    start,
    check: ({ clientId, membershipId, kind, channel, receivedOn }) => ({
      ...{ clientId: missing(clientId), membershipId: missing(membershipId), kind: missing(kind) },
      ...{ channel: missing(channel), receivedOn: missing(receivedOn) },
    }),
    sending: entering,
    send: ({ clientId, membershipId, kind, channel, receivedOn, message }) => {
      if (clientId === null || membershipId === null || kind === null) return
      if (channel === null || receivedOn === null) return
      const words = message.trim()
      entering.mutate({ clientId, membershipId, kind, channel, receivedOn, ...(words && { message: words }) })
    },
  })
  return (
    <ConfirmDialog
      opened
      danger={false}
      title={t('requests:enter.title')}
      consequence={t('requests:enter.text')}
      confirmLabel={t('requests:enter.submit')}
      busy={entering.isPending}
      form={form}
      onClose={onClose}
    >
      <div className={classes.panel}>
        {form.failure ? (
          <Alert type="danger" duration={0} title={t('requests:enter.failed')}>
            {errorMessage(form.failure)}
          </Alert>
        ) : null}
        {clientId === undefined && (
          <ClientField
            {...form.control('clientId')}
            onChange={(chosen) => {
              form.set('clientId', chosen)
              form.set('membershipId', null)
            }}
          />
        )}
        {form.values.clientId !== null && (
          <PersonField
            key={form.values.clientId}
            clientId={form.values.clientId}
            {...form.control('membershipId')}
          />
        )}
        <SelectField
          label={t('requests:column.kind')}
          data={requestKind.options.map((value) => ({ value, label: t(`requests:kind.${value}`) }))}
          placeholder={t('requests:enter.choose')}
          {...form.control('kind')}
          onChange={(kind) => form.set('kind', requestKind.options.find((one) => one === kind) ?? null)}
        />
        <SelectField
          label={t('requests:enter.channel')}
          data={enteredChannel.options.map((value) => ({ value, label: t(`requests:channel.${value}`) }))}
          placeholder={t('requests:enter.choose')}
          {...form.control('channel')}
          onChange={(way) => form.set('channel', enteredChannel.options.find((one) => one === way) ?? null)}
        />
        <DateField
          label={t('requests:enter.receivedOn')}
          help={t('requests:enter.receivedHelp')}
          {...form.control('receivedOn')}
        />
        <TextareaField
          label={t('requests:enter.message')}
          optional
          maxLength={2000}
          {...form.input('message')}
        />
      </div>
    </ConfirmDialog>
  )
}
