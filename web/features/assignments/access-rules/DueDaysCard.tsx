import { useTranslation } from 'react-i18next'
import { maxDueDays, updateClient } from '#contract/clients.ts'
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

function DueDays({ clientId, now }: { clientId: string; now: number }) {
  const { t } = useTranslation()
  const saving = useAction(updateClient, { done: t('access:dueDays.saved') })
  const form = useForm<{ days: string }>({
    start: { days: String(now) },
    check: ({ days }) => ({
      days: daysOf(days) === undefined ? t('access:dueDays.wrong', { limit: maxDueDays }) : undefined,
    }),
    sending: saving,
    send: ({ days }) =>
      saving.mutate({ params: { clientId }, body: { defaultDueDays: daysOf(days) ?? now } }),
  })
  return (
    <Card>
      <CardHeader title={t('access:dueDays.title')} />
      <CardBody>
        <p className="muted">{t('access:dueDays.text')}</p>
        <Form form={form} className={`stack ${classes.coolDown}`}>
          <TextField
            label={t('access:dueDays.days')}
            size="sm"
            inputMode="numeric"
            maxLength={3}
            {...form.input('days')}
          />
          <Button size="sm" type="submit" loading={saving.isPending} disabled={!form.dirty}>
            {t('access:dueDays.save')}
          </Button>
        </Form>
      </CardBody>
    </Card>
  )
}

function daysOf(typed: string): number | undefined {
  const days = Number(typed.trim())
  return /^\d+$/.test(typed.trim()) && days >= 1 && days <= maxDueDays ? days : undefined
}
