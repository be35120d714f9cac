import { useTranslation } from 'react-i18next'
import { updateClient } from '#contract/clients.ts'
import { useAction } from '../../app/useAction.ts'
import { useClient } from '../../app/useClient.ts'
import { CheckboxField } from '../../ui/form/CheckboxField.tsx'
import { Card, CardBody, CardHeader } from '../../ui/layout/Card.tsx'

/** Sets whether copies of reports mention an adjusted time; saved as soon as it is ticked. */
export function ReportsCard({ clientId }: { clientId: string }) {
  const { t } = useTranslation()
  const { data } = useClient(clientId)
  const saving = useAction(updateClient, { done: t('company:reports.saved') })
  if (!data) return null
  const { reportsShowAdjustedTime: shown } = saving.isPending ? saving.variables.body : data
  return (
    <Card>
      <CardHeader title={t('company:reports.title')} />
      <CardBody>
        <p className="muted">{t('company:reports.text')}</p>
        <CheckboxField
          label={t('company:reports.adjustedTime')}
          checked={shown ?? data.reportsShowAdjustedTime}
          disabled={saving.isPending}
          onChange={({ currentTarget: { checked } }) =>
            saving.mutate({ params: { clientId }, body: { reportsShowAdjustedTime: checked } })
          }
        />
      </CardBody>
    </Card>
  )
}
