import { useTranslation } from 'react-i18next'
import type { AnswerOf } from '#contract/kit.ts'
import { type getPerson, updatePerson } from '#contract/memberships.ts'
import { useAction } from '../../../app/useAction.ts'
import { PersonForm } from './PersonForm.tsx'
import { changesOf } from './personForm.ts'

interface EditPersonProps {
  clientId: string
  person: AnswerOf<typeof getPerson>
  onDone: () => void
}

export function EditPerson({ clientId, person, onDone }: EditPersonProps) {
  const { t } = useTranslation()
  const { membershipId, name, email, phone, staffNumber, group, locale } = person
  const saving = useAction(updatePerson, {
    done: t('person:edit.done'),
    failed: t('person:edit.failed'),
    inline: true,
  })
  const role = person.type === 'employee' ? 'employee' : 'candidate'
  return (
    <PersonForm
      clientId={clientId}
      start={{ name, email, phone, staffNumber, role, group, locale }}
      before={person}
      submitLabel={t('person:edit.submit')}
      sending={saving}
      onCancel={onDone}
      onSubmit={(fields) =>
        saving.mutate(
          { params: { clientId, membershipId }, body: changesOf(fields, person) },
          { onSuccess: onDone },
        )
      }
    />
  )
}
