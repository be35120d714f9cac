import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'
import {
  finishedPace,
  getNotifications,
  maxLowQuota,
  type NotificationSettings,
  setNotifications,
} from '#contract/notifications.ts'
import { api } from '../../../app/api.ts'
import { LoadFailure } from '../../../app/LoadFailure.tsx'
import { numberOf } from '../../../app/numbers.ts'
import { useAction } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { CheckboxField } from '../../../ui/form/CheckboxField.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/layout/Card.tsx'
import classes from '../company.module.css'

/** The mails that a manager chooses, and the numbers at which quota counts as low. */
export function NotificationCards({ clientId }: { clientId: string }) {
  const { t, i18n } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey: ['client', clientId, 'notifications', i18n.language],
    queryFn: ({ signal }) => api(getNotifications, { params: { clientId }, signal }),
  })
  if (error && data === undefined)
    return (
      <Card>
        <LoadFailure of={{ error, refetch }} title={t('notifications:failed')} />
      </Card>
    )
  if (data === undefined) return <Card aria-busy />
  if (!data.receives)
    return (
      <Alert type="info" duration={0}>
        {t('notifications:none')}
      </Alert>
    )
  return (
    <>
      <Choices clientId={clientId} settings={data} />
      {data.quota && data.quotaAt.length > 0 && (
        <QuotaAt key={JSON.stringify(data.quotaAt)} clientId={clientId} settings={data} />
      )}
    </>
  )
}

interface PartProps {
  clientId: string
  settings: NotificationSettings
}

/** A choice is saved at once. */
function Choices({ clientId, settings }: PartProps) {
  const { t } = useTranslation()
  const saving = useAction(setNotifications, { done: t('notifications:saved') })
  const { finished, quota, requests, transfers } = {
    ...settings,
    ...(saving.isPending ? saving.variables.body : undefined),
  }
  const chosen = { quota, requests, transfers }
  return (
    <Card>
      <CardHeader title={t('notifications:title')} />
      <CardBody className="stack gap-16">
        <div className="stack gap-8 muted">
          <p>{t('notifications:lead')}</p>
          <p>{t('notifications:safe')}</p>
          {settings.address !== null && (
            <p className="breakable">{t('notifications:to', { address: settings.address })}</p>
          )}
        </div>
        {settings.address === null && (
          <Alert type="warning" duration={0}>
            {t('notifications:unconfirmed')}
          </Alert>
        )}
        <div className={classes.fields}>
          <SelectField
            label={t('notifications:finished.label')}
            help={t('notifications:finished.zone', { zone: settings.timeZone })}
            data={finishedPace.options.map((value) => ({
              value,
              label: t(`notifications:finished.${value}`),
            }))}
            value={finished ?? settings.finished}
            disabled={saving.isPending}
            onChange={(value) => {
              const pace = finishedPace.safeParse(value)
              if (pace.success) saving.mutate({ params: { clientId }, body: { finished: pace.data } })
            }}
          />
        </div>
        <div>
          {(['quota', 'requests', 'transfers'] as const).map((one) => (
            <CheckboxField
              key={one}
              label={t(`notifications:label.${one}`)}
              description={t(`notifications:help.${one}`)}
              checked={chosen[one] ?? settings[one]}
              disabled={saving.isPending}
              onChange={({ currentTarget: { checked } }) =>
                saving.mutate({ params: { clientId }, body: { [one]: checked } })
              }
            />
          ))}
        </div>
      </CardBody>
    </Card>
  )
}

const unitsSchema = setNotifications.body.shape.quotaAt.unwrap().element.shape.units

/** A number of units; null for an empty field, undefined for anything else. */
const unitsOf = (typed: string) => (typed.trim() === '' ? null : numberOf(unitsSchema.unwrap(), typed))

function QuotaAt({ clientId, settings: { quotaAt } }: PartProps) {
  const { t, i18n } = useTranslation()
  const saving = useAction(setNotifications, { done: t('notifications:quotaAt.saved') })
  const wrongIn = (typed: string, bought: number) => {
    const units = unitsOf(typed)
    if (units === undefined) return t('notifications:quotaAt.wrong', { limit: maxLowQuota })
    // Quota would be low from the start, and a mail says only that it became so.
    if (units === null || bought === 0 || units < bought) return undefined
    return t('notifications:quotaAt.tooHigh', { number: formatNumber(bought, i18n.language) })
  }
  const ids = quotaAt.map(({ inventory }) => inventory.id)
  const form = useForm<Record<string, string>>({
    start: Object.fromEntries(quotaAt.map(({ inventory, units }) => [inventory.id, String(units ?? '')])),
    schemas: Object.fromEntries(ids.map((id) => [id, unitsSchema])),
    check: (values) =>
      Object.fromEntries(
        quotaAt.map(({ inventory: { id }, bought }) => [id, wrongIn(values[id] ?? '', bought)]),
      ),
    sending: saving,
    send: (values) =>
      saving.mutate({
        params: { clientId },
        body: {
          quotaAt: ids.map((inventoryId) => ({
            inventoryId,
            units: unitsOf(values[inventoryId] ?? '') ?? null,
          })),
        },
      }),
  })
  return (
    <Card>
      <CardHeader title={t('notifications:quotaAt.title')} />
      <CardBody>
        <p className="muted">{t('notifications:quotaAt.text')}</p>
        <Form form={form} className={`stack ${classes.periods}`}>
          <div className={classes.fields}>
            {quotaAt.map(({ inventory }) => (
              <TextField
                key={inventory.id}
                label={inventory.name}
                placeholder={t('notifications:quotaAt.placeholder')}
                {...form.input(inventory.id)}
              />
            ))}
          </div>
          <div className={`cluster ${classes.buttons}`}>
            <Button type="submit" loading={saving.isPending} disabled={!form.dirty}>
              {t('notifications:quotaAt.save')}
            </Button>
          </div>
        </Form>
      </CardBody>
    </Card>
  )
}
