import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '#contract/format.ts'
import {
  checkIdentity,
  type IdentityCheck,
  identityCheck,
  needsIdentity,
  type PersonRequest,
} from '#contract/requests.ts'
import { useAction } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { CheckboxField } from '../../../ui/form/CheckboxField.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import classes from './requests.module.css'

/** The proof of the requester's identity; until there is one, the form to record it. */
export function Identity({ request }: { request: PersonRequest }) {
  const { t, i18n } = useTranslation()
  const { client, identity, identityBy, identityAt, identityNote, decision } = request
  if (identity === null) return decision === null ? <Check request={request} /> : null
  const time = identityAt === null ? '' : formatDateTime(identityAt, i18n.language, client.timeZone)
  return (
    <div className="muted">
      <p>{t(`requests:dialog.identity.${identity}`, { name: identityBy ?? '', time })}</p>
      {identityNote !== '' && (
        <p dir="auto">{t('requests:dialog.identity.noteShown', { note: identityNote })}</p>
      )}
    </div>
  )
}

function Check({ request: { id, kind, person } }: { request: PersonRequest }) {
  const { t } = useTranslation()
  const checking = useAction(checkIdentity, { done: t('requests:dialog.checked'), inline: true })
  const start: { way: IdentityCheck | undefined; note: string } = { way: undefined, note: '' }
  const [confirmed, setConfirmed] = useState(false)
  const form = useForm({
    start,
    schemas: { note: checkIdentity.body.shape.note },
    check: ({ way, note }) => ({
      way: way === undefined ? t('requests:dialog.identity.wayMissing') : undefined,
      note: way === 'other' && note.trim().length < 3 ? t('requests:dialog.identity.noteMissing') : undefined,
    }),
    sending: checking,
    send: ({ way, note }) => {
      if (way === undefined) return
      checking.mutate({
        params: { requestId: id },
        body: {
          way,
          ...(note.trim() === '' ? {} : { note: note.trim() }),
          ...(confirmed && { addressConfirmed: true as const }),
        },
      })
    },
  })
  return (
    <Alert
      type={needsIdentity(kind) ? 'warning' : 'info'}
      duration={0}
      title={t('requests:dialog.identity.none')}
    >
      <Form form={form} className={classes.panel}>
        {needsIdentity(kind) && <p>{t('requests:dialog.identity.needed')}</p>}
        {form.problem && <p role="alert">{form.problem.text}</p>}
        <SelectField
          label={t('requests:dialog.identity.way')}
          data={identityCheck.options.map((value) => ({
            value,
            label: t(`requests:dialog.identity.ways.${value}`),
          }))}
          placeholder={t('requests:dialog.identity.wayChoose')}
          value={form.values.way ?? null}
          error={form.error('way')}
          onChange={(value) =>
            form.set(
              'way',
              identityCheck.options.find((one) => one === value),
            )
          }
        />
        <TextField
          label={t('requests:dialog.identity.note')}
          help={t('requests:dialog.identity.noteHelp')}
          {...form.input('note')}
          optional={form.values.way !== 'other'}
        />
        {person.email === '' && <p className="muted">{t('requests:dialog.identity.noAddress')}</p>}
        {person.email !== '' && (
          <CheckboxField
            label={t('requests:dialog.identity.address', { address: person.email })}
            description={t('requests:dialog.identity.addressHelp')}
            checked={confirmed}
            onChange={({ currentTarget }) => setConfirmed(currentTarget.checked)}
          />
        )}
        <div className={classes.actions}>
          <Button type="submit" loading={checking.isPending}>
            {t('requests:dialog.identity.check')}
          </Button>
        </div>
      </Form>
    </Alert>
  )
}
