import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { Segmented } from '../../ui/form/Segmented.tsx'
import { StepFrame, Well } from '../../ui/form/StepFrame.tsx'
import { CityField } from './CityField.tsx'
import classes from './company.module.css'
import { FormField } from './FormField.tsx'
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

/** Who invoices are made out to: a company by its VKN, or a person by their TCKN. */
export function BillingFields({ form }: { form: CompanyFormState }) {
  const { t } = useTranslation()
  const { kind } = form.draft
  return (
    <>
      <div className={classes.choice}>
        <span className={classes.label}>{t('company:field.kind')}</span>
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
      {kind === 'company' ? <OfCompany form={form} /> : <OfPerson form={form} />}
      <FormField
        form={form}
        field="billing.address"
        label={t('company:field.address')}
        help={t('company:help.address')}
        autoComplete="street-address"
        maxLength={300}
      />
      <div className={classes.pair}>
        <CityField form={form} />
        <FormField
          form={form}
          field="billing.district"
          label={t('company:field.district')}
          autoComplete="address-level2"
          maxLength={60}
        />
      </div>
      <FormField
        form={form}
        field="billing.country"
        label={t('company:field.country')}
        autoComplete="country-name"
        maxLength={60}
      />
      <div className={classes.pair}>
        <FormField
          form={form}
          field="billing.email"
          label={t('company:field.billingEmail')}
          help={t('company:help.billingEmail')}
          type="email"
          autoComplete="off"
          maxLength={254}
        />
        <FormField
          form={form}
          field="billing.phone"
          label={t('company:field.billingPhone')}
          type="tel"
          autoComplete="off"
          maxLength={25}
        />
      </div>
    </>
  )
}

function OfCompany({ form }: { form: CompanyFormState }) {
  const { t } = useTranslation()
  return (
    <>
      <FormField
        form={form}
        field="billing.title"
        label={t('company:field.title')}
        help={t('company:help.title')}
        autoComplete="off"
        maxLength={200}
      />
      <div className={classes.pair}>
        <FormField
          form={form}
          field="billing.taxOffice"
          label={t('company:field.taxOffice')}
          autoComplete="off"
          maxLength={100}
        />
        <FormField
          form={form}
          field="billing.taxNumber"
          label={t('company:field.taxNumber')}
          help={t('company:help.taxNumber')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
        />
      </div>
    </>
  )
}

function OfPerson({ form }: { form: CompanyFormState }) {
  const { t } = useTranslation()
  return (
    <>
      <div className={classes.pair}>
        <FormField
          form={form}
          field="billing.name"
          label={t('company:field.personName')}
          autoComplete="given-name"
          maxLength={100}
        />
        <FormField
          form={form}
          field="billing.surname"
          label={t('company:field.surname')}
          autoComplete="family-name"
          maxLength={100}
        />
      </div>
      <FormField
        form={form}
        field="billing.identityNumber"
        label={t('company:field.identityNumber')}
        help={t('company:help.identityNumber')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
      />
    </>
  )
}
