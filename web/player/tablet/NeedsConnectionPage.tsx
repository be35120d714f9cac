import { IconWifiOff } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Button } from '../parts/Button.tsx'
import { t } from '../words.ts'
import { reconnect } from './entering.ts'
import { leave } from './handOver.ts'
import { TabletPage } from './TabletPage.tsx'

const everyMs = 5_000

/** A sensitive test that the day does not allow without a connection: it opens as soon as there is one. */
export function NeedsConnectionPage({ onReached }: { onReached: () => void }) {
  const reached = useRef(onReached)
  reached.current = onReached
  useEffect(() => {
    let here = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async () => {
      const ready = await reconnect()
      if (!here) return
      if (ready) reached.current()
      else timer = setTimeout(() => void look(), everyMs)
    }
    void look()
    return () => {
      here = false
      clearTimeout(timer)
    }
  }, [])
  return (
    <TabletPage title={t('tablet:needsConnection.title')} middle>
      <section className="tab-who">
        <span className="tab-badge tab-amber">
          <IconWifiOff size={56} aria-hidden />
        </span>
        <h1>{t('tablet:needsConnection.title')}</h1>
        <p className="tab-lead" role="status">
          {t('tablet:needsConnection.text')}
        </p>
        <p className="tab-muted">{t('tablet:needsConnection.later')}</p>
        <Button look="secondary" big onClick={() => void leave()}>
          {t('tablet:needsConnection.back')}
        </Button>
      </section>
    </TabletPage>
  )
}
