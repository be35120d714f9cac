import { useTranslation } from 'react-i18next'
import type { AnswerOf } from '#contract/kit.ts'
import type { getPerson } from '#contract/memberships.ts'
import { updatePerson } from '#contract/memberships.ts'
import { api } from '../../app/api.ts'
import { useClientMutation } from '../../app/useClient.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { PersonForm } from './PersonForm.tsx'
import { changesOf, type PersonFields } from './personForm.ts'

interface EditPersonProps {
  clientId: string
  person: AnswerOf<typeof getPerson>
  onDone: () => void
}

export function EditPerson({ clientId, person, onDone }: EditPersonProps) {
  const { t } = useTranslation()
  const { membershipId, name, email, phone, staffNumber, group, locale } = person
  const saving = useClientMutation(clientId, (fields: PersonFields) =>
    api(updatePerson, { params: { clientId, membershipId }, body: changesOf(fields, person) }),
  )
  const role = person.type === 'employee' ? 'employee' : 'candidate'
  return (
    <PersonForm
      clientId={clientId}
      start={{ name, email, phone, staffNumber, role, group, locale }}
      before={person}
      submitLabel={t('person:edit.submit')}
      failedTitle={t('person:edit.failed')}
      sending={saving}
      onCancel={onDone}
      onSubmit={(fields) =>
        saving.mutate(fields, {
          onSuccess: () => {
            toast.success(t('person:edit.done'))
            onDone()
          },
        })
      }
    />
  )
}
