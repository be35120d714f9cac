import { IconAlertCircle, IconChevronRight } from '@tabler/icons-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatNumber } from '#contract/format.ts'
import type { SelectedClient } from '../../app/clientSelection.ts'
import { todayIn } from '../../app/days.ts'
import { isLocale } from '../../app/localeSettings.ts'
import { paths } from '../../app/paths.ts'
import { useForm } from '../../app/useForm.ts'
import { Button } from '../../ui/button/Button.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { Segmented } from '../../ui/form/Segmented.tsx'
import { StepFrame } from '../../ui/form/StepFrame.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { WhoTabs } from '../invite/people/WhoTabs.tsx'
import { InventoryCards } from '../invite/tests/InventoryCards.tsx'
import wizard from '../invite/wizard.module.css'
import { QuotaAfter } from '../quota/QuotaAfter.tsx'
import { useOffer } from '../quota/useOffer.ts'
import { AssignFailure } from './AssignFailure.tsx'
import { forgetDraft, useDraft } from './draft.ts'
import { PeoplePicker } from './PeoplePicker.tsx'
import { StartOver } from './StartOver.tsx'
import { type AssignBody, useAssign } from './useAssign.ts'
import { useChosenPeople } from './useChosenPeople.ts'

/** Gives tests to people who are already here: who, which, until when. */
export function AssignTest({ client }: { client: SelectedClient }) {
  const [round, setRound] = useState(0)
  const startOver = () => {
    forgetDraft(client.value)
    setRound(round + 1)
  }
  return <AssignForm key={round} client={client} again={round > 0} onStartOver={startOver} />
}

interface AssignFormProps {
  client: SelectedClient
  /** Whether the form was restarted: it is then read from its beginning. */
  again: boolean
  onStartOver: () => void
}

function AssignForm({ client, again, onStartOver }: AssignFormProps) {
  const { t, i18n } = useTranslation()
  const beginning = useStart(again)
  const offer = useOffer(client.value)
  const { draft, edit, begun } = useDraft(client.value, isLocale(i18n.language) ? i18n.language : 'tr')
  const people = useChosenPeople(client.value, draft, edit)
  const assigning = useAssign(client.value)
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
  const picked = (offer.offers ?? []).filter(({ id }) => inventoryIds.includes(id))
  const scarce = picked.find(({ available }) => available < people.number)
  const short = scarce && { test: scarce.code, missing: people.number - scarce.available }

  const body: AssignBody = {
    ...people.recipients,
    inventoryIds,
    description: description.trim(),
    locale,
    ...(dueDate === null ? {} : { dueDate }),
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

  return (
    <>
      <PageHeader
        crumbs={
          <>
            <Link to={paths.assignments}>{t('invite:crumb.assignments')}</Link>
            <IconChevronRight size={16} stroke={1.75} className="flip" aria-hidden />
            <span>{t('invite:crumb.new')}</span>
          </>
        }
      />
      <div ref={beginning} tabIndex={-1} style={{ outline: 'none', minWidth: 0 }}>
        <Card clip>
          <WhoTabs who="here" />
          <StepFrame
            title={t('assign:title')}
            lead={t('assign:lead')}
            form={form}
            back={
              <>
                <Button variant="plain" component={Link} to={paths.assignments}>
                  {t('invite:people.leave')}
                </Button>
                {begun ? <StartOver busy={assigning.isPending} onStartOver={onStartOver} /> : null}
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
              <Button variant="solid" type="submit" loading={assigning.isPending}>
                {t('assign:send')}
              </Button>
            }
            aside={
              picked.length > 0 ? (
                <QuotaAfter offers={picked} picked={inventoryIds} people={people.number} />
              ) : null
            }
          >
            <div className={wizard.field} data-wrong-field={form.isWrong('people') || undefined}>
              <PeoplePicker clientId={client.value} people={people} />
              <Wrong>{form.error('people')}</Wrong>
            </div>
            <div className={wizard.field} data-wrong-field={form.isWrong('tests') || undefined}>
              <InventoryCards
                offer={offer}
                people={people.number}
                picked={inventoryIds}
                onPick={(picked) => edit({ inventoryIds: picked })}
              />
              <Wrong>{form.error('tests')}</Wrong>
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
              {...form.input('description')}
            />
            <div className={wizard.failure}>
              <AssignFailure
                error={sent === chosen ? assigning.error : null}
                short={short}
                busy={assigning.isPending}
                onSkip={() => form.submit(() => send(true))}
              />
            </div>
          </StepFrame>
        </Card>
      </div>
    </>
  )
}

/** A restarted form is read from its beginning, by eye and by screen reader. */
function useStart(again: boolean) {
  const form = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!again) return
    form.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [again])
  return form
}

function Wrong({ children }: { children: string | undefined }) {
  if (children === undefined) return null
  return (
    <p className={wizard.error} role="alert">
      <IconAlertCircle aria-hidden />
      <span>{children}</span>
    </p>
  )
}
