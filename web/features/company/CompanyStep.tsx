import { IconArrowRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { StepFrame, Well } from '../../ui/form/StepFrame.tsx'
import classes from './company.module.css'
import { FormField } from './FormField.tsx'
import type { CompanyFormState } from './useCompanyForm.ts'

export function CompanyStep({ form, way }: { form: CompanyFormState; way: 'new' | 'edit' }) {
  const { t } = useTranslation()
  return (
    <StepFrame
      title={t('company:company.title')}
      lead={t('company:company.lead')}
      form={form}
      forward={
        <Button variant="solid" type="submit" iconEnd={<IconArrowRight className="flip" aria-hidden />}>
          {t('company:next')}
        </Button>
      }
      aside={
        <Well title={t(`company:asideTitle.${way}`)}>
          <p>{t(`company:aside.${way}`)}</p>
        </Well>
      }
    >
      <FormField
        form={form}
        field="name"
        label={t('company:field.name')}
        help={t('company:help.name')}
        autoComplete="organization"
        maxLength={200}
      />
      <div className={classes.pair}>
        <FormField
          form={form}
          field="email"
          label={t('company:field.email')}
          type="email"
          autoComplete="email"
          maxLength={254}
        />
        <FormField
          form={form}
          field="phone"
          label={t('company:field.phone')}
          type="tel"
          autoComplete="tel"
          maxLength={25}
        />
      </div>
    </StepFrame>
  )
}
