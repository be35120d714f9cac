import { IconAlertCircle, IconChevronRight } from '@tabler/icons-react'
import { useLayoutEffect, useRef, useState } from 'react'
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
import { forgetDraft, useDraft } from './draft.ts'
import { PeoplePicker } from './PeoplePicker.tsx'
import { StartOver } from './StartOver.tsx'
import { useChosenPeople } from './useChosenPeople.ts'
import { type DefineBody, useDefine } from './useDefine.ts'
import { WhoTabs } from './WhoTabs.tsx'

/** Gives tests to people who are in place: whom, which, until when. */
export function DefineTest({ client }: { client: SelectedClient }) {
  const [round, setRound] = useState(0)
  const startOver = () => {
    forgetDraft(client.value)
    setRound(round + 1)
  }
  return <DefineForm key={round} client={client} again={round > 0} onStartOver={startOver} />
}

interface DefineFormProps {
  client: SelectedClient
  /** Whether this is a form begun anew: it is read from its beginning. */
  again: boolean
  onStartOver: () => void
}

function DefineForm({ client, again, onStartOver }: DefineFormProps) {
  const { t, i18n } = useTranslation()
  const form = useStart(again)
  const offer = useOffer(client.value)
  const { draft, edit, begun } = useDraft(client.value, isLocale(i18n.language) ? i18n.language : 'tr')
  const people = useChosenPeople(client.value, draft, edit)
  const define = useDefine(client.value)
  const [asked, setAsked] = useState(false)
  const [unreadable, setUnreadable] = useState(false)
  /** What the last try was of: once something else is chosen, its refusal says nothing any more. */
  const [sent, setSent] = useState('')
  const { dueDate, locale, description } = draft
  // What was chosen before a reload may be out of the offer by now.
  const inventoryIds = draft.inventoryIds.filter(
    (picked) => offer.offers?.some(({ id }) => id === picked) ?? true,
  )
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

  const body: DefineBody = {
    ...people.whom,
    inventoryIds,
    description: description.trim(),
    locale,
    ...(dueDate === null ? {} : { dueDate }),
  }
  const chosen = JSON.stringify(body)

  const send = (skipExisting: boolean) => {
    setAsked(true)
    if (missing.people || missing.tests || missing.description || late || unreadable) return focusFirstError()
    if (define.isPending) return
    setSent(chosen)
    define.mutate({ ...body, ...(skipExisting ? { skipExisting } : {}) })
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
      <div ref={form} tabIndex={-1} style={{ outline: 'none', minWidth: 0 }}>
        <Card clip>
          <WhoTabs who="here" />
          <StepFrame
            title={t('define:title')}
            lead={t('define:lead')}
            onSubmit={() => send(false)}
            back={
              <>
                <Button variant="plain" component={Link} to={paths.assignments}>
                  {t('invite:whom.leave')}
                </Button>
                {begun ? <StartOver busy={define.isPending} onStartOver={onStartOver} /> : null}
              </>
            }
            note={t('invite:what.amount', {
              people: t('invite:peopleCount', { count: people.number, number: number(people.number) }),
              tests: t('invite:testCount', {
                count: inventoryIds.length,
                number: number(inventoryIds.length),
              }),
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
                onPick={(picked) => edit({ inventoryIds: picked })}
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
                onChange={(day) => edit({ dueDate: day })}
                onUnreadable={setUnreadable}
                error={late ? t('invite:error.pastDay') : undefined}
              />
              <div className={wizard.field}>
                <span className={wizard.label}>{t('invite:what.language')}</span>
                <Segmented
                  label={t('invite:what.language')}
                  className={wizard.start ?? ''}
                  value={locale}
                  onChange={(value) => edit({ locale: value === 'en' ? 'en' : 'tr' })}
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
              onChange={(event) => edit({ description: event.currentTarget.value })}
            />
            <div className={wizard.failure}>
              <DefineFailure
                error={sent === chosen ? define.error : null}
                short={short}
                busy={define.isPending}
                onSkip={() => send(true)}
              />
            </div>
          </StepFrame>
        </Card>
      </div>
    </>
  )
}

/** A form that was begun anew is read from its beginning, by eye and by screen reader. */
function useStart(again: boolean) {
  const form = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!again) return
    form.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [again])
  return form
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
