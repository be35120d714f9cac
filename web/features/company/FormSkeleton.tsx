import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/layout/Card.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import classes from './company.module.css'

/** The form's frame while what is known is on its way. */
export function FormSkeleton() {
  const { t } = useTranslation()
  return (
    <div aria-busy>
      <PageHeader title={t('company:title.edit')} lead={t('company:lead.edit')} />
      <p className="sr" role="status">
        {t('company:loading')}
      </p>
      <Card className={classes.skeletonLine ?? ''} />
    </div>
  )
}
