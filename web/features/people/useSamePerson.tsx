import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BodyIn } from '#contract/kit.ts'
import { findOtherNames } from '#contract/people.ts'
import { api } from '../../app/api.ts'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'

interface GivenPerson {
  name: string
  email?: string
  phone?: string
  staffNumber?: string
  role?: BodyIn<typeof findOtherNames>['role']
}

/** Asks whether it is the same person, before someone registered under another name is invited. */
export function useSamePerson(clientId: string) {
  const { t } = useTranslation()
  const [question, setQuestion] = useState<{ name: string; registered: string; goOn: () => void }>()
  const looking = useMutation({
    mutationFn: ({ name, email, phone, staffNumber, role }: GivenPerson) =>
      api(findOtherNames, {
        params: { clientId },
        body: {
          ...(role && { role }),
          emails: [
            {
              name,
              ...(email !== undefined && { email }),
              ...(phone !== undefined && { phone }),
              ...(staffNumber !== undefined && { staffNumber }),
            },
          ],
        },
      }),
  })
  return {
    looking,
    /** Goes on at once where there is nothing to ask. */
    ask: (person: GivenPerson, goOn: () => void) =>
      looking.mutate(person, {
        onSuccess: ([other]) =>
          other === undefined ? goOn() : setQuestion({ name: person.name, registered: other.name, goOn }),
      }),
    dialog: question ? (
      <ConfirmDialog
        opened
        danger={false}
        title={t('access:same.title')}
        consequence={t('access:same.text', question)}
        confirmLabel={t('access:same.confirm')}
        onClose={() => setQuestion(undefined)}
        onConfirm={() => {
          setQuestion(undefined)
          question.goOn()
        }}
      />
    ) : null,
  }
}
