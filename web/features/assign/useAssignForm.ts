import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { noAccommodations, sameAccommodations } from '#contract/accommodation-fields.ts'
import { todayIn } from '../../app/days.ts'
import { isLocale } from '../../app/localeSettings.ts'
import { useForm } from '../../app/useForm.ts'
import { useOffer } from '../quota/useOffer.ts'
import { useDraft } from './draft.ts'
import { type AssignBody, useAssign } from './useAssign.ts'
import { useChosenPeople } from './useChosenPeople.ts'

/** What the form holds: the draft, what may be chosen, and the state of sending it. */
export function useAssignForm(clientId: string) {
  const { t, i18n } = useTranslation()
  const offer = useOffer(clientId)
  const { draft, edit, begun } = useDraft(clientId, isLocale(i18n.language) ? i18n.language : 'tr')
  const people = useChosenPeople(clientId, draft, edit)
  const assigning = useAssign(clientId)
  const [unreadable, setUnreadable] = useState(false)
  /** What the last try was of: once something else is chosen, its refusal says nothing any more. */
  const [sent, setSent] = useState('')
  const { dueDate, locale, description, accommodations } = draft
  // What was chosen before a reload may be out of the offer by now.
  const inventoryIds = draft.inventoryIds.filter(
    (picked) => offer.offers?.some(({ id }) => id === picked) ?? true,
  )
  const today = todayIn(offer.timeZone)
  const late = dueDate !== null && dueDate < today

  const body: AssignBody = {
    ...people.recipients,
    inventoryIds,
    description: description.trim(),
    locale,
    ...(dueDate === null ? {} : { dueDate }),
    ...(sameAccommodations(accommodations, noAccommodations) ? {} : { accommodations }),
  }
  const chosen = JSON.stringify(body)

  const form = useForm({
    start: { people: people.number, tests: inventoryIds, description, dueDate },
    keep: ({ description: words = '' }) => edit({ description: words }),
    check: () => ({
      people: people.number === 0 ? t('assign:error.noPeople') : undefined,
      tests: inventoryIds.length === 0 ? t('invite:error.noTest') : undefined,
      description: description.trim() === '' ? t('invite:error.noDescription') : undefined,
      // The field shows both itself.
      dueDate: late || unreadable || undefined,
    }),
    sending: { isPending: assigning.isPending, error: null },
    send: () => send(false),
  })
  const send = (skipExisting: boolean) => {
    setSent(chosen)
    assigning.mutate({ ...body, ...(skipExisting ? { skipExisting } : {}) })
  }
  return {
    ...{ form, draft, edit, begun, offer, people, inventoryIds, today, late, setUnreadable },
    busy: assigning.isPending,
    error: sent === chosen ? assigning.error : null,
    /** Sends it for those who have none of the tests yet. */
    skipExisting: () => form.submit(() => send(true)),
  }
}
