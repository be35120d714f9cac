import { IconCalendarOff, IconCloudUp, IconDeviceTabletOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { allAttempts, isWaiting } from '../attempt/saving/store.ts'
import { deviceStore } from '../device/indexedDb.ts'
import { Button } from '../parts/Button.tsx'
import { t } from '../words.ts'
import { leaveDay } from './handOver.ts'
import type { TabletPageState } from './state.ts'
import { TabletPage } from './TabletPage.tsx'

const everyMs = 3_000

/** The number of tests with answers still on this tablet. */
function useUnsent(): number | undefined {
  const [unsent, setUnsent] = useState<number>()
  useEffect(() => {
    const look = () =>
      void allAttempts(deviceStore).then(
        (all) => setUnsent(all.filter(isWaiting).length),
        () => setUnsent(0),
      )
    look()
    const timer = setInterval(look, everyMs)
    return () => clearInterval(timer)
  }, [])
  return unsent
}

/** The day is over, or a manager has withdrawn the tablet: nobody enters, and what is unsent is sent. */
export function ClosedPage({ withdrawn, state }: { withdrawn: boolean; state: TabletPageState }) {
  const unsent = useUnsent()
  const title = withdrawn ? t('tablet:closed.withdrawn') : t('tablet:closed.over')
  const Icon = withdrawn ? IconDeviceTabletOff : IconCalendarOff
  return (
    <TabletPage title={title} middle>
      <section className="tab-who">
        <span className="tab-badge tab-amber">
          <Icon size={56} aria-hidden />
        </span>
        <h1>{title}</h1>
        <p className="tab-lead">
          {withdrawn ? t('tablet:closed.withdrawnText') : t('tablet:closed.overText')}
        </p>
        {unsent !== undefined && unsent > 0 && (
          <p className="tab-note tab-warn" role="status">
            <IconCloudUp size={28} aria-hidden />
            <span>
              {t('tablet:closed.unsent', { count: unsent })}{' '}
              {state.reached ? t('tablet:closed.sending') : t('tablet:closed.connect')}
            </span>
          </p>
        )}
        {unsent === 0 && (
          <Button look="secondary" onClick={() => void leaveDay()}>
            {t('tablet:leave.button')}
          </Button>
        )}
      </section>
    </TabletPage>
  )
}
