import { IconCheck, IconCloudUp } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { calls, request } from '../api.ts'
import { attemptsOf, isWaiting } from '../attempt/saving/store.ts'
import { deviceStore } from '../device/indexedDb.ts'
import { currentSession } from '../device/slices.ts'
import { deliverStored } from '../pages/deliver.ts'
import { receiptsOf } from '../pages/list.ts'
import { Button } from '../parts/Button.tsx'
import { t } from '../words.ts'
import { leave, wipe } from './handOver.ts'
import { change, tabletState } from './state.ts'
import { TabletPage } from './TabletPage.tsx'
import { longestWaitMs } from './wait.ts'

const everyMs = 3_000
const wipeSeconds = 30

/**
 * - `sending`: the server doesn't have everything yet.
 * - `gone`: it has, and the tablet has nothing.
 * - `kept`: what it lacks stays on the tablet, locked, and is sent later.
 */
type Phase = 'sending' | 'gone' | 'kept'

/** Shows the receipts of what arrived only now. */
async function receive(): Promise<void> {
  const session = currentSession()
  if (!session) return
  const list = await request(calls.list, { token: session.token }).catch(() => undefined)
  if (list) change({ finished: receiptsOf(list.results) })
}

/** Sends what is left of the person's, then takes it off the tablet: not before the server has it, or the wait was too long. */
function useHandOver(): Phase {
  const [phase, setPhase] = useState<Phase>('sending')
  useEffect(() => {
    let here = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const began = performance.now()
    const step = async () => {
      const userId = tabletState().person?.userId
      const left = async () =>
        userId !== undefined && (await attemptsOf(deviceStore, userId).catch(() => [])).some(isWaiting)
      if ((await left()) && userId !== undefined && (await deliverStored(userId))) await receive()
      const waiting = await left()
      if (!here) return
      if (waiting && performance.now() - began < longestWaitMs) {
        timer = setTimeout(() => void step(), everyMs)
        return
      }
      await wipe()
      if (here) setPhase(waiting ? 'kept' : 'gone')
    }
    void step()
    return () => {
      here = false
      clearTimeout(timer)
    }
  }, [])
  return phase
}

function useCountdown(running: boolean): number {
  const [left, setLeft] = useState(wipeSeconds)
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1000)
    return () => clearInterval(timer)
  }, [running])
  useEffect(() => {
    if (left <= 0) void leave()
  }, [left])
  return Math.max(0, left)
}

/** The end of a person's tests: their receipts, and the tablet's data of them going. */
export function FinishedPage({ receipts, ended }: { receipts: readonly string[]; ended?: true | undefined }) {
  const phase = useHandOver()
  const left = useCountdown(phase !== 'sending')
  if (phase === 'sending')
    return (
      <TabletPage title={t('tablet:sending.title')} middle>
        <section className="tab-who">
          <span className="tab-badge tab-amber">
            <IconCloudUp size={56} aria-hidden />
          </span>
          <div role="status">
            <h1>{t('tablet:sending.title')}</h1>
          </div>
        </section>
      </TabletPage>
    )
  const next = () => void leave()
  const done = ((wipeSeconds - left) / wipeSeconds) * 100
  return (
    <TabletPage title={t('tablet:finished.title')} middle>
      <section className="tab-who">
        <span className="tab-badge">
          <IconCheck size={56} stroke={2.5} aria-hidden />
        </span>
        <div role="status">
          <h1>{t('tablet:finished.title')}</h1>
          {ended && <p className="tab-lead">{t('tablet:finished.ended')}</p>}
        </div>
        {receipts.length > 0 && (
          <p className="tab-lead">
            {t('tablet:finished.receipt', { count: receipts.length })} <b dir="ltr">{receipts.join(', ')}</b>
          </p>
        )}
        <p className="tab-muted">
          {phase === 'kept' ? t('tablet:finished.kept') : t('tablet:finished.wiping')}
        </p>
        <div className="tab-bar" aria-hidden>
          <i style={{ width: `${done}%` }} />
        </div>
        <p className="tab-muted">{t('tablet:finished.next', { count: left })}</p>
        <Button look="secondary" big onClick={next}>
          {t('tablet:finished.done')}
        </Button>
      </section>
    </TabletPage>
  )
}
