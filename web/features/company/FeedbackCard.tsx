import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type FeedbackTest, listFeedbackTests, setFeedback } from '#contract/feedback.ts'
import { api } from '../../app/api.ts'
import { LoadFailure } from '../../app/LoadFailure.tsx'
import { useAction } from '../../app/useAction.ts'
import { CheckboxField } from '../../ui/form/CheckboxField.tsx'
import { Card, CardBody, CardHeader } from '../../ui/layout/Card.tsx'

/** Sets on which tests people may read feedback on their own result; saved as soon as it is ticked. */
export function FeedbackCard({ clientId }: { clientId: string }) {
  const { t, i18n } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey: ['client', clientId, 'feedback', i18n.language],
    queryFn: ({ signal }) => api(listFeedbackTests, { params: { clientId }, signal }),
  })
  return (
    <Card aria-busy={data === undefined}>
      <CardHeader title={t('company:feedback.title')} />
      {error && data === undefined ? (
        <LoadFailure of={{ error, refetch }} title={t('company:feedback.failed')} />
      ) : (
        <CardBody>
          <p className="muted">{t('company:feedback.text')}</p>
          {data?.length === 0 && <p>{t('company:feedback.none')}</p>}
          <ul className="stack gap-16 above-16">
            {data?.map((one) => (
              <li key={one.inventory.id}>
                <OneTest clientId={clientId} one={one} />
              </li>
            ))}
          </ul>
        </CardBody>
      )}
    </Card>
  )
}

function OneTest({ clientId, one: { inventory, on, report } }: { clientId: string; one: FeedbackTest }) {
  const { t } = useTranslation()
  const saving = useAction(setFeedback, { done: t('company:feedback.saved') })
  return (
    <CheckboxField
      label={t('company:feedback.on', { test: inventory.name })}
      description={report ? t('company:feedback.report') : undefined}
      checked={saving.isPending ? saving.variables.body.on : on}
      disabled={saving.isPending}
      onChange={({ currentTarget: { checked } }) =>
        saving.mutate({ params: { clientId, inventoryId: inventory.id }, body: { on: checked } })
      }
    />
  )
}
