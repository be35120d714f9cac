import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BodyIn } from '#contract/kit.ts'
import { enteredChannel, enterRequest, requestKind } from '#contract/requests.ts'
import { useAction } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { DateField } from '../../../ui/form/DateField.tsx'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import { TextareaField } from '../../../ui/form/TextareaField.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { ClientField, PersonField } from './chosenFields.tsx'
import classes from './requests.module.css'

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
  const entering = useAction(enterRequest, {
    done: t('requests:enter.done'),
    failed: t('requests:enter.failed'),
    inline: true,
  })
  const missing = (value: string | null) => (value === null ? t('requests:enter.missing') : undefined)
  const start: Fields = {
    clientId: clientId ?? null,
    membershipId: null,
    kind: null,
    channel: null,
    receivedOn: null,
    message: '',
  }
  const form = useForm<Fields>({
    start,
    schemas: { message: enterRequest.body.shape.message },
    check: ({ clientId, membershipId, kind, channel, receivedOn }) => ({
      clientId: missing(clientId),
      membershipId: missing(membershipId),
      kind: missing(kind),
      channel: missing(channel),
      receivedOn: missing(receivedOn),
    }),
    sending: entering,
    send: ({ clientId, membershipId, kind, channel, receivedOn, message }) => {
      if (clientId === null || membershipId === null || kind === null) return
      if (channel === null || receivedOn === null) return
      const words = message.trim()
      const body = { membershipId, kind, channel, receivedOn, ...(words && { message: words }) }
      entering.mutate({ params: { clientId }, body }, { onSuccess: onClose })
    },
  })
  return (
    <ConfirmDialog
      opened
      danger={false}
      title={t('requests:enter.title')}
      consequence={t('requests:enter.text')}
      confirmLabel={t('requests:enter.submit')}
      form={form}
      onClose={onClose}
    >
      <div className={classes.panel}>
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
        <TextareaField label={t('requests:enter.message')} {...form.input('message')} />
      </div>
    </ConfirmDialog>
  )
}
