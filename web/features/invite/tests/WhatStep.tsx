import { IconAlertCircle, IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDay, formatNumber } from '#contract/format.ts'
import { daysBetween, todayIn } from '../../../app/days.ts'
import { useForm } from '../../../app/useForm.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { DateField } from '../../../ui/form/DateField.tsx'
import { Segmented } from '../../../ui/form/Segmented.tsx'
import { StepFrame } from '../../../ui/form/StepFrame.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { listOf, rowsToSend } from '../draft/draft.ts'
import { issuesOf } from '../people/parse/check.ts'
import type { StepProps } from '../stepProps.ts'
import classes from '../wizard.module.css'
import { InventoryCards } from './InventoryCards.tsx'
import { MailPreview } from './MailPreview.tsx'
import { useForecast } from './useForecast.ts'

export function WhatStep({ client, draft, dispatch, offer }: StepProps) {
  const { t, i18n } = useTranslation()
  const [unreadable, setUnreadable] = useState(false)
  const people = usePeople(draft)
  const offered = useMemo(() => (offer.offers ?? []).map(({ id }) => id), [offer.offers])
  const { units, exact } = useForecast(client.value, people.rows, offered)
  const number = (value: number) => formatNumber(value, i18n.language)
  const today = todayIn(offer.timeZone)
  const late = draft.dueDate !== null && draft.dueDate < today
  // In the language of the invitation, because the participant reads it; a bare date would look like a deadline.
  const day = t(`invite:what.descriptionDay.${draft.locale}`, { day: formatDay(today, draft.locale) })

  const form = useForm({
    start: { tests: draft.inventoryIds, dueDate: draft.dueDate },
    check: () => ({
      tests: draft.inventoryIds.length === 0 ? t('invite:error.noTest') : undefined,
      // The field shows both itself.
      dueDate: late || unreadable || undefined,
    }),
    send: () => {
      if (draft.description.trim() === '') dispatch({ type: 'edit', values: { description: day } })
      dispatch({ type: 'go', to: 'check' })
    },
  })
  const noTest = form.error('tests')

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
      note={t('invite:what.amount', {
        people: t('invite:peopleCount', { count: people.count, number: number(people.count) }),
        tests: t('invite:testCount', {
          count: draft.inventoryIds.length,
          number: number(draft.inventoryIds.length),
        }),
      })}
      forward={
        <Button variant="solid" type="submit" iconEnd={<IconArrowRight className="flip" aria-hidden />}>
          {t('invite:what.next')}
        </Button>
      }
      aside={
        <Suspense fallback={null}>
          <MailPreview
            client={client.label}
            name={people.firstName}
            draft={draft}
            offers={offer.offers ?? []}
          />
        </Suspense>
      }
    >
      <div className={classes.field} data-wrong-field={noTest === undefined ? undefined : true}>
        <InventoryCards
          offer={offer}
          people={people.count}
          units={units}
          atMost={!exact}
          picked={draft.inventoryIds}
          onPick={(inventoryIds) => dispatch({ type: 'edit', values: { inventoryIds } })}
        />
        {noTest ? (
          <p className={classes.error} role="alert">
            <IconAlertCircle aria-hidden />
            <span>{noTest}</span>
          </p>
        ) : null}
      </div>
      <div className={classes.pair}>
        <DateField
          label={t('invite:what.due')}
          optional
          size="sm"
          value={draft.dueDate}
          minDate={today}
          onChange={(dueDate) => dispatch({ type: 'edit', values: { dueDate } })}
          onUnreadable={setUnreadable}
          error={late ? t('invite:error.pastDay') : undefined}
          help={<DueHelp day={draft.dueDate} today={today} timeZone={offer.timeZone} />}
        />
        <div className={classes.field}>
          <span className={classes.label}>{t('invite:what.language')}</span>
          <Segmented
            label={t('invite:what.language')}
            className={classes.start ?? ''}
            value={draft.locale}
            onChange={(value) => dispatch({ type: 'edit', values: { locale: value === 'en' ? 'en' : 'tr' } })}
            data={[
              { value: 'tr', label: 'Türkçe' },
              { value: 'en', label: 'English' },
            ]}
          />
          <p className="meta">{t('invite:what.languageHelp')}</p>
        </div>
      </div>
      <TextField
        label={t('invite:what.description')}
        help={t('invite:what.descriptionDefault', { text: day })}
        optional
        size="sm"
        maxLength={1000}
        value={draft.description}
        onChange={(event) => dispatch({ type: 'edit', values: { description: event.currentTarget.value } })}
      />
    </StepFrame>
  )
}

function DueHelp({ day, today, timeZone }: { day: string | null; today: string; timeZone: string }) {
  const { t } = useTranslation()
  if (day === null) return <>{t('invite:what.noDue')}</>
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
