import { useEffect, useRef, useState } from 'react'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { Sheet, SheetActions } from '../parts/Sheet.tsx'
import { t } from '../words.ts'

interface Detector {
  detect: (from: HTMLVideoElement) => Promise<{ rawValue: string }[]>
}
type Detecting = new (options: { formats: string[] }) => Detector

/** The browser's barcode detector; only some browsers have one. */
const detecting = (): Detecting | undefined =>
  'BarcodeDetector' in window ? (window.BarcodeDetector as Detecting) : undefined

export const canScan = (): boolean =>
  detecting() !== undefined && navigator.mediaDevices?.getUserMedia !== undefined

const everyMs = 250

/** Shows what the camera sees, and calls back with the first karekod in it. */
function watch(video: HTMLVideoElement, onText: (text: string) => void, onFailure: () => void): () => void {
  let stream: MediaStream | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let here = true
  const start = async () => {
    const Detect = detecting()
    if (!Detect) return onFailure()
    const detector = new Detect({ formats: ['qr_code'] })
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
    if (!here) return stop()
    video.srcObject = stream
    await video.play()
    const look = async () => {
      // A frame that can't be read is followed by the next one.
      const [found] = await detector.detect(video).catch(() => [])
      if (!here) return
      if (found) onText(found.rawValue)
      else timer = setTimeout(() => void look(), everyMs)
    }
    await look()
  }
  function stop() {
    here = false
    clearTimeout(timer)
    for (const track of stream?.getTracks() ?? []) track.stop()
  }
  start().catch(() => {
    if (here) onFailure()
  })
  return stop
}

export function ScanSheet({ onText, onClose }: { onText: (text: string) => void; onClose: () => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [failed, setFailed] = useState(false)
  const newest = useRef(onText)
  newest.current = onText
  useEffect(() => {
    if (!video.current) return
    return watch(
      video.current,
      (text) => newest.current(text),
      () => setFailed(true),
    )
  }, [])
  return (
    <Sheet title={t('tablet:scan.title')} onClose={onClose}>
      {failed ? (
        <p className={controls.lead} role="alert">
          {t('tablet:scan.failed')}
        </p>
      ) : (
        <>
          <p className="muted">{t('tablet:scan.lead')}</p>
          <video ref={video} className="full-width rounded-lg tab-video" muted playsInline />
        </>
      )}
      <SheetActions>
        <Button look="secondary" onClick={onClose}>
          {t('tablet:scan.type')}
        </Button>
      </SheetActions>
    </Sheet>
  )
}
