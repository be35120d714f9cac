import { IconArrowLeft, IconPencil } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { problemOf } from '../../app/apiError.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Failure } from '../../ui/feedback/Failure.tsx'
import { StepFrame, Well } from '../../ui/form/StepFrame.tsx'
import classes from './company.module.css'
import { fieldsOf } from './draft.ts'
import { looks } from './FormFields.tsx'
import type { CompanyFormState } from './useCompanyForm.ts'

interface ReviewStepProps {
  form: CompanyFormState
  way: 'new' | 'edit'
  error: Error | null
  half: boolean
  busy: boolean
}

export function ReviewStep({ form, way, error, half, busy }: ReviewStepProps) {
  const { t } = useTranslation()
  return (
    <StepFrame
      title={t('company:review.title')}
      lead={t(`company:reviewLead.${way}`)}
      form={form}
      back={
        <Button
          icon={<IconArrowLeft className="flip" aria-hidden />}
          onClick={() => form.dispatch({ type: 'go', to: 'billing' })}
        >
          {t('company:back')}
        </Button>
      }
      forward={
        <Button variant="solid" type="submit" loading={busy}>
          {t(`company:submit.${way}`)}
        </Button>
      }
      aside={
        <Well title={t(`company:asideTitle.${way}`)}>
          <p>{t(`company:aside.${way}`)}</p>
        </Well>
      }
    >
      {error && !busy ? <Refusal error={error} half={half} /> : null}
      <Group form={form} step="company" />
      <Group form={form} step="billing" />
    </StepFrame>
  )
}

/** Sending failed, or all or the second part was refused; field errors are shown at their fields. */
function Refusal({ error, half }: { error: Error; half: boolean }) {
  const { t } = useTranslation()
  const title = t(half ? 'company:billingNotSent' : 'company:notSent')
  return <Failure of={{ problem: problemOf(error, title, { withId: true }) }} />
}

function Group({ form, step }: { form: CompanyFormState; step: 'company' | 'billing' }) {
  const { t } = useTranslation()
  const { draft } = form
  return (
    <section className={`stack gap-12 edged-bottom ${classes.group}`}>
      <div className="row split gap-12">
        <h3 className="text-16">{t(`company:${step}.title`)}</h3>
        <Button
          size="sm"
          variant="plain"
          icon={<IconPencil aria-hidden />}
          aria-label={t(`company:review.edit.${step}`)}
          onClick={() => form.dispatch({ type: 'go', to: step })}
        >
          {t('company:review.change')}
        </Button>
      </div>
      <dl className={`stack gap-10 ${classes.values}`}>
        {step === 'billing' ? (
          <div className="stack gap-12">
            <dt className="muted">{t('company:field.kind')}</dt>
            <dd className="medium num breakable">{t(`company:kind.${draft.kind}`)}</dd>
          </div>
        ) : null}
        {fieldsOf(draft, step).map((field) => (
          <div className="stack gap-12" key={field}>
            <dt className="muted">{t(looks[field].label)}</dt>
            <dd className="medium num breakable">{draft.values[field]}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
