import { IconChevronRight } from '@tabler/icons-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { SelectedClient } from '../../../app/clientSelection.ts'
import { paths } from '../../../app/paths.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { PickerField } from '../../../ui/form/PickerField.tsx'
import { StepFrame } from '../../../ui/form/StepFrame.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { DueDateField } from '../../assignments/access-rules/DueDateField.tsx'
import { QuotaAfter } from '../../quota/QuotaAfter.tsx'
import { useSteadyOffers } from '../../quota/useSteadyOffers.ts'
import { WhoTabs } from '../invite/people/WhoTabs.tsx'
import { ChosenAmount } from '../invite/tests/ChosenAmount.tsx'
import { InvitationLanguage } from '../invite/tests/InvitationLanguage.tsx'
import { MoreParts } from '../invite/tests/MoreParts.tsx'
import wizard from '../invite/wizard.module.css'
import { AssignFailure } from './AssignFailure.tsx'
import { forgetDraft } from './draft.ts'
import { PeoplePicker } from './PeoplePicker.tsx'
import { StartOver } from './StartOver.tsx'
import { TestsField } from './TestsField.tsx'
import { useAssignForm } from './useAssignForm.ts'

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
  /** True if the form was restarted: it is then read from its beginning. */
  again: boolean
  onStartOver: () => void
}

function AssignForm({ client, again, onStartOver }: AssignFormProps) {
  const { t } = useTranslation()
  const beginning = useStart(again)
  const assign = useAssignForm(client.value)
  const { form, draft, edit, offer, people, inventoryIds, busy } = assign
  const offers = useSteadyOffers(offer.offers, busy)
  const picked = offers.filter(({ id }) => inventoryIds.includes(id))
  const short = picked
    .filter(({ available }) => available < people.number)
    .map(({ code, available }) => ({ test: code, missing: people.number - available }))

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
                {assign.begun ? <StartOver busy={busy} onStartOver={onStartOver} /> : null}
              </>
            }
            note={<ChosenAmount people={people.number} tests={inventoryIds.length} />}
            forward={
              <Button variant="solid" type="submit" loading={busy} disabled={assign.waiting}>
                {t('assign:send')}
              </Button>
            }
            aside={
              picked.length > 0 ? (
                <QuotaAfter offers={picked} picked={inventoryIds} people={people.number} />
              ) : null
            }
          >
            <PickerField error={form.error('people')}>
              <PeoplePicker clientId={client.value} people={people} />
            </PickerField>
            <TestsField
              clientId={client.value}
              offer={offer}
              people={people}
              picked={inventoryIds}
              error={form.error('tests')}
              onPick={(picked) => edit({ inventoryIds: picked })}
            />
            <div className="stack two-columns gap-20">
              <DueDateField
                label={t('invite:what.due')}
                size="sm"
                value={assign.dueDate}
                preset={assign.preset}
                minDate={assign.today}
                onChange={(day) => edit({ dueDate: day })}
                onUnreadable={assign.setUnreadable}
                error={assign.late ? t('invite:error.pastDay') : form.error('dueDate')}
              />
              <InvitationLanguage value={draft.locale} onChange={(locale) => edit({ locale })} />
            </div>
            <TextField
              label={t('invite:what.description')}
              help={t('invite:what.descriptionHelp')}
              size="sm"
              {...form.input('description')}
            />
            <MoreParts
              draft={{ ...draft, inventoryIds, dueDate: assign.dueDate }}
              offers={offer.offers}
              onChange={edit}
              onUnreadable={assign.setOpeningUnreadable}
            />
            <div className={wizard.failure}>
              <AssignFailure error={assign.error} short={short} busy={busy} onSkip={assign.skip} />
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
