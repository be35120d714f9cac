import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { applyForClient } from '#contract/billing.ts'
import { entryPath } from '../../app/access.ts'
import { api } from '../../app/api.ts'
import { ApiError } from '../../app/apiError.ts'
import { isAuthenticated, useAuth } from '../../app/auth.ts'
import { selectClient } from '../../app/clientSelection.ts'
import { paths } from '../../app/paths.ts'
import { refreshUser } from '../../app/session.ts'
import { useSequence } from '../../app/useAction.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { CompanyForm } from './CompanyForm.tsx'
import { bodyOf, type Draft, emptyDraft } from './draft.ts'
import { writeDraft } from './draftStorage.ts'

const own = 'new'

/** Opens a client that waits to be activated, and makes this person its manager. */
export function NewCompany() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const email = useAuth((state) => state.user.email)

  /** The person is a manager from now on: their roles are requested again before the route guard reads them. */
  const enter = async () => {
    writeDraft(own, null)
    await refreshUser()
    // A manager may need two-step sign-in, which this session came without: it has ended.
    if (!isAuthenticated()) {
      await navigate(`${paths.signIn}?company=sent`, { replace: true })
      return
    }
    await queries.invalidateQueries({ queryKey: ['clients'] })
    await navigate(entryPath(useAuth.getState().user), { replace: true })
  }
  const sending = useSequence(
    applyForClient,
    async (draft: Draft) => {
      const client = await api(applyForClient, { body: bodyOf(draft) }).catch((error: unknown) => {
        // Sent before, and the answer got lost on the way.
        if (error instanceof ApiError && error.code === 'application_pending') void enter()
        throw error
      })
      selectClient({ value: client.id, label: client.name })
      toast.success(t('company:sent'))
      await enter()
    },
    { inline: true },
  )

  return (
    <CompanyForm
      of={own}
      initial={emptyDraft(email)}
      way="new"
      sending={sending}
      onSubmit={(draft) => sending.mutate(draft)}
    />
  )
}
