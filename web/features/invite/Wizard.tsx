import { IconChevronRight } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { SelectedClient } from '../../app/clientSelection.ts'
import { isLocale } from '../../app/localeSettings.ts'
import { paths } from '../../app/paths.ts'
import { Card } from '../../ui/Card.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Stepper, type StepStatus } from '../../ui/Stepper.tsx'
import { WhoTabs } from '../define/WhoTabs.tsx'
import { CheckStep } from './CheckStep.tsx'
import type { Draft } from './draft.ts'
import { ResultStep } from './ResultStep.tsx'
import type { Action } from './steps.ts'
import { useDraft } from './useDraft.ts'
import { useOffer } from './useOffer.ts'
import { WhatStep } from './WhatStep.tsx'
import { WhomStep } from './WhomStep.tsx'

export interface StepProps {
  client: SelectedClient
  draft: Draft
  dispatch: (action: Action) => void
  offer: ReturnType<typeof useOffer>
}

const steps = ['whom', 'what', 'check', 'result'] as const

export function Wizard({ client }: { client: SelectedClient }) {
  const { t, i18n } = useTranslation()
  const language = isLocale(i18n.language) ? i18n.language : 'tr'
  const [draft, dispatch] = useDraft(client.value, language)
  const offer = useOffer(client.value)
  const card = useStartOfStep(draft.step)
  const at = steps.indexOf(draft.step)
  const status = (index: number): StepStatus =>
    index < at ? 'complete' : index === at ? 'in-progress' : 'pending'
  const props: StepProps = { client, draft, dispatch, offer }

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
      <div ref={card} tabIndex={-1} style={{ outline: 'none', minWidth: 0 }}>
        <Card clip>
          {draft.step === 'whom' ? <WhoTabs who="new" /> : null}
          <Stepper
            label={t('invite:steps.label')}
            steps={steps.map((key, index) => ({
              key,
              label: t(`invite:steps.${key}`),
              status: status(index),
            }))}
          />
          {draft.step === 'whom' ? <WhomStep {...props} /> : null}
          {draft.step === 'what' ? <WhatStep {...props} /> : null}
          {draft.step === 'check' ? <CheckStep {...props} /> : null}
          {draft.step === 'result' ? <ResultStep {...props} /> : null}
        </Card>
      </div>
    </>
  )
}

/** A new step is read from its beginning, by eye and by screen reader. */
function useStartOfStep(step: Draft['step']) {
  const card = useRef<HTMLDivElement>(null)
  const last = useRef(step)
  useEffect(() => {
    if (last.current === step) return
    last.current = step
    card.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [step])
  return card
}
