import './words.ts'
import { IconLifebuoy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { lineOf } from '#contract/rescueFile.ts'
import type { LiveAttempt } from '../attempt/live.ts'
import { unsentCount } from '../attempt/liveState.ts'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { Sheet, SheetActions } from '../parts/Sheet.tsx'
import { t, useLocale } from '../words.ts'
import { rescuedOf, seal } from './seal.ts'

/** The answers as they are when the sheet opens: later ones are in the next file. */
function useFile(live: LiveAttempt): File | 'failed' | undefined {
  const [file, setFile] = useState<File | 'failed'>()
  useEffect(() => {
    const { head, progress } = live.get()
    const content = rescuedOf({ head, progress }, live.clock.now())
    seal(head.testId, head.rescueKey ?? '', content)
      .then((bytes) => setFile(fileOf(bytes, live)))
      .catch(() => setFile('failed'))
  }, [live])
  return file
}

/** A text file, which phones can share: what it is in words, then the answers. */
function fileOf(bytes: Uint8Array, live: LiveAttempt): File {
  const { client, inventory } = live.get().head
  const text = [t('player-rescue:inFile', { client: client.name }), '', lineOf(bytes), ''].join('\r\n')
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

/** A way for answers to reach the client without a line of this device: a file. */
export function RescueSheet({ live, onClose }: { live: LiveAttempt; onClose: () => void }) {
  useLocale()
  const [saved, setSaved] = useState(false)
  const [count] = useState(() => unsentCount(live.get()))
  const made = useFile(live)
  const client = live.get().head.client.name
  const file = made === 'failed' ? undefined : made
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
    <Sheet title={t('player-rescue:title')} badge={<IconLifebuoy aria-hidden />} onClose={onClose}>
      <p className={controls.lead}>{t('player-rescue:lead', { count, client })}</p>
      <p className="muted">{t('player-rescue:safe')}</p>
      {made === 'failed' && <p role="alert">{t('player-rescue:failed')}</p>}
      <p className="muted" role="status">
        {saved && t('player-rescue:saved', { client })}
      </p>
      <SheetActions>
        {shareable && <Button onClick={share}>{t('player-rescue:share')}</Button>}
        <Button look={shareable ? 'secondary' : 'primary'} disabled={!file} onClick={save}>
          {t('player-rescue:save')}
        </Button>
        <Button look="plain" onClick={onClose}>
          {t('player:button.close')}
        </Button>
      </SheetActions>
    </Sheet>
  )
}
