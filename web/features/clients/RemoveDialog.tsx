import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Client } from '#contract/clients.ts'
import { formatNumber } from '#contract/format.ts'
import type { Person } from '#contract/people.ts'
import { previewRemoval, removeCandidate, removeEmployee, removeManager } from '#contract/removals.ts'
import { api } from '../../app/api.ts'
import { errorMessage } from '../../app/apiError.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { useClientAct } from './useClients.ts'
import { useSameKey } from './useSameKey.ts'

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
  // Who was asked about stays in the words while the dialog fades.
  const [shown, setShown] = useState(person)
  if (person !== undefined && person !== shown) setShown(person)
  const keyed = useSameKey()
  const removing = useClientAct(client.id, ({ userId, type }: Person) => {
    const body = { user_id: userId }
    return keyed({ ...body, type }, (headers) =>
      api(calls[type], { params: { clientId: client.id }, body, headers }),
    )
  })
  if (shown === undefined) return null
  const name = shown.name || shown.email
  const confirm = () =>
    removing.mutate(shown, {
      onSuccess: () => {
        toast.success(t('clients:remove.done'))
        onRemoved?.()
      },
      onError: (error) => toast.error(`${t('clients:remove.failed')}: ${errorMessage(error)}`),
      onSettled: onClose,
    })
  return (
    <ConfirmDialog
      opened={person !== undefined}
      title={t('clients:remove.title', { name })}
      consequence={<Consequence client={client} person={shown} />}
      confirmLabel={t('clients:remove.act')}
      busy={removing.isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}

function Consequence({ client, person }: Pick<RemoveDialogProps, 'client'> & { person: Person }) {
  const { t, i18n } = useTranslation()
  const { data } = useQuery({
    queryKey: ['client', client.id, 'removal', person.userId],
    queryFn: ({ signal }) =>
      api(previewRemoval, { params: { clientId: client.id, userId: person.userId }, signal }),
    enabled: person.type !== 'manager',
    // Somebody may have begun a test since.
    staleTime: 0,
  })
  const number = (value: number) => formatNumber(value, i18n.language)
  if (person.type === 'manager') return <>{t('clients:remove.manager', { client: client.name })}</>
  const pending = data?.cancelled ?? person.assignments.pending
  const what =
    pending === 0
      ? t('clients:remove.nothing')
      : t('clients:remove.tests', {
          count: pending,
          number: number(pending),
          units:
            data === undefined
              ? '…'
              : t('clients:remove.units', { count: data.unitsBack, number: number(data.unitsBack) }),
        })
  return (
    <>
      {what} {t('clients:remove.stays')}
    </>
  )
}
