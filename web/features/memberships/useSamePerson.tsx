import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BodyIn } from '#contract/kit.ts'
import { findOtherNames } from '#contract/people.ts'
import { useAction } from '../../app/useAction.ts'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'

type Question = BodyIn<typeof findOtherNames>

interface GivenPerson {
  name: string
  email?: string
  phone?: string
  staffNumber?: string
  role?: Question['role']
}

const questionOf = ({ name, email, phone, staffNumber, role }: GivenPerson): Question => ({
  ...(role && { role }),
  emails: [
    {
      name,
      ...(email !== undefined && { email }),
      ...(phone !== undefined && { phone }),
      ...(staffNumber !== undefined && { staffNumber }),
    },
  ],
})

/** Asks whether it is the same person, before someone registered under another name is invited. */
export function useSamePerson(clientId: string, failed: string) {
  const { t } = useTranslation()
  const [question, setQuestion] = useState<{ name: string; registered: string; goOn: () => void }>()
  const looking = useAction(findOtherNames, { failed, inline: true, reads: true })
  return {
    looking,
    /** Goes on at once where there is nothing to ask. */
    ask: (person: GivenPerson, goOn: () => void) =>
      looking.mutate(
        { params: { clientId }, body: questionOf(person) },
        {
          onSuccess: ([other]) =>
            other === undefined ? goOn() : setQuestion({ name: person.name, registered: other.name, goOn }),
        },
      ),
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
