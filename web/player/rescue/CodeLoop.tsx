import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { t } from '../words.ts'
import { create } from './qrEncoder.ts'

/** Long enough for a cheap camera to find and read a code. */
const shownMs = 1_500
const quietZone = 4

/** Dark on white in every look: a scanner does not read it the other way round. */
function draw(canvas: HTMLCanvasElement, text: string): void {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const side = modules.size + 2 * quietZone
  canvas.width = side
  canvas.height = side
  const paper = canvas.getContext('2d')
  if (paper === null) return
  paper.fillStyle = '#fff'
  paper.fillRect(0, 0, side, side)
  paper.fillStyle = '#000'
  for (let y = 0; y < modules.size; y += 1)
    for (let x = 0; x < modules.size; x += 1)
      if (modules.get(y, x)) paper.fillRect(x + quietZone, y + quietZone, 1, 1)
}

/** The parts as QR codes, one after another and again from the first; it can be stopped, and stepped by hand. */
export function CodeLoop({ parts, client }: { parts: readonly string[]; client: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [at, setAt] = useState(0)
  const [running, setRunning] = useState(parts.length > 1)
  // Before it is seen: an empty code would be read by nobody.
  useLayoutEffect(() => {
    if (canvas.current) draw(canvas.current, parts[at] ?? '')
  }, [parts, at])
  const next = () => setAt((before) => (before + 1) % parts.length)
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setAt((before) => (before + 1) % parts.length), shownMs)
    return () => clearInterval(timer)
  }, [running, parts])
  const place = t('player-rescue:place', { n: at + 1, total: parts.length })
  return (
    <>
      <p className={controls.lead}>{t('player-rescue:scan', { client })}</p>
      <canvas
        ref={canvas}
        role="img"
        aria-label={t('player-rescue:code')}
        style={{
          display: 'block',
          width: 'min(100%, 52vh)',
          margin: '0 auto',
          imageRendering: 'pixelated',
          borderRadius: 8,
        }}
      />
      <p className={controls.center} style={{ fontWeight: 700, fontFeatureSettings: '"tnum"' }}>
        {place}
      </p>
      {parts.length > 1 && (
        <div style={{ display: 'flex', justifyContent: 'center' }}>
          <Button look="plain" onClick={() => setRunning((before) => !before)}>
            {running ? t('player-rescue:pause') : t('player-rescue:run')}
          </Button>
          <Button look="plain" disabled={running} onClick={next}>
            {t('player-rescue:next')}
          </Button>
        </div>
      )}
    </>
  )
}
