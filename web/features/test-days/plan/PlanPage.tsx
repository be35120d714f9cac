import { IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ClientGate } from '../../../app/ClientGate.tsx'
import type { SelectedClient } from '../../../app/clientSelection.ts'
import { paths } from '../../../app/paths.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { DateField } from '../../../ui/form/DateField.tsx'
import { PickerField } from '../../../ui/form/PickerField.tsx'
import { StepFrame } from '../../../ui/form/StepFrame.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { PeoplePicker } from '../../people/assign/PeoplePicker.tsx'
import { TestsField } from '../../people/assign/TestsField.tsx'
import { ChosenAmount } from '../../people/invite/tests/ChosenAmount.tsx'
import { InvitationLanguage } from '../../people/invite/tests/InvitationLanguage.tsx'
import { QuotaAfter } from '../../quota/QuotaAfter.tsx'
import { useSteadyOffers } from '../../quota/useSteadyOffers.ts'
import { DayFailure } from '../DayFailure.tsx'
import { SensitiveOffline } from '../SensitiveOffline.tsx'
import { usePlan } from './usePlan.ts'

export default function PlanPage() {
  return <ClientGate>{(client) => <Plan key={client.value} client={client} />}</ClientGate>
}

/** The form for the place, the time, the tests and the people. */
function Plan({ client }: { client: SelectedClient }) {
  const { t } = useTranslation()
  const plan = usePlan(client.value)
  const { form, draft, edit, offer, people, inventoryIds, sensitive, today, creating } = plan
  const picked = useSteadyOffers(offer.offers, creating.isPending || creating.isSuccess).filter(({ id }) =>
    inventoryIds.includes(id),
  )
  return (
    <>
      <PageHeader
        crumbs={
          <>
            <Link to={paths.testDays}>{t('test-days:title')}</Link>
            <IconChevronRight size={16} stroke={1.75} className="flip" aria-hidden />
            <span>{t('test-days:plan.title')}</span>
          </>
        }
      />
      <Card clip>
        <StepFrame
          title={t('test-days:plan.heading')}
          lead={t('test-days:plan.lead')}
          form={form}
          back={
            <Button variant="plain" component={Link} to={paths.testDays}>
              {t('invite:people.leave')}
            </Button>
          }
          note={<ChosenAmount people={people.number} tests={inventoryIds.length} />}
          forward={
            <Button variant="solid" type="submit" loading={creating.isPending}>
              {t('test-days:plan.send')}
            </Button>
          }
          aside={
            picked.length > 0 ? (
              <QuotaAfter offers={picked} picked={inventoryIds} people={people.number} atMost />
            ) : null
          }
        >
          <div className="stack two-columns gap-20">
            <TextField
              label={t('test-days:field.place')}
              help={t('test-days:field.placeHelp')}
              size="sm"
              {...form.input('place')}
            />
            <DateField
              label={t('test-days:field.day')}
              size="sm"
              value={draft.day}
              minDate={today}
              onChange={(day) => edit({ day })}
              onUnreadable={plan.setUnreadable}
              error={form.error('day')}
            />
          </div>
          <TextField
            label={t('test-days:field.rooms')}
            help={t('test-days:field.roomsHelp')}
            optional
            size="sm"
            {...form.input('rooms')}
          />
          <TestsField
            clientId={client.value}
            offer={offer}
            people={people}
            atMost
            picked={inventoryIds}
            error={form.error('tests')}
            onPick={(picked) => edit({ inventoryIds: picked })}
          />
          <SensitiveOffline tests={sensitive} allowed={draft.sensitiveOffline} onChange={plan.allowOffline} />
          <PickerField error={form.error('people')}>
            <PeoplePicker clientId={client.value} people={people} />
          </PickerField>
          <InvitationLanguage
            label={t('test-days:field.locale')}
            value={draft.locale}
            onChange={(locale) => edit({ locale })}
            help={t('test-days:field.localeHelp')}
          />
          <DayFailure error={creating.error} failed={t('test-days:plan.failed')}>
            {(words) => (
              <Link className="link" to={paths.testDays}>
                {words}
              </Link>
            )}
          </DayFailure>
        </StepFrame>
      </Card>
    </>
  )
}
