import { IconLock } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { t } from '../words.ts'
import { unlock } from './handOver.ts'
import { PinEntry } from './PinEntry.tsx'
import { TabletHeader } from './TabletHeader.tsx'
import { usePin } from './usePin.ts'

/** Keeps a dialog in front of every other one, whichever opens later, such as one that says that a time is up. */
function useFront() {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const own = dialog.current
    if (!own) return
    const show = () => {
      if (!own.open) own.showModal()
    }
    show()
    // Escape pressed twice, and Android's Back, close a dialog in any case.
    own.addEventListener('close', show)
    const watching = new MutationObserver((changes) => {
      if (!changes.some(({ target }) => target !== own && (target as Element).hasAttribute('open'))) return
      own.close()
      show()
    })
    watching.observe(document.body, { subtree: true, attributes: true, attributeFilter: ['open'] })
    return () => {
      watching.disconnect()
      own.removeEventListener('close', show)
      own.close()
    }
  }, [])
  return dialog
}

/** Covers everything until the supervisor's PIN is entered. */
export function LockOverlay({ inTest }: { inTest: boolean }) {
  const dialog = useFront()
  const title = useRef<HTMLHeadingElement>(null)
  // Read out first; a dialog would begin at the header's buttons.
  useEffect(() => title.current?.focus(), [])
  const { onPin, paused } = usePin(unlock)
  return (
    <dialog
      ref={dialog}
      className="full-width ink no-padding tab-lock"
      aria-labelledby="tab-lock-title"
      onCancel={(event) => event.preventDefault()}
    >
      <div className="stack clip tab-screen">
        <header className="surface">
          <TabletHeader />
        </header>
        <div className="flex vertical tab-main">
          <section className="tab-entry">
            <div className="tab-left">
              <h2 id="tab-lock-title" tabIndex={-1} ref={title}>
                <IconLock size={36} aria-hidden />
                {t('tablet:lock.title')}
              </h2>
              <p className="tab-lead">{t('tablet:lock.text')}</p>
              {inTest && <p className="tab-lead">{t('tablet:lock.clock')}</p>}
            </div>
            <PinEntry onPin={onPin} paused={paused} />
          </section>
        </div>
      </div>
    </dialog>
  )
}
