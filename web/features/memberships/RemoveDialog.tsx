import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Client } from '#contract/clients.ts'
import { formatNumber } from '#contract/format.ts'
import type { AnswerOf } from '#contract/kit.ts'
import type { Person } from '#contract/people.ts'
import { previewRemoval, removeCandidate, removeEmployee, removeManager } from '#contract/removals.ts'
import { api } from '../../app/api.ts'
import { ConfirmAction } from '../../app/ConfirmAction.tsx'

interface RemoveDialogProps {
  client: Pick<Client, 'id' | 'name'>
  /** Nobody: the dialog is closed. */
  person: Person | undefined
  onClose: () => void
  onRemoved?: () => void
}

const calls = { manager: removeManager, candidate: removeCandidate, employee: removeEmployee }

/** Ends somebody's belonging to a client, after saying what is cancelled and what comes back. */
export function RemoveDialog({ client, person, onClose, onRemoved }: RemoveDialogProps) {
  const { t } = useTranslation()
  // The person's name stays in the words while the dialog fades.
  const [shown, setShown] = useState(person)
  if (person !== undefined && person !== shown) setShown(person)

  const { id } = client
  const preview = useQuery({
    queryKey: ['client', id, 'removal', shown?.userId],
    queryFn: ({ signal }) =>
      api(previewRemoval, { params: { clientId: id, userId: shown?.userId ?? '' }, signal }),
    enabled: person !== undefined && person.type !== 'manager',
    // Somebody may have begun a test since.
    staleTime: 0,
    gcTime: 0,
  })
  if (shown === undefined) return null
  const name = shown.name || shown.email
  return (
    <ConfirmAction
      call={calls[shown.type]}
      input={{ params: { clientId: id }, body: { user_id: shown.userId } }}
      done={t('clients:remove.done')}
      failed={t('clients:remove.failed')}
      {...(onRemoved && { onDone: onRemoved })}
      opened={person !== undefined}
      title={t('clients:remove.title', { name })}
      consequence={
        shown.type === 'manager' ? (
          t('clients:remove.manager', { client: client.name })
        ) : (
          <Consequence pending={preview.isError ? undefined : preview.data} failed={preview.isError} />
        )
      }
      confirmLabel={t('clients:remove.action')}
      busy={preview.isLoading}
      onClose={onClose}
    />
  )
}

interface ConsequenceProps {
  pending: AnswerOf<typeof previewRemoval> | undefined
  failed: boolean
}

function Consequence({ pending, failed }: ConsequenceProps) {
  const { t, i18n } = useTranslation()
  const figures = (count: number) => ({ count, number: formatNumber(count, i18n.language) })
  const what = () => {
    if (pending === undefined) return t(failed ? 'clients:remove.unknown' : 'clients:remove.counting')
    const { cancelled, unitsBack } = pending
    if (cancelled === 0) return t('clients:remove.nothing')
    const units = t('clients:remove.units', figures(unitsBack))
    return t('clients:remove.tests', { ...figures(cancelled), units })
  }
  return (
    <>
      {what()} {t('clients:remove.stays')}
    </>
  )
}
