import { IconArrowRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { StepFrame, Well } from '../../ui/form/StepFrame.tsx'
import { FormFields } from './FormFields.tsx'
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
      <FormFields form={form} rows={['name', ['email', 'phone']]} />
    </StepFrame>
  )
}
