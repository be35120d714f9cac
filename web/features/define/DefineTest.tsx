import { IconAlertCircle, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatNumber } from '#contract/format.ts'
import type { SelectedClient } from '../../app/clientSelection.ts'
import { isLocale } from '../../app/localeSettings.ts'
import { paths } from '../../app/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { DateField } from '../../ui/DateField.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { StepFrame } from '../../ui/StepFrame.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { todayIn } from '../invite/days.ts'
import { InventoryCards } from '../invite/InventoryCards.tsx'
import { QuotaAfter } from '../invite/QuotaAfter.tsx'
import { useOffer } from '../invite/useOffer.ts'
import wizard from '../invite/wizard.module.css'
import { DefineFailure } from './DefineFailure.tsx'
import { PeoplePicker } from './PeoplePicker.tsx'
import { useChosenPeople } from './useChosenPeople.ts'
import { type DefineBody, useDefine } from './useDefine.ts'
import { WhoTabs } from './WhoTabs.tsx'

/** Gives tests to people who are in place: whom, which, until when. */
export function DefineTest({ client }: { client: SelectedClient }) {
  const { t, i18n } = useTranslation()
  const offer = useOffer(client.value)
  const people = useChosenPeople(client.value)
  const define = useDefine(client.value)
  const [inventoryIds, setInventoryIds] = useState<string[]>([])
  const [dueDate, setDueDate] = useState<string | null>(null)
  const [locale, setLocale] = useState(isLocale(i18n.language) ? i18n.language : 'tr')
  const [description, setDescription] = useState('')
  const [asked, setAsked] = useState(false)
  const number = (value: number) => formatNumber(value, i18n.language)
  const today = todayIn(offer.timeZone)
  const late = dueDate !== null && dueDate < today
  const missing = {
    people: people.number === 0,
    tests: inventoryIds.length === 0,
    description: description.trim() === '',
  }
  const picked = (offer.offers ?? []).filter(({ id }) => inventoryIds.includes(id))
  const short = picked.some(({ available }) => available < people.number)

  const send = (skipExisting: boolean) => {
    setAsked(true)
    if (missing.people || missing.tests || missing.description || late) return focusFirstError()
    const body: DefineBody = {
      ...people.whom,
      inventoryIds,
      description: description.trim(),
      locale,
      ...(dueDate === null ? {} : { dueDate }),
      ...(skipExisting ? { skipExisting } : {}),
    }
    if (!define.isPending) define.mutate(body)
  }

  return (
    <>
      <PageHeader
        title={t('invite:title')}
        crumbs={
          <>
            <Link to={paths.assignments}>{t('invite:crumb.assignments')}</Link>
            <IconChevronRight size={16} stroke={1.75} className="flip" aria-hidden />
            <span>{t('invite:crumb.new')}</span>
          </>
        }
      />
      <Card clip>
        <WhoTabs who="here" />
        <StepFrame
          title={t('define:title')}
          lead={t('define:lead')}
          onSubmit={() => send(false)}
          back={
            <Button variant="plain" component={Link} to={paths.assignments}>
              {t('invite:whom.leave')}
            </Button>
          }
          note={t('invite:what.amount', {
            people: t('invite:peopleCount', { count: people.number, number: number(people.number) }),
            tests: t('invite:testCount', { count: inventoryIds.length, number: number(inventoryIds.length) }),
          })}
          forward={
            <Button variant="solid" type="submit" loading={define.isPending}>
              {t('define:send')}
            </Button>
          }
          aside={
            picked.length > 0 ? (
              <QuotaAfter offers={picked} picked={inventoryIds} people={people.number} />
            ) : null
          }
        >
          <div className={wizard.field} data-define={asked && missing.people ? 'error' : undefined}>
            <PeoplePicker clientId={client.value} people={people} />
            {asked && missing.people ? <Wrong>{t('define:error.noPeople')}</Wrong> : null}
          </div>
          <div className={wizard.field} data-define={asked && missing.tests ? 'error' : undefined}>
            <InventoryCards
              offer={offer}
              people={people.number}
              picked={inventoryIds}
              onPick={setInventoryIds}
            />
            {asked && missing.tests ? <Wrong>{t('invite:error.noTest')}</Wrong> : null}
          </div>
          <div className={wizard.pair}>
            <DateField
              label={t('invite:what.due')}
              optional
              size="sm"
              value={dueDate}
              minDate={today}
              onChange={setDueDate}
              error={late ? t('invite:error.pastDay') : undefined}
            />
            <div className={wizard.field}>
              <span className={wizard.label}>{t('invite:what.language')}</span>
              <Segmented
                label={t('invite:what.language')}
                className={wizard.start ?? ''}
                value={locale}
                onChange={(value) => setLocale(value === 'en' ? 'en' : 'tr')}
                data={[
                  { value: 'tr', label: 'Türkçe' },
                  { value: 'en', label: 'English' },
                ]}
              />
            </div>
          </div>
          <TextField
            label={t('invite:what.description')}
            help={t('invite:what.descriptionHelp')}
            size="sm"
            maxLength={1000}
            value={description}
            error={asked && missing.description ? t('invite:error.noDescription') : undefined}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
          <div className={wizard.failure}>
            <DefineFailure
              error={define.error}
              short={short}
              busy={define.isPending}
              onSkip={() => send(true)}
            />
          </div>
        </StepFrame>
      </Card>
    </>
  )
}

function Wrong({ children }: { children: string }) {
  return (
    <p className={wizard.error} role="alert">
      <IconAlertCircle aria-hidden />
      <span>{children}</span>
    </p>
  )
}

function focusFirstError() {
  // After the errors are drawn.
  requestAnimationFrame(() =>
    document
      .querySelector<HTMLElement>(
        '[data-define="error"] :is([type="search"], [role="checkbox"]:not(:disabled)), main [aria-invalid="true"]',
      )
      ?.focus(),
  )
}
