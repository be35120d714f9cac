import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tabletPage } from '#contract/pages.ts'
import { renewTestDayPin } from '#contract/test-days.ts'
import { ConfirmAction } from '../../../app/ConfirmAction.tsx'
import { Button } from '../../../ui/button/Button.tsx'
import { CopyButton } from '../../../ui/button/CopyButton.tsx'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/layout/Card.tsx'
import classes from '../test-days.module.css'
import { inThrees } from './digits.ts'
import type { DayPartProps } from './parts.ts'
import { SetupCodes } from './SetupCodes.tsx'
import { TabletList } from './TabletList.tsx'

const steps = ['code', 'pin', 'lock'] as const

/** Setup codes, PIN and tablets of this day. */
export function TabletsPart({ clientId, day, timeZone }: DayPartProps) {
  const { t } = useTranslation()
  return (
    <>
      {day.state === 'over' ? null : (
        <>
          {day.pinLimitReached ? (
            <Alert type="warning" duration={0} title={t('test-days:tablets.limit.title')}>
              {t('test-days:tablets.limit.text')}
            </Alert>
          ) : null}
          <Card className="no-print">
            <CardHeader title={t('test-days:tablets.open')} />
            <CardBody className={`cluster align-start ${classes.opening ?? ''}`}>
              <Secrets clientId={clientId} day={day} />
              <ol className={`stack gap-12 ${classes.steps}`}>
                {steps.map((step) => (
                  <li key={step}>
                    <b className="block">{t(`test-days:tablets.step.${step}.title`)}</b>
                    <span className="block muted">{t(`test-days:tablets.step.${step}.text`)}</span>
                  </li>
                ))}
              </ol>
            </CardBody>
          </Card>
          <SetupCodes clientId={clientId} day={day} />
        </>
      )}
      <TabletList clientId={clientId} day={day} timeZone={timeZone} />
    </>
  )
}

/** The codes that are typed on a tablet. */
function Secrets({ clientId, day }: Pick<DayPartProps, 'clientId' | 'day'>) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)

  return (
    <div className={`min-0 ${classes.secrets}`}>
      <dl className="stack gap-4">
        <dt className="muted">{t('test-days:tablets.address')}</dt>
        <dd>
          <bdi className={`semibold breakable ${classes.address}`}>{window.location.origin + tabletPage}</bdi>
        </dd>
        <dt className="muted">{t('test-days:tablets.pin')}</dt>
        <dd>
          <bdi className={`bold num nowrap ${classes.digits}`}>{inThrees(day.pin)}</bdi>
          <CopyButton value={day.pin} label={t('test-days:tablets.copyPin')} />
          <Button size="sm" onClick={() => setAsking(true)}>
            {t('test-days:tablets.renew.open')}
          </Button>
        </dd>
        <dd className="muted">{t('test-days:tablets.pinHelp')}</dd>
      </dl>
      <ConfirmAction
        call={renewTestDayPin}
        input={{ params: { clientId, testDayId: day.id } }}
        done={t('test-days:tablets.renew.done')}
        opened={asking}
        title={t('test-days:tablets.renew.title')}
        consequence={t('test-days:tablets.renew.text')}
        confirmLabel={t('test-days:tablets.renew.confirm')}
        onClose={() => setAsking(false)}
      />
    </div>
  )
}
