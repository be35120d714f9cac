import { useEffect, useState } from 'react'
import { allAttempts, isWaiting } from '../attempt/saving/store.ts'
import { deviceStore } from '../device/indexedDb.ts'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { Sheet, SheetActions } from '../parts/Sheet.tsx'
import { t } from '../words.ts'
import { leaveFullScreen } from './guard.ts'
import { leave, leaveDay, lock } from './handOver.ts'
import { PinEntry } from './PinEntry.tsx'
import { change, type TabletPageState } from './state.ts'
import { usePin } from './usePin.ts'

const close = () => change({ supervising: false })

function Actions({ inTest }: { inTest: boolean }) {
  const [leaving, setLeaving] = useState(false)
  const [unsent, setUnsent] = useState<number>()
  useEffect(() => {
    allAttempts(deviceStore).then(
      (all) => setUnsent(all.filter(isWaiting).length),
      () => setUnsent(0),
    )
  }, [])
  if (leaving)
    return (
      <>
        <p className={controls.lead}>
          {unsent ? t('tablet:leave.unsent', { count: unsent }) : t('tablet:leave.text')}
        </p>
        <SheetActions>
          {unsent === 0 && (
            <Button
              onClick={() => {
                leaveFullScreen()
                void leaveDay()
              }}
            >
              {t('tablet:leave.button')}
            </Button>
          )}
          <Button look="secondary" onClick={close}>
            {t('tablet:leave.stay')}
          </Button>
        </SheetActions>
      </>
    )
  return (
    <>
      {inTest && <p className={controls.lead}>{t('tablet:supervisor.changeText')}</p>}
      <SheetActions>
        {inTest && <Button onClick={() => void leave()}>{t('tablet:supervisor.change')}</Button>}
        <Button look="secondary" onClick={lock}>
          {t('tablet:supervisor.lock')}
        </Button>
        <Button look="secondary" onClick={() => setLeaving(true)}>
          {t('tablet:leave.button')}
        </Button>
        <Button look="plain" onClick={close}>
          {t('tablet:supervisor.back')}
        </Button>
      </SheetActions>
    </>
  )
}

/** The supervisor's actions on an open tablet, behind the PIN. */
export function SupervisorSheet({ state }: { state: TabletPageState }) {
  const [right, setRight] = useState(false)
  const { onPin, paused } = usePin(() => setRight(true))
  return (
    <Sheet title={t('tablet:supervisor.title')} onClose={close}>
      {right ? (
        <Actions inTest={state.person !== undefined} />
      ) : (
        <>
          <p className="muted">{t('tablet:supervisor.enterPin')}</p>
          <PinEntry onPin={onPin} paused={paused} off={state.locked} />
          <Button look="plain" onClick={close}>
            {t('tablet:supervisor.back')}
          </Button>
        </>
      )}
    </Sheet>
  )
}
