import { IconCloudUp, IconWifiOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { assignmentPath, navigate } from '../address.ts'
import { calls, request } from '../api.ts'
import type { SendingProps } from '../device/kiosk.ts'
import { currentSession } from '../device/slices.ts'
import { inOrder, isOpen } from '../pages/list.ts'
import { Button } from '../parts/Button.tsx'
import { t } from '../words.ts'
import { leave } from './handOver.ts'
import { TabletPage } from './TabletPage.tsx'
import { longestWaitMs } from './wait.ts'

/** The person's next test, where the tablet or the server knows one. */
function useNextTest(wanted: boolean): string | undefined {
  const [next, setNext] = useState<string>()
  useEffect(() => {
    const session = currentSession()
    if (!wanted || !session) return
    request(calls.list, { token: session.token }).then(
      ({ results, serverTime }) => setNext(inOrder(results, serverTime).find(isOpen)?.id),
      // A failed call leaves it unknown: the tablet can be given back.
      () => undefined,
    )
  }, [wanted])
  return next
}

/** A test was handed in and is on its way. After a while without a connection the next person may go on. */
export function SendingPage({ timeIsUp, trying, foreign, onTryNow, children }: SendingProps) {
  const [long, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), longestWaitMs)
    return () => clearTimeout(timer)
  }, [])
  const next = useNextTest(long)
  const title = long ? t('tablet:sending.later') : t('tablet:sending.title')
  return (
    <TabletPage title={title} middle>
      <section className="tab-who">
        <span className="tab-badge tab-amber">
          <IconCloudUp size={56} aria-hidden />
        </span>
        <div role="status">
          <h1 id="prompt" tabIndex={-1}>
            {title}
          </h1>
        </div>
        {timeIsUp && <p className="tab-lead">{t('player:time.up')}</p>}
        {foreign && (
          <p className="tab-note tab-warn" role="alert">
            <IconWifiOff size={28} aria-hidden />
            <span>{t('player:failure.foreign')}</span>
          </p>
        )}
        {long ? (
          <>
            <p className="tab-lead">
              {next === undefined ? t('tablet:sending.give') : t('tablet:sending.safe')}
            </p>
            <div className="stack gap-16 tab-yn">
              <Button look="secondary" big disabled={trying} onClick={onTryNow}>
                {t('tablet:sending.tryNow')}
              </Button>
              {next === undefined ? (
                <Button big onClick={() => void leave()}>
                  {t('tablet:sending.next')}
                </Button>
              ) : (
                <Button big onClick={() => navigate(assignmentPath(next))}>
                  {t('tablet:sending.nextTest')}
                </Button>
              )}
            </div>
            {children}
          </>
        ) : (
          <p className="tab-lead">{t('tablet:sending.wait')}</p>
        )}
      </section>
    </TabletPage>
  )
}
