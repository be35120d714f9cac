import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import card from '../../../ui/form/CardForm.module.css'
import { Card, CardBody } from '../../../ui/layout/Card.tsx'
import classes from './account.module.css'

/** The first card's shape while the account is on its way. */
export function AccountSkeleton() {
  const { t } = useTranslation()
  return (
    <div className={classes.column} aria-busy>
      <p className="sr" role="status">
        {t('account:loading')}
      </p>
      <Card>
        <CardBody className={card.form ?? ''} aria-hidden>
          {['a', 'b'].map((field) => (
            <Fragment key={field}>
              <span className="block tinted rounded" style={{ height: 20, width: 140 }} />
              <span className="block tinted rounded" style={{ height: 44 }} />
            </Fragment>
          ))}
        </CardBody>
      </Card>
    </div>
  )
}
