import { IconArrowLeft } from '@tabler/icons-react'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'
import { useForm } from '../../../../app/useForm.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { StepFrame } from '../../../../ui/form/StepFrame.tsx'
import { CoolingPeople } from '../../../assignments/access-rules/CoolingPeople.tsx'
import { QuotaAfter } from '../../../quota/QuotaAfter.tsx'
import type { Offer } from '../../../quota/useOffer.ts'
import { useSteadyOffers } from '../../../quota/useSteadyOffers.ts'
import { checkIssues, rowsToSend } from '../draft/draft.ts'
import { Progress } from '../job/Progress.tsx'
import type { StepProps } from '../stepProps.ts'
import { useForecast } from '../tests/useForecast.ts'
import classes from '../wizard.module.css'
import { CheckTable } from './CheckTable.tsx'
import { InvitationSummary } from './InvitationSummary.tsx'
import { SendFailure } from './SendFailure.tsx'
import { useOtherNames } from './useOtherNames.ts'
import { useSend } from './useSend.ts'

export function CheckStep({ client, draft, dispatch, offer }: StepProps) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  const issues = checkIssues(draft.rows)
  const sendable = useMemo(() => rowsToSend(draft.rows), [draft.rows])
  const table = useRef<HTMLDivElement>(null)
  const findOtherNames = useOtherNames(client.value, draft, sendable, dispatch)
  const send = useSend(client.value, draft, dispatch, {
    findOtherNames,
    onFound: () => table.current?.scrollIntoView({ block: 'start' }),
  })
  const failure = useInView(send.error)
  const { units, exact, cooling } = useForecast(client.value, sendable, draft.inventoryIds)
  const people = sendable.length
  const duplicates = issues.filter((issue) => issue?.code === 'duplicate').length
  const waiting = issues.filter((issue) => issue !== undefined).length - duplicates
  const offers = useSteadyOffers(offer.offers, send.busy)
  const short = exact
    ? offers
        .filter(({ id, available }) => draft.inventoryIds.includes(id) && available < units(id))
        .map(({ id, code, available }) => ({ test: code, missing: units(id) - available }))
    : []

  const lead = [
    waiting > 0 ? t('invite:check.toFix', { count: waiting, number: number(waiting) }) : '',
    duplicates > 0 ? t('invite:check.repeats', { count: duplicates, number: number(duplicates) }) : '',
  ].filter(Boolean)

  const form = useForm({ start: {}, send: () => send.start() })

  return (
    <StepFrame
      title={t('invite:check.title')}
      lead={
        lead.length > 0
          ? `${lead.join(' ')} ${t('invite:check.orLeaveOut', { count: waiting + duplicates })}`
          : t('invite:check.allGood')
      }
      form={form}
      back={
        <Button
          icon={<IconArrowLeft className="flip" aria-hidden />}
          disabled={send.busy}
          onClick={() => dispatch({ type: 'go', to: 'what' })}
        >
          {t('invite:back')}
        </Button>
      }
      note={
        send.busy
          ? t('invite:check.sending', { count: people, number: number(people) })
          : waiting > 0
            ? t('invite:check.stillToFix', { count: waiting, number: number(waiting) })
            : null
      }
      forward={
        <Button variant="solid" type="submit" loading={send.busy} disabled={people === 0}>
          {t('invite:check.send', { count: people, number: number(people) })}
        </Button>
      }
      aside={
        <>
          <QuotaAfter
            offers={offers}
            picked={draft.inventoryIds}
            people={people}
            units={units}
            leftOut={cooling.of}
            atMost={!exact}
          />
          <InvitationSummary draft={draft} sendable={sendable} waiting={waiting} />
        </>
      }
    >
      <div ref={failure} className={classes.failure}>
        {send.progress ? <Progress {...send.progress} /> : null}
        <SendFailure
          error={send.error}
          unanswered={send.unanswered}
          short={short}
          onGoBack={() => dispatch({ type: 'go', to: 'what' })}
        />
      </div>
      {cooling.count > 0 ? <Cooling cooling={cooling} offers={offer.offers ?? []} /> : null}
      <div ref={table}>
        <CheckTable
          rows={draft.rows}
          issues={issues}
          group={draft.group.trim()}
          dispatch={dispatch}
          locked={send.busy}
        />
      </div>
    </StepFrame>
  )
}

interface CoolingProps {
  cooling: ReturnType<typeof useForecast>['cooling']
  offers: readonly Offer[]
}

function Cooling({ cooling, offers }: CoolingProps) {
  const people = cooling.people.map(({ inventoryIds, ...person }) => ({
    ...person,
    inventories: offers.flatMap(({ id, code }) => (inventoryIds.includes(id) ? [code] : [])),
  }))
  return <CoolingPeople cooling={{ count: cooling.count, people }} />
}

/** The button is below a list that may be long, the failure message above it. */
function useInView(error: Error | null) {
  const words = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error) words.current?.scrollIntoView({ block: 'center' })
  }, [error])
  return words
}
