import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Locale } from '#contract/fields.ts'
import { openRegistration, type Registration } from '#contract/registrations.ts'
import { ApiError } from '../../../app/apiError.ts'
import type { SelectedClient } from '../../../app/clientSelection.ts'
import { todayIn } from '../../../app/days.ts'
import { useAction } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { Failure, type Problem } from '../../../ui/feedback/Failure.tsx'
import { DateField } from '../../../ui/form/DateField.tsx'
import { FieldError } from '../../../ui/form/FieldError.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { GroupField } from '../../../ui/form/GroupField.tsx'
import { Segmented } from '../../../ui/form/Segmented.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { SidePanel } from '../../../ui/overlay/SidePanel.tsx'
import { DueDateField } from '../../assignments/access-rules/DueDateField.tsx'
import { dueDateOf } from '../../assignments/access-rules/dueDate.ts'
import { SensitiveNotes } from '../../enablements/SensitiveNotes.tsx'
import { useSensitiveInventories } from '../../enablements/useEnablements.ts'
import { usePeopleGroups } from '../../memberships/usePeopleGroups.ts'
import { GoBack, QuotaShortage } from '../../quota/QuotaShortage.tsx'
import { useOffer } from '../../quota/useOffer.ts'
import { InventoryCards } from '../invite/tests/InventoryCards.tsx'
import { AtGate, Decides } from './Acceptance.tsx'
import {
  bodyOf,
  type ForDay,
  placesOf,
  problemsOf,
  type RegistrationFields,
  startOf,
} from './registrationForm.ts'
import classes from './registrations.module.css'

interface NewRegistrationPanelProps {
  client: SelectedClient
  /** Registers people for this day, and not for tests on their own devices. */
  testDay?: ForDay
  opened: boolean
  onClose: () => void
  onAdded: (registration: Registration) => void
}

export function NewRegistrationPanel({ opened, ...props }: NewRegistrationPanelProps) {
  const { t } = useTranslation()
  return (
    <SidePanel opened={opened} title={t('registrations:new.title')} onClose={props.onClose} held>
      {opened ? <NewRegistration {...props} /> : null}
    </SidePanel>
  )
}

function NewRegistration({ client, testDay, onClose, onAdded }: Omit<NewRegistrationPanelProps, 'opened'>) {
  const { t, i18n } = useTranslation()
  const offer = useOffer(client.value)
  const groups = usePeopleGroups(client.value)
  const today = todayIn(offer.timeZone)
  const opening = useAction(openRegistration, {
    done: t('registrations:new.done'),
    failed: t('registrations:new.failed'),
    inline: true,
  })
  const [endsOn, setEndsOn] = useState(testDay?.day ?? null)
  // Counted from the last day of the registration, so that everybody has as many days.
  const preset = testDay ? null : dueDateOf(undefined, endsOn ?? today, offer.dueDays)
  const form = useForm<RegistrationFields>({
    start: { ...startOf(i18n.language, testDay), dueDate: preset },
    schemas: openRegistration.body.shape,
    check: (typed) => {
      const found = Object.entries(problemsOf(typed, today, testDay))
      return Object.fromEntries(found.map(([name, problem]) => [name, t(`registrations:problem.${problem}`)]))
    },
    sending: opening,
    send: (fields) =>
      opening.mutate(
        { params: { clientId: client.value }, body: bodyOf(fields, testDay) },
        {
          onSuccess: (registration) => {
            onClose()
            onAdded(registration)
          },
        },
      ),
  })
  const { values, set } = form
  return (
    <Form form={form} className="stack one-column gap-16">
      <Refused form={form} onCap={() => form.focus('cap')} />
      <TextField
        label={t(testDay ? 'registrations:field.dayName' : 'registrations:field.name')}
        help={t('registrations:field.nameHelp')}
        autoComplete="off"
        data-autofocus
        {...form.input('name')}
      />
      {testDay ? (
        <p className="meta">
          {t('registrations:field.dayTests', { tests: testDay.tests.map(({ name }) => name).join(', ') })}
        </p>
      ) : (
        <Tests
          clientId={client.value}
          offer={offer}
          places={placesOf(values.cap) ?? 0}
          picked={values.inventoryIds}
          wrong={form.error('inventoryIds')}
          onPick={(ids) => set('inventoryIds', ids)}
        />
      )}
      <TextField
        label={t('registrations:field.cap')}
        help={t('registrations:field.capHelp')}
        autoComplete="off"
        {...form.input('cap')}
      />
      <DateField
        label={t('registrations:field.endsOn')}
        help={t('registrations:field.endsOnHelp')}
        minDate={today}
        {...(testDay && { maxDate: testDay.day })}
        {...form.control('endsOn')}
        onChange={(day) => {
          setEndsOn(day)
          set('endsOn', day)
        }}
      />
      {testDay ? null : (
        <DueDateField
          label={t('registrations:field.dueDate')}
          minDate={values.endsOn ?? today}
          preset={preset}
          {...form.control('dueDate')}
        />
      )}
      <Decides {...form.control('decides')} onDay={testDay !== undefined} />
      {values.decides === 'nobody' ? <AtGate {...form.input('atGate')} /> : null}
      <GroupField
        label={t('registrations:field.group')}
        help={t('registrations:field.groupHelp')}
        size="md"
        groups={groups}
        value={values.group}
        onChange={(group) => set('group', group)}
      />
      {testDay ? null : <Language value={values.locale} onChange={(value) => set('locale', value)} />}
      <Actions busy={opening.isPending} onClose={onClose} />
    </Form>
  )
}

