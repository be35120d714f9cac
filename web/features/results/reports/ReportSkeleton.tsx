import { useTranslation } from 'react-i18next'
import { Card } from '../../../ui/layout/Card.tsx'
import classes from './report.module.css'
import skeleton from './skeleton.module.css'

/** The report's frame while its numbers are on their way. */
export function ReportSkeleton() {
  const { t } = useTranslation('report')
  return (
    <div aria-busy className={`stack ${skeleton.root}`}>
      <p className="sr" role="status">
        {t('report:loading')}
      </p>
      <div className={`tinted rounded-lg ${skeleton.head}`} />
      <div className={`flex surface rounded-lg clip ${classes.facts ?? ''} ${skeleton.facts ?? ''}`} />
      <div className={`stack align-start gap-24 ${classes.layout}`}>
        <div className={classes.main}>
          <Card className={skeleton.summary ?? ''} />
          <Card className={skeleton.details ?? ''} />
        </div>
        <Card className={skeleton.panel ?? ''} />
      </div>
    </div>
  )
}
