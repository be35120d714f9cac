import { useTranslation } from 'react-i18next'
import { updateClient } from '#contract/clients.ts'
import { api } from '../../app/api.ts'
import { errorMessage } from '../../app/apiError.ts'
import { useClient, useClientMutation } from '../../app/useClient.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { CheckboxField } from '../../ui/form/CheckboxField.tsx'
import { Card, CardBody, CardHeader } from '../../ui/layout/Card.tsx'

/** Whether copies of reports say that the time was adjusted; saved as soon as it is ticked. */
export function ReportsCard({ clientId }: { clientId: string }) {
  const { t } = useTranslation()
  const { data } = useClient(clientId)
  const saving = useClientMutation(clientId, (reportsShowAdjustedTime: boolean) =>
    api(updateClient, { params: { clientId }, body: { reportsShowAdjustedTime } }),
  )
  if (!data) return null
  const change = (on: boolean) =>
    saving.mutate(on, {
      onSuccess: () => toast.success(t('company:reports.saved')),
      onError: (error) => toast.error(errorMessage(error)),
    })
  return (
    <Card>
      <CardHeader title={t('company:reports.title')} />
      <CardBody>
        <p className="muted">{t('company:reports.text')}</p>
        <CheckboxField
          label={t('company:reports.adjustedTime')}
          checked={saving.isPending ? saving.variables : data.reportsShowAdjustedTime}
          disabled={saving.isPending}
          onChange={(event) => change(event.currentTarget.checked)}
        />
      </CardBody>
    </Card>
  )
}
