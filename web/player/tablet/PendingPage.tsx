import { IconUserCheck, IconWifiOff } from '@tabler/icons-react'
import { t } from '../words.ts'
import { Leave } from './PreparedPage.tsx'
import type { TabletPageState } from './state.ts'
import type { Tablet } from './store.ts'
import { TabletPage } from './TabletPage.tsx'

/** Too many wrong PINs were tried: the tablet opens once a manager has confirmed it. */
export function PendingPage({ tablet, state }: { tablet: Tablet; state: TabletPageState }) {
  const title = t('tablet:pending.title')
  return (
    <TabletPage title={title} middle>
      <section className="tab-who">
        <span className="tab-badge tab-amber">
          <IconUserCheck size={56} aria-hidden />
        </span>
        <div role="status">
          <h1>{title}</h1>
        </div>
        <p className="tab-lead">{t('tablet:pending.text')}</p>
        <p className="tab-muted">
          {t('tablet:setUp.name')}: <bdi>{tablet.day.tablet.name}</bdi>
        </p>
        {!state.reached && (
          <p className="tab-note tab-warn" role="status">
            <IconWifiOff size={28} aria-hidden />
            <span>{t('tablet:pending.noLine')}</span>
          </p>
        )}
        <Leave />
      </section>
    </TabletPage>
  )
}
