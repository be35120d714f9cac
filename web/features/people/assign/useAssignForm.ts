import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { noAccommodations, sameAccommodations } from '#contract/accommodation-fields.ts'
import { createAssignments } from '#contract/assigning.ts'
import type { BodyIn } from '#contract/kit.ts'
import { todayIn } from '../../../app/days.ts'
import { isLocale } from '../../../app/localeSettings.ts'
import { paths } from '../../../app/paths.ts'
import { useAction } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { dueDateOf } from '../../assignments/access-rules/dueDate.ts'
import { sentTerms, termsWrong } from '../../assignments/access-rules/terms.ts'
import { useOffer } from '../../quota/useOffer.ts'
import { useAssignedToast } from '../invite/result/useAssignedToast.tsx'
import { forgetDraft, useDraft } from './draft.ts'
import { useChosenPeople } from './useChosenPeople.ts'

type Skipping = Pick<AssignBody, 'skipExisting' | 'skipCoolingDown'>

/** The form's state: the draft, the possible choices, and the state of sending it. */
export function useAssignForm(clientId: string) {
  const { t, i18n } = useTranslation()
  const offer = useOffer(clientId)
  const { draft, edit, begun } = useDraft(clientId, isLocale(i18n.language) ? i18n.language : 'tr')
  const people = useChosenPeople(clientId, draft, edit)
  const assigning = useAssign(clientId)
  const [unreadable, setUnreadable] = useState(false)
  const [openingUnreadable, setOpeningUnreadable] = useState(false)
  /** The content of the last try: once something else is chosen, its refusal no longer applies. */
  const [sent, setSent] = useState('')
  /** The kinds of people left out of the last try: the next one leaves them out too. */
  const [skipped, setSkipped] = useState<Skipping>({})
  const { locale, description, accommodations, terms } = draft
  // A test chosen before a reload may be out of the offer by now.
  const inventoryIds = draft.inventoryIds.filter(
    (picked) => offer.offers?.some(({ id }) => id === picked) ?? true,
  )
  const today = todayIn(offer.timeZone)
  const preset = dueDateOf(undefined, terms.day ?? today, offer.dueDays)
  const dueDate = dueDateOf(draft.dueDate, terms.day ?? today, offer.dueDays)
  const late = Boolean(dueDate) && dueDate !== null && dueDate < today

  const body: AssignBody = {
    ...people.recipients,
    inventoryIds,
    description: description.trim(),
    locale,
    ...(dueDate ? { dueDate } : {}),
    ...(sameAccommodations(accommodations, noAccommodations) ? {} : { accommodations }),
    ...sentTerms(terms, inventoryIds.length),
  }
  const chosen = JSON.stringify(body)

  const form = useForm({
    start: { people: people.number, tests: inventoryIds, description, dueDate, terms },
    schemas: { description: createAssignments.body.shape.description },
    keep: ({ description: words = '' }) => edit({ description: words }),
    check: () => ({
      people: people.number === 0 ? t('assign:error.noPeople') : undefined,
      tests: inventoryIds.length === 0 ? t('invite:error.noTest') : undefined,
      description: description.trim() === '' ? t('invite:error.noDescription') : undefined,
      // The field shows the first two itself.
      dueDate: late || unreadable || (dueDate === '' ? t('access:due.missing') : undefined),
      terms: openingUnreadable || termsWrong(terms, dueDate, inventoryIds.length),
    }),
    sending: { isPending: assigning.isPending, error: null },
    send: () => send({}),
  })
  const send = (skipping: Skipping) => {
    setSent(chosen)
    setSkipped(skipping)
    assigning.mutate({ ...body, ...skipping })
  }
  return {
    form,
    draft,
    edit,
    begun,
    offer,
    people,
    inventoryIds,
    today,
    dueDate,
    preset,
    late,
    /** Until the client's days are known there is no due date to send. */
    waiting: preset === '' && draft.dueDate === undefined,
    setUnreadable,
    setOpeningUnreadable,
    // Until the list that it leads to is drawn.
    busy: assigning.isPending || assigning.isSuccess,
    error: sent === chosen ? assigning.error : null,
    /** Sends it for the others: without those who have a test already, or took it too recently. */
    skip: (more: Skipping) => form.submit(() => send({ ...skipped, ...more })),
  }
}

type AssignBody = BodyIn<typeof createAssignments>

/** Gives the tests, and leads on to the list that has them. The same attempt has the same name, however often it is sent. */
function useAssign(clientId: string) {
  const tell = useAssignedToast()
  const navigate = useNavigate()
  const assigning = useAction(createAssignments, {
    inline: true,
    after: ({ created, skipped, coolingDown }) => {
      forgetDraft(clientId)
      tell({ created, waiting: skipped, coolingDown })
      void navigate(paths.assignments)
    },
  })
  return { ...assigning, mutate: (body: AssignBody) => assigning.mutate({ params: { clientId }, body }) }
}
