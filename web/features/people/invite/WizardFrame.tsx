import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { Stepper, type StepStatus } from '../../../ui/form/Stepper.tsx'
import { useStartOfStep } from '../../../ui/form/useStartOfStep.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import type { Draft } from './draft/draft.ts'
import { WhoTabs } from './people/WhoTabs.tsx'

type Step = Draft['step']
const steps: readonly Step[] = ['people', 'what', 'check', 'result']

/** The page of an invitation around one of its steps. */
export function WizardFrame({ step, children }: { step: Step; children: ReactNode }) {
  const { t } = useTranslation()
  const card = useStartOfStep(step)
  const at = steps.indexOf(step)
  const status = (index: number): StepStatus =>
    index < at ? 'complete' : index === at ? 'in-progress' : 'pending'

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
      <div ref={card} tabIndex={-1} style={{ outline: 'none', minWidth: 0 }}>
        <Card clip>
          {step === 'people' ? <WhoTabs who="new" /> : null}
          <Stepper
            label={t('invite:steps.label')}
            steps={steps.map((key, index) => ({
              key,
              label: t(`invite:steps.${key}`),
              status: status(index),
            }))}
          />
          {children}
        </Card>
      </div>
    </>
  )
}
