import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { createTestDay, maxTestDayPeople } from '#contract/test-days.ts'
import { todayIn } from '../../../app/days.ts'
import { isLocale } from '../../../app/localeSettings.ts'
import { testDayPath } from '../../../app/paths.ts'
import { useAction } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { useTabDraft } from '../../../app/useTabDraft.ts'
import { useChosenPeople } from '../../people/assign/useChosenPeople.ts'
import { useOffer } from '../../quota/useOffer.ts'
import { roomsIn, tooManyRooms } from '../rooms.ts'
import { emptyPlan, planDrafts } from './draft.ts'

const mostTests = 5

/** The form's state: the draft, the possible choices, and the state of sending it. */
export function usePlan(clientId: string) {
  const { t, i18n } = useTranslation()
  const offer = useOffer(clientId)
  const locale = isLocale(i18n.language) ? i18n.language : 'tr'
  const { draft, edit } = useTabDraft(planDrafts, clientId, emptyPlan(locale))
  const people = useChosenPeople(clientId, draft, edit)
  const creating = useCreate(clientId)
  const [unreadable, setUnreadable] = useState(false)
  // A test chosen before a reload may be out of the offer by now.
  const inventoryIds = draft.inventoryIds.filter(
    (picked) => offer.offers?.some(({ id }) => id === picked) ?? true,
  )
  const sensitive = (offer.offers ?? []).flatMap(({ id, name, sensitive, consentItemCount }) =>
    inventoryIds.includes(id) && (sensitive || consentItemCount > 0) ? [name] : [],
  )
  const today = todayIn(offer.timeZone)
  const { place, day } = draft
  const rooms = roomsIn(draft.rooms)
  const form = useForm({
    start: { place, day, rooms: draft.rooms, people: people.number, tests: inventoryIds },
    schemas: { place: createTestDay.body.shape.place },
    keep: ({ place: typed = draft.place, rooms: list = draft.rooms }) => edit({ place: typed, rooms: list }),
    check: () => ({
      place: place.trim() === '' ? t('test-days:problem.place') : undefined,
      day:
        day === null
          ? unreadable || t('test-days:problem.day')
          : day < today
            ? t('test-days:problem.pastDay')
            : undefined,
      rooms: tooManyRooms(rooms) ? t('test-days:problem.rooms') : undefined,
      people:
        people.number === 0
          ? t('assign:error.noPeople')
          : people.number > maxTestDayPeople
            ? t('test-days:problem.people')
            : undefined,
      tests:
        inventoryIds.length === 0
          ? t('invite:error.noTest')
          : inventoryIds.length > mostTests
            ? t('test-days:problem.tests')
            : undefined,
    }),
    sending: { isPending: creating.isPending, error: null },
    send: () => {
      if (day === null) return
      creating.mutate({
        params: { clientId },
        body: {
          ...people.chosen,
          place: place.trim(),
          day,
          rooms,
          inventoryIds,
          locale: draft.locale,
          ...(sensitive.length > 0 && { sensitiveOffline: draft.sensitiveOffline }),
        },
      })
    },
  })
  const allowOffline = (sensitiveOffline: boolean) => edit({ sensitiveOffline })
  return {
    allowOffline,
    form,
    draft,
    edit,
    offer,
    people,
    inventoryIds,
    sensitive,
    today,
    setUnreadable,
    creating,
  }
}

/** Creates the day, and leads on to it. The same try has the same name, however often it is sent. */
function useCreate(clientId: string) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return useAction(createTestDay, {
    done: t('test-days:plan.done'),
    inline: true,
    after: ({ id }) => {
      planDrafts.write(clientId, null)
      void navigate(testDayPath(id))
    },
  })
}
