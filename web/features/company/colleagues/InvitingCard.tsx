import { useTranslation } from 'react-i18next'
import { updateClient } from '#contract/clients.ts'
import { useAction } from '../../../app/useAction.ts'
import { useClient } from '../../../app/useClient.ts'
import { CheckboxField } from '../../../ui/form/CheckboxField.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/layout/Card.tsx'

/** Lets an admin decide whether a client's managers may invite colleagues; saved as soon as it is ticked. */
export function InvitingCard({ clientId }: { clientId: string }) {
  const { t } = useTranslation()
  const client = useClient(clientId).data
  const saving = useAction(updateClient, { done: t('colleagues:inviting.saved') })
  if (!client) return null
  const now = (saving.isPending ? saving.variables.body.managersInvite : undefined) ?? client.managersInvite
  return (
    <Card>
      <CardHeader title={t('colleagues:inviting.title')} />
      <CardBody>
        <CheckboxField
          label={t('colleagues:inviting.label')}
          description={t('colleagues:inviting.help')}
          checked={now}
          disabled={saving.isPending}
          onChange={(event) =>
            saving.mutate({ params: { clientId }, body: { managersInvite: event.currentTarget.checked } })
          }
        />
      </CardBody>
    </Card>
  )
}
