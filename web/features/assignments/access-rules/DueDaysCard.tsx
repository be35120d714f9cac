import { useTranslation } from 'react-i18next'
import { maxDueDays, updateClient } from '#contract/clients.ts'
import { numberOf } from '../../../app/numbers.ts'
import { useAction } from '../../../app/useAction.ts'
import { useClient } from '../../../app/useClient.ts'
import { useForm } from '../../../app/useForm.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/layout/Card.tsx'
import classes from './access.module.css'

/** Sets how many days after today the due date is preselected where tests are assigned. */
export function DueDaysCard({ clientId }: { clientId: string }) {
  const { data } = useClient(clientId)
  return data ? <DueDays key={data.defaultDueDays} clientId={clientId} now={data.defaultDueDays} /> : null
}

const schema = updateClient.body.shape.defaultDueDays.unwrap()

function DueDays({ clientId, now }: { clientId: string; now: number }) {
  const { t } = useTranslation()
  const saving = useAction(updateClient, { done: t('access:dueDays.saved') })
  const form = useForm({
    start: { defaultDueDays: String(now) },
    schemas: { defaultDueDays: schema },
    check: ({ defaultDueDays: days }) => ({
      defaultDueDays:
        numberOf(schema, days) === undefined ? t('access:dueDays.wrong', { limit: maxDueDays }) : undefined,
    }),
    sending: saving,
    send: ({ defaultDueDays: days }) =>
      saving.mutate({ params: { clientId }, body: { defaultDueDays: numberOf(schema, days) ?? now } }),
  })
  return (
    <Card>
      <CardHeader title={t('access:dueDays.title')} />
      <CardBody>
        <p className="muted">{t('access:dueDays.text')}</p>
        <Form form={form} className={`stack ${classes.coolDown}`}>
          <TextField label={t('access:dueDays.days')} size="sm" {...form.input('defaultDueDays')} />
          <Button size="sm" type="submit" loading={saving.isPending} disabled={!form.dirty}>
            {t('access:dueDays.save')}
          </Button>
        </Form>
      </CardBody>
    </Card>
  )
}
