import { useTranslation } from 'react-i18next'
import { Card } from '../../../ui/layout/Card.tsx'
import classes from './dashboard.module.css'
import skeleton from './skeleton.module.css'

/** The dashboard's cards in their usual heights while its numbers are on their way. */
export function DashboardSkeleton() {
  const { t } = useTranslation()
  return (
    <div aria-busy className={`stack ${skeleton.root}`}>
      <p className="sr" role="status">
        {t('dashboard:loading')}
      </p>
      <Card className={skeleton.counts} />
      <div className={`stack align-start with-aside gap-page ${classes.columns}`}>
        <div className={classes.column}>
          <Card className={skeleton.tall} />
          <Card className={skeleton.middle} />
        </div>
        <div className={classes.column}>
          <Card className={skeleton.small} />
          <Card className={skeleton.middle} />
        </div>
      </div>
    </div>
  )
}
