import { IconCircleCheck, IconLoader2 } from '@tabler/icons-react'
import { useState } from 'react'
import { formatLongDay } from '#contract/format.ts'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { Sheet, SheetActions } from '../parts/Sheet.tsx'
import { t, useLocale } from '../words.ts'
import { open } from './day.ts'
import { failureWords } from './failure.ts'
import { leaveDay } from './handOver.ts'
import { PinEntry } from './PinEntry.tsx'
import { lackingWords } from './readiness.ts'
import type { TabletPageState } from './state.ts'
import type { Tablet } from './store.ts'
import { TabletPage } from './TabletPage.tsx'

export function Leave() {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button look="secondary" onClick={() => setAsking(true)}>
        {t('tablet:leave.button')}
      </Button>
      {asking && (
        <Sheet title={t('tablet:leave.title')} onClose={() => setAsking(false)}>
          <p className={controls.lead}>{t('tablet:leave.text')}</p>
          <SheetActions>
            <Button onClick={() => void leaveDay()}>{t('tablet:leave.button')}</Button>
            <Button look="secondary" onClick={() => setAsking(false)}>
              {t('tablet:leave.stay')}
            </Button>
          </SheetActions>
        </Sheet>
      )}
    </>
  )
}

/** Tells that the tablet can be carried away, or what it still lacks. */
function Readiness({ state }: { state: TabletPageState }) {
  const lacking = lackingWords(state)
  return (
    <p className="tab-said" role="status">
      {lacking === undefined ? <IconCircleCheck aria-hidden /> : <IconLoader2 aria-hidden />}
      {lacking ?? t('tablet:prepared.ready')}
    </p>
  )
}

interface PreparedPageProps {
  tablet: Tablet
  /** Its day has come. */
  today: boolean
  state: TabletPageState
}

/** A tablet that waits for its day, or for the PIN on the day itself. */
export function PreparedPage({ tablet, today, state }: PreparedPageProps) {
  const locale = useLocale()
  const day = formatLongDay(tablet.day.day, locale)
  const title = today ? t('tablet:prepared.today') : t('tablet:prepared.title', { day })
  return (
    <TabletPage title={title} middle={!today}>
      <section className={today ? 'tab-entry' : 'tab-who'}>
        <div className="tab-left">
          <h1>{title}</h1>
          <p className="tab-lead">{today ? t('tablet:prepared.enterPin') : t('tablet:prepared.opens')}</p>
          <ul className="stack gap-4 semibold tab-tests">
            {tablet.day.tests.map(({ code, name }) => (
              <li key={code}>{name}</li>
            ))}
          </ul>
          <Readiness state={state} />
          <Leave />
        </div>
        {today && (
          <PinEntry
            off={state.supervising}
            onPin={async (pin) => {
              const failure = await open(pin)
              return failure && failureWords(failure)
            }}
          />
        )}
      </section>
    </TabletPage>
  )
}
