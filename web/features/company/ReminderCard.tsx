import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getClient, updateClient } from '#contract/clients.ts'
import { api } from '../../app/api.ts'
import { useAction } from '../../app/useAction.ts'
import { CheckboxField } from '../../ui/form/CheckboxField.tsx'
import { Card, CardBody, CardHeader } from '../../ui/layout/Card.tsx'

const offered = [3, 1] as const
type Day = (typeof offered)[number]

/** Sets how many days before the due date people get automatic reminders; saved as soon as it is ticked. */
export function ReminderCard({ clientId }: { clientId: string }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const params = { clientId }
  const queryKey = ['client', clientId, 'record']
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => api(getClient, { params, signal }) })
  const saving = useAction(updateClient, {
    done: t('company:reminders.saved'),
    after: (client) => queries.setQueryData(queryKey, client),
  })
  if (!data) return null
  const days: readonly number[] =
    (saving.isPending ? saving.variables.body.reminderDays : undefined) ?? data.reminderDays
  const tick = (day: Day, on: boolean) =>
    saving.mutate({
      params,
      body: { reminderDays: offered.filter((one) => (one === day ? on : days.includes(one))) },
    })
  return (
    <Card>
      <CardHeader title={t('company:reminders.title')} />
      <CardBody>
        <p className="muted">{t('company:reminders.text')}</p>
        {offered.map((day) => (
          <CheckboxField
            key={day}
            label={t('company:reminders.day', { count: day })}
            checked={days.includes(day)}
            disabled={saving.isPending}
            onChange={(event) => tick(day, event.currentTarget.checked)}
          />
        ))}
      </CardBody>
    </Card>
  )
}