function Actions({ busy, onClose }: { busy: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      <Alert type="info" duration={0} title={t('registrations:unverified.title')}>
        {t('registrations:unverified.text')}
      </Alert>
      <div className="cluster justify-end gap-8 above-8">
        <Button onClick={onClose}>{t('ui:dialog.cancel')}</Button>
        <Button type="submit" variant="solid" loading={busy}>
          {t('registrations:new.submit')}
        </Button>
      </div>
    </>
  )
}

interface RefusedProps {
  form: { failure: unknown; problem: Problem | null }
  onCap: () => void
}

function Refused({ form, onCap }: RefusedProps) {
  const { failure } = form
  const words = useRef<HTMLDivElement>(null)
  // The button is at the end of a long form.
  useEffect(() => {
    if (failure !== null) words.current?.scrollIntoView({ block: 'center' })
  }, [failure])
  if (failure === null) return null
  return (
    <div ref={words}>
      {failure instanceof ApiError && failure.code === 'quota_exceeded' ? (
        <QuotaShortage refused error={failure} goBack={(words) => <GoBack words={words} onClick={onCap} />} />
      ) : (
        <Failure of={form} />
      )}
    </div>
  )
}

interface TestsProps {
  clientId: string
  offer: ReturnType<typeof useOffer>
  places: number
  picked: readonly string[]
  wrong: string | undefined
  onPick: (ids: string[]) => void
}

function Tests({ clientId, offer, places, picked, wrong, onPick }: TestsProps) {
  const { t } = useTranslation()
  const { data: sensitive = [] } = useSensitiveInventories(clientId)
  // Registered people become candidates.
  const employeesOnly = (inventoryId: string) =>
    sensitive.some((one) => one.inventory.id === inventoryId && one.sensitive && !one.forCandidates)
  return (
    <div className={classes.choice} data-wrong-field={wrong === undefined ? undefined : true}>
      <span>{t('registrations:field.tests')}</span>
      <InventoryCards
        offer={offer}
        people={places}
        refused={(id) => (employeesOnly(id) ? t('registrations:field.employeesOnly') : undefined)}
        picked={picked}
        onPick={onPick}
      />
      <FieldError>{wrong}</FieldError>
      <SensitiveNotes clientId={clientId} offers={offer.offers} picked={picked} candidates />
    </div>
  )
}

function Language({ value, onChange }: { value: Locale; onChange: (locale: Locale) => void }) {
  const { t } = useTranslation()
  return (
    <div className={classes.choice}>
      <span>{t('registrations:field.locale')}</span>
      <Segmented
        label={t('registrations:field.locale')}
        value={value}
        onChange={(chosen) => onChange(chosen === 'en' ? 'en' : 'tr')}
        data={[
          { value: 'tr', label: 'Türkçe' },
          { value: 'en', label: 'English' },
        ]}
      />
    </div>
  )
}
