import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { invitePerson } from '#contract/invitations.ts'
import type { AnswerOf } from '#contract/kit.ts'
import { ApiError } from '../../../app/apiError.ts'
import type { SelectedClient } from '../../../app/clientSelection.ts'
import { inTurn, useAction } from '../../../app/useAction.ts'
import { SidePanel } from '../../../ui/overlay/SidePanel.tsx'
import { useSamePerson } from '../../memberships/useSamePerson.tsx'
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

function refusalOf(reason: Refusal, t: (key: string) => string): ApiError {
  const message = t(`person:reason.${reason}`)
  return new ApiError({
    status: 200,
    code: reason,
    message,
    fields: { [fieldOf[reason] ?? 'name']: [message] },
  })
}

function Form({ client, role, onClose, onAdded }: Omit<NewPersonPanelProps, 'opened'>) {
  const { t, i18n } = useTranslation()
  const failed = t('person:new.failed')
  const { ask, looking, dialog } = useSamePerson(client.value, failed)
  const [start] = useState<PersonFields>({
    name: '',
    email: '',
    phone: '',
    staffNumber: '',
    role,
    group: '',
    locale: i18n.language === 'en' ? 'en' : 'tr',
  })
  const adding = useAction(invitePerson, {
    accept: ({ membershipId, reason }) => {
      if (membershipId === null) throw refusalOf(reason ?? 'duplicate', t)
    },
    done: ({ outcome }, { body: { email = '' } }) => {
      // There is nothing to do without a test, and no mail is sent yet.
      const added = email === '' ? 'doneWithoutEmail' : 'done'
      return t(`person:new.${outcome === 'existing' ? 'known' : added}`)
    },
    failed,
    inline: true,
  })
  const add = (fields: PersonFields) =>
    adding.mutate(
      { params: { clientId: client.value }, body: invitationOf(fields) },
      {
        onSuccess: ({ membershipId }) => {
          onClose()
          if (membershipId !== null) onAdded(membershipId)
        },
      },
    )
  return (
    <>
      {dialog}
      <PersonForm
        clientId={client.value}
        start={start}
        submitLabel={t('person:new.submit')}
        sending={inTurn(looking, adding)}
        onCancel={onClose}
        onSubmit={(fields) => ask(invitationOf(fields), () => add(fields))}
      />
    </>
  )
}
