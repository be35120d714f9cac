import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { invitePerson } from '#contract/invitations.ts'
import type { AnswerOf } from '#contract/kit.ts'
import { api } from '../../app/api.ts'
import { ApiError } from '../../app/apiError.ts'
import type { SelectedClient } from '../../app/clientSelection.ts'
import { useClientMutation } from '../../app/useClient.ts'
import { useIdempotencyKey } from '../../app/useIdempotencyKey.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { SidePanel } from '../../ui/overlay/SidePanel.tsx'
import { useSamePerson } from '../people/useSamePerson.tsx'
import { PersonForm } from './PersonForm.tsx'
import { invitationOf, type PersonFields } from './personForm.ts'

interface NewPersonPanelProps {
  client: SelectedClient
  role: PersonFields['role']
  opened: boolean
  onClose: () => void
  /** Their own panel follows, where a link can be handed to somebody without an address. */
  onAdded: (membershipId: string) => void
}

export function NewPersonPanel({ opened, ...props }: NewPersonPanelProps) {
  const { t } = useTranslation()
  return (
    <SidePanel opened={opened} title={t('person:new.title')} onClose={props.onClose} held>
      {opened ? <Form {...props} /> : null}
    </SidePanel>
  )
}

type Refusal = NonNullable<AnswerOf<typeof invitePerson>['reason']>

/** Which field a row's refusal belongs to; the rest concerns the person as a whole. */
const fieldOf: Partial<Record<Refusal, keyof PersonFields>> = {
  invalid_email: 'email',
  invalid_name: 'name',
  invalid_phone: 'phone',
  invalid_staff_number: 'staffNumber',
  staff_number_taken: 'staffNumber',
  other_role: 'email',
}

function Form({ client, role, onClose, onAdded }: Omit<NewPersonPanelProps, 'opened'>) {
  const { t, i18n } = useTranslation()
  const keyed = useIdempotencyKey()
  const { ask, looking, dialog } = useSamePerson(client.value)
  const [start] = useState<PersonFields>({
    name: '',
    email: '',
    phone: '',
    staffNumber: '',
    role,
    group: '',
    locale: i18n.language === 'en' ? 'en' : 'tr',
  })
  const adding = useClientMutation(client.value, async (fields: PersonFields) => {
    const body = invitationOf(fields)
    const params = { clientId: client.value }
    const answer = await keyed(body, (headers) => api(invitePerson, { params, body, headers }))
    if (answer.membershipId !== null) return { ...answer, membershipId: answer.membershipId }
    const reason = answer.reason ?? 'duplicate'
    const message = t(`person:reason.${reason}`)
    throw new ApiError({
      status: 200,
      code: reason,
      message,
      fields: { [fieldOf[reason] ?? 'name']: [message] },
    })
  })
  const add = (fields: PersonFields) =>
    adding.mutate(fields, {
      onSuccess: ({ outcome, membershipId }) => {
        // Without a test nothing waits for them, and no mail goes out yet.
        const added = fields.email.trim() === '' ? 'doneWithoutEmail' : 'done'
        toast.success(t(`person:new.${outcome === 'existing' ? 'known' : added}`))
        onClose()
        onAdded(membershipId)
      },
    })
  return (
    <>
      {dialog}
      <PersonForm
        clientId={client.value}
        start={start}
        submitLabel={t('person:new.submit')}
        failedTitle={t('person:new.failed')}
        sending={{ isPending: looking.isPending || adding.isPending, error: looking.error ?? adding.error }}
        onCancel={onClose}
        onSubmit={(fields) => ask(invitationOf(fields), () => add(fields))}
      />
    </>
  )
}
