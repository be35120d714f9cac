import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { getBilling, updateBilling } from '#contract/billing.ts'
import { getClient, updateClient } from '#contract/clients.ts'
import { api } from '../../app/api.ts'
import { ApiError } from '../../app/apiError.ts'
import { type SelectedClient, selectClient } from '../../app/clientSelection.ts'
import { LoadFailure } from '../../app/LoadFailure.tsx'
import { paths } from '../../app/paths.ts'
import { useSequence } from '../../app/useAction.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { CompanyForm } from './CompanyForm.tsx'
import { bodyOf, type Draft, draftOf } from './draft.ts'
import { writeDraft } from './draftStorage.ts'
import { FormSkeleton } from './FormSkeleton.tsx'

/** The chosen client's name, and who its orders and invoices go to. */
export function EditCompany({ client }: { client: SelectedClient }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const clientId = client.value
  const params = { clientId }
  const stored = useQuery({
    queryKey: ['client', clientId, 'company'],
    queryFn: async ({ signal }) => {
      const [record, { billing }] = await Promise.all([
        api(getClient, { params, signal }),
        api(getBilling, { params, signal }),
      ])
      return { record, billing }
    },
    // A refetch must not change the form while somebody types.
    staleTime: Number.POSITIVE_INFINITY,
  })

  // Two calls: when the second is refused, the first stays saved, and a message says so.
  const [half, setHalf] = useState(false)
  const saving = useSequence(
    updateClient,
    async (draft: Draft) => {
      setHalf(false)
      const { billing, ...body } = bodyOf(draft)
      await api(updateClient, { params, body })
      setHalf(true)
      selectClient({ value: clientId, label: body.name.trim() })
      // Reloaded on the next visit, not while the person is trying again.
      void queries.invalidateQueries({ queryKey: ['client', clientId], refetchType: 'none' })
      await api(updateBilling, { params, body: billing }).catch(underBilling)
      writeDraft(clientId, null)
      toast.success(t('company:saved'))
      await navigate(paths.managerDashboard)
    },
    { inline: true },
  )

  if (stored.isError) {
    return (
      <>
        <PageHeader title={t('company:title.edit')} />
        <Card>
          <LoadFailure of={stored} title={t('company:failed')} />
        </Card>
      </>
    )
  }
  if (!stored.data) return <FormSkeleton />
  return (
    <CompanyForm
      of={clientId}
      initial={draftOf(stored.data.record, stored.data.billing)}
      way="edit"
      half={half}
      sending={saving}
      onSubmit={(draft) => saving.mutate(draft)}
    />
  )
}

/** Renames the errors of the second call: both calls have a name, an address and a phone number. */
function underBilling(error: unknown): never {
  if (!(error instanceof ApiError)) throw error
  const { status, code, message, requestId, problem } = error
  const fields = Object.fromEntries(
    Object.entries(error.fields).map(([field, texts]) => [`billing.${field}`, texts]),
  )
  throw new ApiError({ status, code, message, fields, problem, ...(requestId && { requestId }) })
}
