import { useTranslation } from 'react-i18next'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { Stepper, type StepStatus } from '../../ui/form/Stepper.tsx'
import { useStartOfStep } from '../../ui/form/useStartOfStep.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { BillingStep } from './BillingStep.tsx'
import { CompanyStep } from './CompanyStep.tsx'
import classes from './company.module.css'
import { type Draft, type Step, steps } from './draft.ts'
import { ReviewStep } from './ReviewStep.tsx'
import { useCompanyForm } from './useCompanyForm.ts'

interface CompanyFormProps {
  of: string
  initial: Draft
  /** A client that is being opened, or one that there is. */
  way: 'new' | 'edit'
  sending: { readonly isPending: boolean; readonly error: Error | null }
  /** Name and contact were saved before the rest was refused. */
  half?: boolean
  onSubmit: (draft: Draft) => void
}

/** The three steps: company, tax and billing details, review. */
export function CompanyForm({ of, initial, way, sending, half = false, onSubmit }: CompanyFormProps) {
  const { t } = useTranslation()
  const form = useCompanyForm({ of, initial, sending, onSubmit })
  const { error, isPending: busy } = sending
  const { step } = form.draft
  const card = useStartOfStep(step)
  const status = (key: Step): StepStatus => {
    if (key === step) return 'in-progress'
    if (steps.indexOf(key) > steps.indexOf(step)) return 'pending'
    return form.isStepWrong(key) ? 'error' : 'complete'
  }

  return (
    <>
      <PageHeader title={t(`company:title.${way}`)} lead={t(`company:lead.${way}`)} />
      <div ref={card} tabIndex={-1} className={`min-0 ${classes.start}`}>
        {half && error && !busy ? (
          <Alert type="info" duration={0}>
            {t('company:half')}
          </Alert>
        ) : null}
        <Card clip>
          <Stepper
            label={t('company:steps.label')}
            steps={steps.map((key) => ({ key, label: t(`company:steps.${key}`), status: status(key) }))}
          />
          {step === 'company' ? <CompanyStep form={form} way={way} /> : null}
          {step === 'billing' ? <BillingStep form={form} /> : null}
          {step === 'review' ? (
            <ReviewStep form={form} way={way} error={error} half={half} busy={busy} />
          ) : null}
        </Card>
      </div>
    </>
  )
}
