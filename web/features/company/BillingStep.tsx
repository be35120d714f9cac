import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { Segmented } from '../../ui/form/Segmented.tsx'
import { StepFrame, Well } from '../../ui/form/StepFrame.tsx'
import type { Draft, Field } from './draft.ts'
import { FormFields } from './FormFields.tsx'
import type { CompanyFormState } from './useCompanyForm.ts'

export function BillingStep({ form }: { form: CompanyFormState }) {
  const { t } = useTranslation()
  return (
    <StepFrame
      title={t('company:billing.title')}
      lead={t('company:billing.lead')}
      form={form}
      back={
        <Button
          icon={<IconArrowLeft className="flip" aria-hidden />}
          onClick={() => form.dispatch({ type: 'go', to: 'company' })}
        >
          {t('company:back')}
        </Button>
      }
      forward={
        <Button variant="solid" type="submit" iconEnd={<IconArrowRight className="flip" aria-hidden />}>
          {t('company:next')}
        </Button>
      }
      aside={
        <Well title={t('company:billing.asideTitle')}>
          <p>{t('company:billing.aside')}</p>
        </Well>
      }
    >
      <BillingFields form={form} />
    </StepFrame>
  )
}

const ofKind: Record<Draft['kind'], readonly (Field | readonly Field[])[]> = {
  company: ['billing.title', ['billing.taxOffice', 'billing.taxNumber']],
  person: [['billing.name', 'billing.surname'], 'billing.identityNumber'],
}
const everybody = [
  'billing.address',
  ['billing.city', 'billing.district'],
  'billing.country',
  ['billing.email', 'billing.phone'],
] as const

/** The recipient of invoices: a company by its VKN, or a person by their TCKN. */
export function BillingFields({ form }: { form: CompanyFormState }) {
  const { t } = useTranslation()
  const { kind } = form.draft
  return (
    <>
      <div className="stack items-start gap-6">
        <span className="medium">{t('company:field.kind')}</span>
        <Segmented
          label={t('company:field.kind')}
          value={kind}
          onChange={(value) =>
            form.dispatch({ type: 'kind', kind: value === 'person' ? 'person' : 'company' })
          }
          data={[
            { value: 'company', label: t('company:kind.company') },
            { value: 'person', label: t('company:kind.person') },
          ]}
        />
      </div>
      <FormFields form={form} rows={[...ofKind[kind], ...everybody]} />
    </>
  )
}
