import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './Stepper.module.css'

export type StepStatus = 'complete' | 'pending' | 'in-progress' | 'error'

export interface Step {
  key: string
  label: string
  status: StepStatus
}

/** A person's current step; it does not navigate. */
export function Stepper({ steps, label }: { steps: readonly Step[]; label: string }) {
  const { t } = useTranslation()
  return (
    <ol className={`cluster edged-bottom ${classes.steps}`} aria-label={label}>
      {steps.map((step, index) => (
        <li
          className="row gap-10 medium faint nowrap"
          key={step.key}
          data-status={step.status}
          aria-current={step.status === 'in-progress' ? 'step' : undefined}
        >
          <span className={`inline-row justify-center rigid semibold circle ${classes.mark}`} aria-hidden>
            {step.status === 'complete' ? (
              <IconCheck />
            ) : step.status === 'error' ? (
              <IconAlertTriangle />
            ) : (
              index + 1
            )}
          </span>
          <span className={classes.word}>{step.label}</span>
          <span className="sr">{t(`ui:step.${step.status}`)}</span>
        </li>
      ))}
    </ol>
  )
}
