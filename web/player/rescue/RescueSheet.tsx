import './words.ts'
import { IconLifebuoy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { partsOf } from '#contract/rescueParts.ts'
import type { LiveAttempt } from '../attempt/live.ts'
import { unsentCount } from '../attempt/liveState.ts'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { Sheet, SheetActions } from '../parts/Sheet.tsx'
import { t, useLocale } from '../words.ts'
import { CodeLoop } from './CodeLoop.tsx'
import { rescuedOf, seal } from './seal.ts'

/** The answers as they are when the sheet opens: later ones are in the next file. */
function useParts(live: LiveAttempt): readonly string[] | 'failed' | undefined {
  const [parts, setParts] = useState<readonly string[] | 'failed'>()
  useEffect(() => {
    const { head, progress } = live.get()
    const content = rescuedOf({ head, progress }, live.clock.now())
    seal(head.testId, head.rescueKey ?? '', content)
      .then((bytes) => setParts(partsOf(bytes)))
      .catch(() => setParts('failed'))
  }, [live])
  return parts
}

/** A text file, which phones can share: what it is in words, then the parts. */
function fileOf(parts: readonly string[], live: LiveAttempt): File {
  const { client, inventory } = live.get().head
  const text = [t('player-rescue:inFile', { client: client.name }), '', ...parts, ''].join('\r\n')
  return new File([text], `terazi-${inventory.code}.txt`, { type: 'text/plain' })
}

/** Older browsers cannot be asked, though the types say so. */
const canShare = (file: File) => 'canShare' in navigator && navigator.canShare({ files: [file] })

function download(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Two ways for answers to reach the client without a line of this device: a file and QR codes. */
export function RescueSheet({ live, onClose }: { live: LiveAttempt; onClose: () => void }) {
  useLocale()
  const [showing, setShowing] = useState(false)
  const [saved, setSaved] = useState(false)
  const [count] = useState(() => unsentCount(live.get()))
  const parts = useParts(live)
  const client = live.get().head.client.name
  const ready = Array.isArray(parts)
  const file = ready ? fileOf(parts, live) : undefined
  const shareable = file && canShare(file)
  const save = () => {
    if (file) download(file)
    setSaved(true)
  }
  const share = () => {
    // Closed without sharing it, or refused by the device: saving is still there.
    if (file) navigator.share({ files: [file] }).catch(() => undefined)
  }
  return (
    <Sheet
      title={t('player-rescue:title')}
      {...(!showing && { badge: <IconLifebuoy aria-hidden /> })}
      onClose={onClose}
    >
      {showing && ready ? (
        <CodeLoop parts={parts} client={client} />
      ) : (
        <>
          <p className={controls.lead}>{t('player-rescue:lead', { count, client })}</p>
          <p className={controls.muted}>{t('player-rescue:safe')}</p>
        </>
      )}
      {parts === 'failed' && <p role="alert">{t('player-rescue:failed')}</p>}
      {!showing && (
        <p className={controls.muted} role="status">
          {saved && t('player-rescue:saved', { client })}
        </p>
      )}
      <SheetActions>
        {!showing && shareable && <Button onClick={share}>{t('player-rescue:share')}</Button>}
        {!showing && (
          <Button look={shareable ? 'secondary' : 'primary'} disabled={!ready} onClick={save}>
            {t('player-rescue:save')}
          </Button>
        )}
        <Button look="secondary" disabled={!ready} onClick={() => setShowing((before) => !before)}>
          {showing ? t('player-rescue:toFile') : t('player-rescue:show')}
        </Button>
        {!showing && (
          <Button look="plain" onClick={onClose}>
            {t('player:button.close')}
          </Button>
        )}
      </SheetActions>
    </Sheet>
  )
}
