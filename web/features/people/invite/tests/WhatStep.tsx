import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDay } from '#contract/format.ts'
import { inviteEmails } from '#contract/people.ts'
import { daysBetween, todayIn } from '../../../../app/days.ts'
import { limitsOf } from '../../../../app/limits.ts'
import { useForm } from '../../../../app/useForm.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { PickerField } from '../../../../ui/form/PickerField.tsx'
import { StepFrame } from '../../../../ui/form/StepFrame.tsx'
import { TextField } from '../../../../ui/form/TextField.tsx'
import { DueDateField } from '../../../assignments/access-rules/DueDateField.tsx'
import { dueDateOf } from '../../../assignments/access-rules/dueDate.ts'
import { termsWrong } from '../../../assignments/access-rules/terms.ts'
import { SensitiveNotes } from '../../../enablements/SensitiveNotes.tsx'
import { listOf, rowsToSend } from '../draft/draft.ts'
import { issuesOf } from '../people/parse/check.ts'
import type { StepProps } from '../stepProps.ts'
import { ChosenAmount } from './ChosenAmount.tsx'
import { InventoryCards } from './InventoryCards.tsx'
import { InvitationLanguage } from './InvitationLanguage.tsx'
import { MailPreview } from './MailPreview.tsx'
import { MoreParts } from './MoreParts.tsx'
import { useForecast } from './useForecast.ts'

export function WhatStep({ client, draft, dispatch, offer }: StepProps) {
  const { t } = useTranslation()
  const [unreadable, setUnreadable] = useState(false)
  const [openingUnreadable, setOpeningUnreadable] = useState(false)
  const people = usePeople(draft)
  const offered = useMemo(() => (offer.offers ?? []).map(({ id }) => id), [offer.offers])
  const { units, exact } = useForecast(client.value, people.rows, offered)
  const today = todayIn(offer.timeZone)
  const dueDate = dueDateOf(draft.dueDate, draft.terms.day ?? today, offer.dueDays)
  const late = Boolean(dueDate) && dueDate !== null && dueDate < today
  // The day is in the invitation's language, because the participant reads it; a bare date would look like a deadline.
  const day = t(`invite:what.descriptionDay.${draft.locale}`, { day: formatDay(today, draft.locale) })

  const form = useForm({
    start: { tests: draft.inventoryIds, dueDate, terms: draft.terms },
    check: () => ({
      tests: draft.inventoryIds.length === 0 ? t('invite:error.noTest') : undefined,
      // The field shows the first two itself.
      dueDate: late || unreadable || (dueDate === '' ? t('access:due.missing') : undefined),
      terms: openingUnreadable || termsWrong(draft.terms, dueDate || null, draft.inventoryIds.length),
    }),
    send: () => {
      // The default day is now fixed: sent again after midnight, it is the same.
      if (draft.dueDate === undefined) dispatch({ type: 'edit', values: { dueDate } })
      if (draft.description.trim() === '') dispatch({ type: 'edit', values: { description: day } })
      dispatch({ type: 'go', to: 'check' })
    },
  })

  return (
    <StepFrame
      title={t('invite:what.title')}
      lead={t('invite:what.lead')}
      form={form}
      back={
        <Button
          icon={<IconArrowLeft className="flip" aria-hidden />}
          onClick={() => dispatch({ type: 'go', to: 'people' })}
        >
          {t('invite:back')}
        </Button>
      }
      note={<ChosenAmount people={people.count} tests={draft.inventoryIds.length} />}
      forward={
        <Button variant="solid" type="submit" iconEnd={<IconArrowRight className="flip" aria-hidden />}>
          {t('invite:what.next')}
        </Button>
      }
      aside={<Preview client={client} name={people.firstName} draft={{ ...draft, dueDate }} offer={offer} />}
    >
      <PickerField error={form.error('tests')}>
        <InventoryCards
          offer={offer}
          people={people.count}
          units={units}
          atMost={!exact}
          picked={draft.inventoryIds}
          onPick={(inventoryIds) => dispatch({ type: 'edit', values: { inventoryIds } })}
        />
      </PickerField>
      <SensitiveNotes
        clientId={client.value}
        offers={offer.offers}
        picked={draft.inventoryIds}
        candidates={draft.role === 'candidate'}
      />
      <div className="stack two-columns gap-20">
        <DueDateField
          label={t('invite:what.due')}
          size="sm"
          value={dueDate}
          preset={dueDateOf(undefined, draft.terms.day ?? today, offer.dueDays)}
          minDate={today}
          onChange={(dueDate) => dispatch({ type: 'edit', values: { dueDate } })}
          onUnreadable={setUnreadable}
          error={late ? t('invite:error.pastDay') : form.error('dueDate')}
          help={dueDate ? <DueHelp day={dueDate} today={today} timeZone={offer.timeZone} /> : null}
        />
        <InvitationLanguage
          value={draft.locale}
          onChange={(locale) => dispatch({ type: 'edit', values: { locale } })}
          help={t('invite:what.languageHelp')}
        />
      </div>
      <Description day={day} value={draft.description} dispatch={dispatch} />
      <MoreParts
        draft={{ ...draft, dueDate }}
        offers={offer.offers}
        onChange={(values) => dispatch({ type: 'edit', values })}
        onUnreadable={setOpeningUnreadable}
      />
    </StepFrame>
  )
}

function Preview({ client, name, draft, offer }: Omit<StepProps, 'dispatch'> & { name: string }) {
  return (
    <Suspense fallback={null}>
      <MailPreview client={client.label} name={name} draft={draft} offers={offer.offers ?? []} />
    </Suspense>
  )
}

/** Empty it is the day of the invitation. */
function Description({ day, value, dispatch }: { day: string; value: string } & Pick<StepProps, 'dispatch'>) {
  const { t } = useTranslation()
  return (
    <TextField
      label={t('invite:what.description')}
      help={t('invite:what.descriptionDefault', { text: day })}
      size="sm"
      {...limitsOf(inviteEmails.body.shape, 'description')}
      value={value}
      onChange={(event) => dispatch({ type: 'edit', values: { description: event.currentTarget.value } })}
    />
  )
}

function DueHelp({ day, today, timeZone }: { day: string; today: string; timeZone: string }) {
  const { t } = useTranslation()
  const zone =
    timeZone === 'Europe/Istanbul'
      ? t('invite:what.zoneIstanbul')
      : t('invite:what.zone', { zone: timeZone.split('/').at(-1)?.replaceAll('_', ' ') })
  const left = daysBetween(today, day)
  return (
    <>
      {t('invite:what.dueHelp', { zone })} {left === 0 ? t('invite:what.dueToday') : null}
      {left > 0 ? t('invite:what.daysLeft', { count: left }) : null}
    </>
  )
}

/** The people the current list would invite, corrected already or not. Reading a long list must not block typing. */
function usePeople({ method, one, pasted, file, rows, checked }: StepProps['draft']) {
  return useMemo(() => {
    const list = listOf({ method, one, pasted, file })
    const issues = checked ? [] : issuesOf(list)
    const people = checked ? rowsToSend(rows) : list.filter((_, index) => issues[index] === undefined)
    return { rows: people, count: people.length, firstName: people[0]?.name ?? '' }
  }, [method, one, pasted, file, rows, checked])
}
